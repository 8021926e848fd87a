"""Finite sets of numbers for one size: those that occur in the states of the configured instance.

    count \\in Nat        =>        count \\in 0..4
    log \\in Seq(Value)   =>        log \\in Seq(Value) /\\ Len(log) <= 3

A solver needs finite types for one size. The type invariant with such ranges is a lemma, proved
like any other.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from holdfast.infer.guards import unfolded
from holdfast.infer.result import Conjunct
from holdfast.ir import expr as ir
from holdfast.ir.expr import map_children
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Property, System
from holdfast.ir.tla_text import tla_text, unused
from holdfast.ir.values import Function, Value, atoms

_ENDLESS = (Op.NAT, Op.INT)
_KEY = "key_"
"""The variable of a quantifier over the arguments of a function."""


def highest_numbers(
    variables: Sequence[str], states: Iterable[tuple[Value, ...]]
) -> Mapping[str, int]:
    """The largest number in the values of each variable that has some, disregarding signs."""
    found = {}
    for name, values in zip(variables, map(set, zip(*states, strict=True)), strict=False):
        numbers = {abs(n) for n in atoms(values) if isinstance(n, int)}
        if numbers:
            found[name] = max(numbers)
    return found


def numbers_in(states: Iterable[tuple[Value, ...]]) -> range | None:
    """The range of all numbers in some states; None if there are none."""
    values = {v for state in states for v in state}
    found = {n for n in atoms(values) if isinstance(n, int)}
    return range(min(found), max(found) + 1) if found else None


def longest_sequences(
    variables: Sequence[str], states: Iterable[tuple[Value, ...]]
) -> Mapping[str, tuple[int, int]]:
    """For each variable its largest length, and that of the sequences in it."""
    found = {}
    for name, values in zip(variables, map(set, zip(*states, strict=True)), strict=False):
        own = (len(v) for v in values if isinstance(v, tuple))
        inner = (len(e) for v in values for e in _items(v) if isinstance(e, tuple))
        found[name] = max(own, default=0), max(inner, default=0)
    return found


def _items(value: Value) -> tuple[Value, ...]:
    """The items of a sequence, or the values of a function."""
    match value:
        case tuple():
            return value
        case Function():
            return tuple(value.values)
        case _:
            return ()


def range_to(highest: int, lowest: int = 0) -> ir.Expr:
    """The numbers up to one, as a set."""
    return ir.Apply(Op.RANGE, (ir.Literal(lowest), ir.Literal(highest)))


@dataclass(frozen=True, slots=True)
class Extent:
    """For each variable the highest number in it, its length, and that of sequences in it."""

    highest: Mapping[str, int]
    longest: Mapping[str, tuple[int, int]]


def with_ranges(types: Property, extent: Extent, system: System, taken: Container[str]) -> Conjunct:
    """A type invariant with ranges in place of Nat and Int, and lengths of sequences.

    It is returned as it is if it has none of these.
    """
    if not is_endless(types.expr, system):
        return Conjunct(types.name, types.expr, types.name)
    e = _each_limited(types.expr, extent, system)
    return Conjunct(unused(f"{types.name}InRange", taken), e, tla_text(e))


def _each_limited(e: ir.Expr, extent: Extent, system: System) -> ir.Expr:
    """A conjunction in which each conjunct has the ranges of its own variables."""
    match e:
        case ir.Apply(Op.AND, args):
            return ir.Apply(Op.AND, tuple(_each_limited(a, extent, system) for a in args))
        case ir.Call() if is_endless(e, system):
            meant = unfolded(e, system)
            return e if meant is None else _each_limited(meant, extent, system)
        case _:
            own = max((extent.highest.get(name, 0) for name in names_in(e)), default=0)
            lengths = tuple(_lengths(e, extent.longest))
            limited = _limited(e, own, system)
            return ir.Apply(Op.AND, (limited, *lengths)) if lengths else limited


def _lengths(e: ir.Expr, longest: Mapping[str, tuple[int, int]]) -> Iterator[ir.Expr]:
    """The lengths of the sequences that a conjunct of a type invariant declares."""
    match e:
        case ir.Apply(Op.IN, (ir.Name(name) as variable, types)) if name in longest:
            own, inner = map(ir.Literal, longest[name])
            match types:
                case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Seq"), _)):
                    yield ir.Apply(Op.LE, (_length(variable), own))
                case ir.Apply(
                    Op.FUNCTION_SET,
                    (domain, ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Seq"), _))),
                ):
                    item = ir.Apply(Op.INDEX, (variable, ir.Name(_KEY)))
                    bound = ir.Bound((_KEY,), domain)
                    body = ir.Apply(Op.LE, (_length(item), inner))
                    yield ir.Bind(ir.Binder.FORALL, (bound,), body)
                case _:
                    return
        case _:
            return


def _length(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), e))


def _limited(e: ir.Expr, highest: int, system: System) -> ir.Expr:
    match e:
        case ir.Apply(Op.NAT):
            return range_to(highest)
        case ir.Apply(Op.INT):
            return range_to(highest, -highest)
        case ir.Call() if is_endless(e, system):
            meant = unfolded(e, system)
            return e if meant is None else _limited(meant, highest, system)
        case _:
            return map_children(lambda child: _limited(child, highest, system), e)


def is_endless(e: ir.Expr, system: System) -> bool:
    """Whether Nat, Int or Seq occurs in an expression, or in a definition that it calls."""
    pending, seen = [e], set[str]()
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Apply(op) if op in _ENDLESS:
                    return True
                case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Seq"), _)):
                    return True
                case ir.Call(name) if name in system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(system.definitions[name].body)
                case _:
                    pass
    return False
