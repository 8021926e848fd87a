"""Remarks on variables: never assigned, never read, constant, wider than the values seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from holdfast.interp.lazy_sets import Interval
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.body import own_exprs, walk_body
from holdfast.ir.errors import EvalError
from holdfast.ir.observation import Scene
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.ir.values import FiniteSet, Value
from holdfast.mine.terms import Term

Remark: TypeAlias = Literal["never-assigned", "never-read", "constant", "too-wide", "no-instance"]


@dataclass(frozen=True, slots=True)
class Lint:
    """A remark on a variable or a term."""

    remark: Remark
    term: str
    text: str


def lint(system: System, machine: Machine, terms: Sequence[Term], scene: Scene) -> tuple[Lint, ...]:
    """The remarks on the variables of a system and on the terms that were observed."""
    assigned, read = assigned_variables(system), read_variables(system)
    groups = _groups(system)
    found = [
        Lint("never-assigned", name, "no action assigns it")
        for name, variables in groups.items()
        if not variables & assigned
    ]
    found += [
        Lint("never-read", name, "nothing reads it, except to assign it")
        for name, variables in groups.items()
        if not variables & read
    ]
    found += _constants(system, terms, scene, assigned)
    found += _wide(system, machine, terms, scene)
    found += _wide_types(system, terms, scene)
    return tuple(found)


def _groups(system: System) -> dict[str, frozenset[str]]:
    """The variables by their names; those of all processes of a type together."""
    shared = system.notation.instances()
    names = {o.variable: name for name, owned in shared.items() for o in owned}
    found: dict[str, frozenset[str]] = {}
    for variable in system.variables:
        if not system.notation.is_location(variable):
            name = names.get(variable, variable)
            found[name] = found.get(name, frozenset()) | {variable}
    return found


# ---- what actions do ----


def assigned_variables(system: System) -> frozenset[str]:
    """The variables to which some action may give another value."""
    found: set[str] = set()
    for b in _bodies(system):
        match b:
            case bodies.Assign(name, value) if value != ir.Name(name):
                found.add(name)
            case bodies.AssignFrom(name):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def _bodies(system: System) -> Iterator[bodies.Body]:
    for root in (*(a.body for a in system.actions), *(p.body for p in system.procedures.values())):
        yield from walk_body(root)


def read_variables(system: System) -> frozenset[str]:
    """The variables that anything reads, except to compute the next value of themselves."""
    reads = _Reads(system)
    found: set[str] = set()
    for b in _bodies(system):
        match b:
            case bodies.Assign(name, value):
                found |= reads.of(value) - {name}
            case bodies.Test(e):
                found |= reads.of(e)
            case bodies.Keep():
                pass
            case _:
                for e in tuple(own_exprs(b))[:-1]:  # the last is the formula of the whole
                    found |= reads.of(e)
    for action in system.actions:
        for bound in (b for group in action.bounds for b in group if b.domain is not None):
            assert bound.domain is not None
            found |= reads.of(bound.domain)
    for p in _properties(system):
        found |= reads.of(p.expr)
    for e in system.fairness:
        found |= reads.of(e)
    return frozenset(found)


def _properties(system: System) -> Iterator[Property]:
    yield from system.invariants
    yield from system.initial_properties
    yield from system.step_properties
    yield from system.temporal
    yield from system.constraints
    yield from system.action_constraints


class _Reads:
    """The variables that expressions read, also through definitions."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.known: dict[str, frozenset[str]] = {}

    def of(self, e: ir.Expr) -> frozenset[str]:
        found: set[str] = set()
        for part in ir.walk(e):
            match part:
                case ir.Name(name) if name in self.system.variables:
                    found.add(name)
                case ir.Call(name, _) if name in self.system.definitions:
                    found |= self._definition(name)
                case _:
                    pass
        return frozenset(found)

    def _definition(self, name: str) -> frozenset[str]:
        if name not in self.known:
            self.known[name] = frozenset()  # it may call itself
            self.known[name] = self.of(self.system.definitions[name].body)
        return self.known[name]


# ---- what was observed ----


def _constants(
    system: System, terms: Sequence[Term], scene: Scene, assigned: frozenset[str]
) -> Iterator[Lint]:
    for number, term in enumerate(terms):
        text = term.text(system.notation)
        seen = scene.ranges.get(number)
        if seen is None:
            yield Lint("no-instance", text, "it has no value in any state")
        elif seen[0] == seen[1] and term.variable in assigned and not term.several:
            shown = str(seen[0])
            if term.kind == "Boolean":
                shown = system.notation.show_boolean(bool(seen[0]))
            yield Lint("constant", text, f"it is always {shown}, although actions assign it")


def _wide(system: System, machine: Machine, terms: Sequence[Term], scene: Scene) -> Iterator[Lint]:
    """Variables whose declared range is wider than the values seen."""
    declared = dict(_declared(system, machine))
    for name, (low, high) in declared.items():
        own = [i for i, t in enumerate(terms) if t.variable == name and t.wrap == "{}"]
        seen = [scene.ranges[i] for i in own if i in scene.ranges]
        if not seen or len(seen) < len(own):
            continue
        least, most = min(r[0] for r in seen), max(r[1] for r in seen)
        if least > low or most < high:
            text = f"declared {low}..{high}, only {least}..{most} was seen"
            yield Lint("too-wide", name, text)


def _wide_types(system: System, terms: Sequence[Term], scene: Scene) -> Iterator[Lint]:
    """Variables whose declared type is wider than the values seen."""
    for number, term in enumerate(terms):
        seen = scene.ranges.get(number)
        if seen is None or (term.texts and not term.several):
            continue
        fitting = system.notation.narrower_type(term.variable, *seen)
        if fitting is not None:
            declared = system.notation.type_of(term.variable)
            text = f"{declared}, but only {seen[0]}..{seen[1]} was seen: {fitting} is enough"
            yield Lint("too-wide", term.text(system.notation), text)


def _declared(system: System, machine: Machine) -> Iterator[tuple[str, tuple[int, int]]]:
    """The ranges in which invariants such as TypeOK put integers, also those in functions."""
    pending = [p.expr for p in system.invariants]
    while pending:
        match pending.pop():
            case ir.Apply(Op.AND, items):
                pending += items
            case ir.Call(name, ()) if name in system.definitions:
                pending.append(system.definitions[name].body)
            case ir.Apply(Op.IN, (ir.Name(name), of)) if name in system.variables:
                while isinstance(of, ir.Apply) and of.op is Op.FUNCTION_SET:
                    of = of.args[1]
                found = _range(of, machine)
                if found is not None:
                    yield name, found
            case _:
                pass


def _range(of: ir.Expr, machine: Machine) -> tuple[int, int] | None:
    try:
        value: Value = machine.value(of)
    except EvalError:
        return None
    if isinstance(value, Interval):
        value = value.finite()
    if not isinstance(value, FiniteSet):
        return None
    numbers = [e for e in value.elements if isinstance(e, int)]
    return (min(numbers), max(numbers)) if len(numbers) == len(value.elements) > 0 else None
