"""One machine for all sizes: a system whose constants are variables that never change.

    CONSTANT Node = {n1, n2, n3}      =>      VARIABLES Node, leader
    VARIABLE leader                           (every step keeps Node)

States of several sizes, and states that a solver found, are then rows of one system: the
values of the constants stand in front of those of the variables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.expr import map_children
from holdfast.ir.system import Action, Body, Property, System
from holdfast.ir.values import Value


@dataclass(frozen=True, slots=True)
class Lifted:
    """A system with its constants as variables; `constants` are those that were lifted."""

    system: System
    constants: tuple[str, ...]
    variables: tuple[str, ...]

    def row(self, constants: Mapping[str, Value], state: tuple[Value, ...]) -> tuple[Value, ...]:
        """A state of an instance as a state of this system."""
        return (*(constants[name] for name in self.constants), *state)


def lift(system: System, names: tuple[str, ...] = ()) -> Lifted:
    """The system with its plain constants as variables; `names` are more strings to rank."""
    plain = tuple(
        c for c in system.constants if c in system.definitions and not system.definitions[c].params
    )
    rule = _Lift(frozenset(plain))
    definitions = {
        name: replace(d, body=rule.expr(d.body))
        for name, d in system.definitions.items()
        if name not in plain
    }
    lifted = replace(
        system,
        constants=tuple(c for c in system.constants if c not in plain),
        variables=(*plain, *system.variables),
        definitions=definitions,
        init=None,
        actions=tuple(rule.action(a, plain) for a in system.actions),
        assumptions=tuple(rule.property(p) for p in system.assumptions),
        invariants=tuple(rule.property(p) for p in system.invariants),
        constraints=tuple(rule.property(p) for p in system.constraints),
        names=tuple(dict.fromkeys((*system.names, *names))),
        symmetry=None,
        view=None,
        alias=None,
    )
    return Lifted(lifted, plain, system.variables)


class _Lift:
    """Reads a constant where its definition was called."""

    def __init__(self, constants: frozenset[str]) -> None:
        self.constants = constants

    def expr(self, e: ir.Expr) -> ir.Expr:
        match e:
            case ir.Call(name, ()) if name in self.constants:
                return ir.Name(name, span=e.span)
            case _:
                return map_children(self.expr, e)

    def property(self, p: Property) -> Property:
        return replace(p, expr=self.expr(p.expr))

    def action(self, a: Action, constants: tuple[str, ...]) -> Action:
        kept = tuple(bodies.Keep(c, ir.TRUE) for c in constants)
        body = bodies.Sequence((*kept, self.body(a.body)), ir.TRUE, span=a.body.span)
        bounds = tuple(tuple(map(self.bound, group)) for group in a.bounds)
        return replace(a, body=body, bounds=bounds, args=tuple(map(self.expr, a.args)))

    def bound(self, b: ir.Bound) -> ir.Bound:
        return b if b.domain is None else replace(b, domain=self.expr(b.domain))

    def definition(self, d: ir.Definition) -> ir.Definition:
        return replace(d, body=self.expr(d.body))

    def body(self, b: Body) -> Body:
        match b:
            case bodies.Test(expr):
                return replace(b, expr=self.expr(expr))
            case bodies.Assign(_, value, expr):
                return replace(b, value=self.expr(value), expr=self.expr(expr))
            case bodies.AssignFrom(_, domain, expr):
                return replace(b, domain=self.expr(domain), expr=self.expr(expr))
            case bodies.Keep():
                return b
            case bodies.Sequence(items, expr) | bodies.Branch(items, expr):
                return replace(b, items=tuple(map(self.body, items)), expr=self.expr(expr))
            case bodies.IfElse(test, yes, no, expr):
                yes, no = self.body(yes), self.body(no)
                return replace(b, test=self.expr(test), yes=yes, no=no, expr=self.expr(expr))
            case bodies.Choice(arms, other, expr):
                new = tuple((self.expr(t), self.body(inner)) for t, inner in arms)
                rest = None if other is None else self.body(other)
                return replace(b, arms=new, other=rest, expr=self.expr(expr))
            case bodies.ForSome(bounds, inner, expr) | bodies.ForEach(bounds, inner, expr):
                new_bounds = tuple(map(self.bound, bounds))
                return replace(b, bounds=new_bounds, body=self.body(inner), expr=self.expr(expr))
            case bodies.Within(definitions, inner, expr):
                local = tuple(map(self.definition, definitions))
                return replace(b, definitions=local, body=self.body(inner), expr=self.expr(expr))
            case bodies.Compose(first, second, expr):
                first, second = self.body(first), self.body(second)
                return replace(b, first=first, second=second, expr=self.expr(expr))
            case bodies.Enter(_, args, expr):
                return replace(b, args=tuple(map(self.expr, args)), expr=self.expr(expr))
            case _:
                assert_never(b)


def lift_expr(e: ir.Expr, lifted: Lifted) -> ir.Expr:
    """An expression of the original system, for the lifted one."""
    return _Lift(frozenset(lifted.constants)).expr(e)


def machine_of(lifted: Lifted) -> Machine:
    """The machine that runs and evaluates the lifted system."""
    return Machine(lifted.system)


def lift_body(b: Body, lifted: Lifted) -> Body:
    """The body of an action or of Init of the original system, for the lifted one."""
    return _Lift(frozenset(lifted.constants)).body(b)
