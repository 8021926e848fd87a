"""C's division and numbers of a fixed width, as terms about SMT-LIB's integers."""

from __future__ import annotations

from holdfast.smt.terms.term import Term, add, div, ite, le, mod, neg, number, sub


def divide_truncated(a: Term, b: Term) -> Term:
    """The quotient, rounded toward zero; SMT-LIB's is, unless `a` is negative."""
    return ite(le(number(0), a), div(a, b), neg(div(neg(a), b)))


def remainder_truncated(a: Term, b: Term) -> Term:
    """The remainder of the quotient that is rounded toward zero."""
    return ite(le(number(0), a), mod(a, b), neg(mod(neg(a), b)))


def wrap(a: Term, width: int, signed: bool) -> Term:
    """`a` modulo 2^width, from 0 or from -2^(width - 1)."""
    modulus = number(2**width)
    if not signed:
        return mod(a, modulus)
    half = number(2 ** (width - 1))
    return sub(mod(add(a, half), modulus), half)
