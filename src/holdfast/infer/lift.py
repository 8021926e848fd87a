"""One machine for all sizes: a system whose constants are variables that never change.

    CONSTANT Node = {n1, n2, n3}      =>      VARIABLES Node, leader
    VARIABLE leader                           (every step keeps Node)

States of several sizes, and states that a solver found, are then states of one system: the
values of the constants precede those of the variables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.body import map_action, map_body, map_property
from holdfast.ir.expr import map_children
from holdfast.ir.system import Action, Body, System
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
        assumptions=tuple(map_property(rule.expr, p) for p in system.assumptions),
        invariants=tuple(map_property(rule.expr, p) for p in system.invariants),
        constraints=tuple(map_property(rule.expr, p) for p in system.constraints),
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

    def action(self, a: Action, constants: tuple[str, ...]) -> Action:
        kept = tuple(bodies.Keep(c, ir.TRUE) for c in constants)
        lifted = map_action(self.expr, a)
        body = bodies.Sequence((*kept, lifted.body), ir.TRUE, span=a.body.span)
        return replace(lifted, body=body)


def lift_expr(e: ir.Expr, lifted: Lifted) -> ir.Expr:
    """An expression of the original system, for the lifted one."""
    return _Lift(frozenset(lifted.constants)).expr(e)


def machine_of(lifted: Lifted) -> Machine:
    """The machine that runs and evaluates the lifted system."""
    return Machine(lifted.system)


def lift_body(b: Body, lifted: Lifted) -> Body:
    """The body of an action or of Init of the original system, for the lifted one."""
    return map_body(_Lift(frozenset(lifted.constants)).expr, b)
