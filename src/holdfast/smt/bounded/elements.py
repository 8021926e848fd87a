"""The elements of intervals, SUBSET, sets of functions and records; which sets are infinite."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from holdfast.ir.values import FiniteSet, Value
from holdfast.smt.bounded.numbers import at_most, bounds
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import (
    Combined,
    Filtered,
    FunctionSet,
    Given,
    PartialFunctions,
    Powerset,
    RecordSet,
    SequenceSet,
    Sym,
    SymSet,
)
from holdfast.smt.bounded.values import (
    MOST_EXPANDED,
    expand,
    make_function,
    make_set,
    ordered_or_any,
)
from holdfast.smt.terms.term import TRUE, Term, and_

Members: TypeAlias = list[tuple[Sym, Term]]

MOST_ELEMENTS = 4096
"""The limit on the enumerated elements of a set."""


def endless(s: Sym) -> bool:
    """Whether a set that is not enumerated is infinite."""
    match s:
        case Given() | SequenceSet():
            return True
        case Filtered(base):
            return endless(base)
        case Combined("union", left, right):
            return endless(left) or endless(right)
        case Combined("intersect", left, right):
            return endless(left) and endless(right)
        case Combined(_, left):
            return endless(left)
        case Powerset(base):
            return endless(base)
        case FunctionSet(domain, range_) | PartialFunctions(domain, range_):
            return endless(domain) or endless(range_)
        case RecordSet(fields):
            return any(endless(base) for _, base in fields)
        case _:
            return False


def range_members(low: Sym, high: Sym, at: Place) -> Members:
    """The numbers of an interval."""
    least, greatest = bounds(low)[0], bounds(high)[1]
    if least is None or greatest is None:
        raise refuse_bounded("endless", at.span, "an interval between numbers that are not known")
    if greatest - least >= MOST_ELEMENTS:
        raise refuse_bounded("large", at.span, str(MOST_ELEMENTS))
    return [
        (k, and_(at_most(low, k, at), at_most(k, high, at))) for k in range(least, greatest + 1)
    ]


def subsets(base: SymSet, at: Place) -> Members:
    """The subsets of an enumerated set."""
    members = base.members()
    if 1 << len(members) > MOST_ELEMENTS:
        raise refuse_bounded("large", at.span, str(MOST_ELEMENTS))
    found: list[tuple[Sym, Term]] = []
    for chosen in product((False, True), repeat=len(members)):
        part = [m for m, yes in zip(members, chosen, strict=True) if yes]
        found.append((make_set([(e, TRUE) for e, _ in part]), and_(*(g for _, g in part))))
    return found


def functions(domain: SymSet, range_: SymSet, at: Place) -> Members:
    """The functions of a set of functions, for each possible domain."""
    values = range_.members()
    domains = expand(make_set(domain.members()), MOST_EXPANDED)
    if domains is None:
        raise refuse_bounded("key", at.span, "not known")
    if sum(len(values) ** len(_elements(d)) for _, d in domains) > MOST_ELEMENTS:
        raise refuse_bounded("large", at.span, str(MOST_ELEMENTS))
    found: list[tuple[Sym, Term]] = []
    for guard, d in domains:
        arguments = _elements(d)
        for row in product(values, repeat=len(arguments)):
            entries = {k: (TRUE, v) for k, (v, _) in zip(arguments, row, strict=True)}
            found.append((make_function(entries), and_(guard, *(g for _, g in row))))
    return found


def _elements(v: Value) -> Sequence[Value]:
    assert isinstance(v, FiniteSet)
    return tuple(ordered_or_any(v))


def records(fields: Sequence[tuple[Value, SymSet]], at: Place) -> Members:
    """The records, or tuples, whose fields are of these sets."""
    columns = [base.members() for _, base in fields]
    count = 1
    for column in columns:
        count *= len(column)
    if count > MOST_ELEMENTS:
        raise refuse_bounded("large", at.span, str(MOST_ELEMENTS))
    sequence = all(type(name) is int for name, _ in fields)
    found: list[tuple[Sym, Term]] = []
    for row in product(*columns):
        entries = {k: (TRUE, v) for (k, _), (v, _) in zip(fields, row, strict=True)}
        found.append((make_function(entries, sequence), and_(*(g for _, g in row))))
    return found
