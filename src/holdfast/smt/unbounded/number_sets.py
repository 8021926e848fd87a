"""Symbolic sets of integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from holdfast.smt.terms.term import Term, and_, le, number
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.symbolic import Set, Sym


def numbers_where(test: Callable[[Term], Term]) -> Set:
    """The integers for which a formula holds."""

    def has(v: Sym) -> Term:
        return test(sym.integer(v)) if isinstance(v, sym.Number) else sym.never(v, "Int")

    return sym.plain_set(shapes.Numbers(), has)


def one_to(length: Term) -> Set:
    """`1 .. length`, where `length` is not negative."""
    inside = numbers_where(lambda n: and_(le(number(1), n), le(n, length)))
    return replace(inside, length=length)
