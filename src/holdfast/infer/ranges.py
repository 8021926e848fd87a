"""Finite sets of numbers for one size: those that occur in the states of the configured instance.

    count \\in Nat        =>        count \\in 0..4

A solver needs finite types for one size. The type invariant with such ranges is a lemma, proved
like any other.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from holdfast.infer.guards import unfolded
from holdfast.infer.result import Conjunct
from holdfast.ir import expr as ir
from holdfast.ir.expr import map_children
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Property, System
from holdfast.ir.tla_text import tla_text, unused
from holdfast.ir.values import Boolean, FiniteSet, Function, Value

_ENDLESS = (Op.NAT, Op.INT)


def highest_numbers(
    variables: Sequence[str], states: Iterable[tuple[Value, ...]]
) -> Mapping[str, int]:
    """The largest number in the values of each variable that has some, disregarding signs."""
    found = {}
    for name, values in zip(variables, map(set, zip(*states, strict=True)), strict=False):
        numbers = {abs(n) for value in values for n in _numbers(value)}
        if numbers:
            found[name] = max(numbers)
    return found


def numbers_in(states: Iterable[tuple[Value, ...]]) -> range | None:
    """The range of all numbers in some states; None if there are none."""
    found = {n for value in {v for state in states for v in state} for n in _numbers(value)}
    return range(min(found), max(found) + 1) if found else None


def _numbers(value: Value) -> Iterator[int]:
    match value:
        case Boolean():
            return
        case int():
            yield value
        case FiniteSet():
            for e in value.elements:
                yield from _numbers(e)
        case tuple():
            for e in value:
                yield from _numbers(e)
        case Function():
            yield from _numbers(value.domain)
            for e in value.values:
                yield from _numbers(e)
        case _:
            return


def range_to(highest: int, lowest: int = 0) -> ir.Expr:
    """The numbers up to one, as a set."""
    return ir.Apply(Op.RANGE, (ir.Literal(lowest), ir.Literal(highest)))


def with_ranges(
    types: Property, highest: Mapping[str, int], system: System, taken: Container[str]
) -> Conjunct:
    """A type invariant with ranges in place of Nat and Int; itself if it has neither."""
    if not _is_endless(types.expr, system):
        return Conjunct(types.name, types.expr, types.name)
    e = _each_limited(types.expr, highest, system)
    return Conjunct(unused(f"{types.name}InRange", taken), e, tla_text(e))


def _each_limited(e: ir.Expr, highest: Mapping[str, int], system: System) -> ir.Expr:
    """A conjunction in which each conjunct has the ranges of its own variables."""
    match e:
        case ir.Apply(Op.AND, args):
            return ir.Apply(Op.AND, tuple(_each_limited(a, highest, system) for a in args))
        case ir.Call() if _is_endless(e, system):
            meant = unfolded(e, system)
            return e if meant is None else _each_limited(meant, highest, system)
        case _:
            own = max((highest.get(name, 0) for name in names_in(e)), default=0)
            return _limited(e, own, system)


def _limited(e: ir.Expr, highest: int, system: System) -> ir.Expr:
    match e:
        case ir.Apply(Op.NAT):
            return range_to(highest)
        case ir.Apply(Op.INT):
            return range_to(highest, -highest)
        case ir.Call() if _is_endless(e, system):
            meant = unfolded(e, system)
            return e if meant is None else _limited(meant, highest, system)
        case _:
            return map_children(lambda child: _limited(child, highest, system), e)


def _is_endless(e: ir.Expr, system: System) -> bool:
    """Whether Nat or Int occurs in an expression, or in a definition that it calls."""
    pending, seen = [e], set[str]()
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Apply(op) if op in _ENDLESS:
                    return True
                case ir.Call(name) if name in system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(system.definitions[name].body)
                case _:
                    pass
    return False
