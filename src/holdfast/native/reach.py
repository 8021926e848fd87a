"""Everything that generated code may have to evaluate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.system import Body, System


def bodies(b: Body) -> Iterator[Body]:
    """A body and every body in it."""
    yield b
    match b:
        case body.Test() | body.Assign() | body.AssignFrom() | body.Keep():
            return
        case body.Sequence(items, _) | body.Branch(items, _):
            parts = items
        case body.IfElse(_, yes, no, _):
            parts = (yes, no)
        case body.Choice(arms, other, _):
            parts = (*(a for _, a in arms), *(() if other is None else (other,)))
        case body.ForSome(_, inner, _) | body.ForEach(_, inner, _) | body.Within(_, inner, _):
            parts = (inner,)
        case body.Compose(first, second, _):
            parts = (first, second)
        case _:
            assert_never(b)
    for part in parts:
        yield from bodies(part)


def system_bodies(system: System) -> Iterator[Body]:
    """The bodies of the initial states and of all actions."""
    if system.init is not None:
        yield from bodies(system.init)
    for action in system.actions:
        yield from bodies(action.body)


def _own(b: Body) -> Iterator[ir.Expr]:
    """The expressions of one body, apart from those of the bodies in it."""
    match b:
        case body.Assign(_, value, formula):
            yield from (value, formula)
        case body.AssignFrom(_, domain, formula):
            yield from (domain, formula)
        case body.IfElse(test, _, _, formula):
            yield from (test, formula)
        case body.Choice(arms, _, formula):
            yield from (t for t, _ in arms)
            yield formula
        case body.ForSome(bounds, _, formula) | body.ForEach(bounds, _, formula):
            yield from (x.domain for x in bounds if x.domain is not None)
            yield formula
        case body.Within(definitions, _, formula):
            yield from (d.body for d in definitions)
            yield formula
        case _:
            yield b.expr


def roots(system: System) -> Iterator[ir.Expr]:
    """The expressions that the search evaluates itself."""
    for b in system_bodies(system):
        yield from _own(b)
    for action in system.actions:
        yield from (x.domain for bs in action.bounds for x in bs if x.domain is not None)
    for group in (
        system.invariants,
        system.constraints,
        system.action_constraints,
        system.step_properties,
        system.initial_properties,
    ):
        yield from (p.expr for p in group)
    if system.view is not None:
        yield system.view.expr


def reachable_expressions(system: System) -> Iterator[ir.Expr]:
    """Every expression that may be evaluated, with all its parts, each definition once."""
    entered: set[str] = set()
    pending = list(roots(system))
    while pending:
        for part in ir.walk(pending.pop()):
            yield part
            match part:
                case ir.Call(name, _) if name not in entered and name in system.definitions:
                    entered.add(name)
                    pending.append(system.definitions[name].body)
                case ir.Enabled(_, tree) if tree is not None:
                    pending += [e for b in bodies(tree) for e in _own(b)]
                case _:
                    pass
