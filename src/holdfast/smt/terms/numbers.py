"""The constructors of numbers and of comparisons of them, which fold constants.

Operands are all integers or all real numbers; `to_real` makes an integer a real number.
"""

from __future__ import annotations

from fractions import Fraction

from holdfast.smt.terms.nodes import (
    BOOL,
    INT,
    REAL,
    Constant,
    Head,
    Sort,
    Term,
    as_number,
    make,
    number,
    real,
    truth,
)


def _sort(*terms: Term) -> Sort:
    """The sort that numbers have in common."""
    sort = terms[0].sort
    assert sort in (INT, REAL), f"{terms[0]} is not a number"
    assert all(t.sort == sort for t in terms), f"{terms} are not of one sort"
    return sort


def add(*terms: Term) -> Term:
    """The sum; literals are added up and come last."""
    flat = [i for t in terms for i in (t.args if t.shape is Head.ADD else (t,))]
    known = sum(as_number(t) or 0 for t in flat)
    rest = [t for t in flat if as_number(t) is None]
    if known or not rest:
        rest.append(number(known))
    return rest[0] if len(rest) == 1 else make(Head.ADD, tuple(rest), _sort(*rest))


def sub(a: Term, b: Term) -> Term:
    """The difference."""
    y = as_number(b)
    if y is not None:
        return add(a, number(-y))
    if a is b:
        return number(0) if a.sort == INT else real(Fraction(0))
    return make(Head.SUB, (a, b), _sort(a, b))


def neg(a: Term) -> Term:
    """The negated number."""
    x = as_number(a)
    if x is not None:
        return number(-x)
    return a.args[0] if a.shape is Head.NEG else make(Head.NEG, (a,), _sort(a))


def mul(a: Term, b: Term) -> Term:
    """The product."""
    x, y = as_number(a), as_number(b)
    if x is not None and y is not None:
        return number(x * y)
    if x == 0 or y == 0:
        return number(0)
    if x == 1 or y == 1:
        return b if x == 1 else a
    return make(Head.MUL, (a, b), _sort(a, b))


def divide(a: Term, b: Term) -> Term:
    """The quotient of real numbers; division by zero is arbitrary."""
    assert _sort(a, b) == REAL, f"{a} and {b} are not real numbers"
    match a.shape, b.shape:
        case Constant(x), Constant(y) if y:
            return real(Fraction(x) / Fraction(y))
        case _:
            return make(Head.DIVIDE, (a, b), REAL)


def to_real(a: Term) -> Term:
    """A number as a real number."""
    if _sort(a) == REAL:
        return a
    x = as_number(a)
    return make(Head.TO_REAL, (a,), REAL) if x is None else real(Fraction(x))


def alike(a: Term, b: Term) -> tuple[Term, Term]:
    """Two numbers as real numbers, unless both are integers."""
    return (a, b) if a.sort == b.sort else (to_real(a), to_real(b))


def div(a: Term, b: Term) -> Term:
    """SMT-LIB's quotient: the remainder is never negative, division by zero is arbitrary."""
    x, y = as_number(a), as_number(b)
    if x is not None and y:
        return number((x - x % abs(y)) // y)
    return a if y == 1 else make(Head.DIV, (a, b), INT)


def mod(a: Term, b: Term) -> Term:
    """SMT-LIB's remainder, never negative."""
    x, y = as_number(a), as_number(b)
    if x is not None and y:
        return number(x % abs(y))
    return make(Head.MOD, (a, b), INT)


def lt(a: Term, b: Term) -> Term:
    """`a < b`."""
    return _order(Head.LT, a, b)


def le(a: Term, b: Term) -> Term:
    """`a <= b`."""
    return _order(Head.LE, a, b)


def _order(head: Head, a: Term, b: Term) -> Term:
    _sort(a, b)
    if a is b:
        return truth(head is Head.LE)
    x, y = as_number(a), as_number(b)
    if x is not None and y is not None:
        return truth(x < y or (x == y and head is Head.LE))
    return make(head, (a, b), BOOL)
