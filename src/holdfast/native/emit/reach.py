"""Everything that generated code may have to evaluate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.body import own_exprs, walk_body, walk_once
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Body, System
from holdfast.native.emit.hosted import is_hosted
from holdfast.native.emit.problems import problems_of

Asked: TypeAlias = tuple[ir.Expr, ...]


def system_bodies(system: System) -> Iterator[Body]:
    """The bodies of the initial states and of all actions."""
    initial = () if system.init is None else (system.init,)
    yield from walk_once((*initial, *(a.body for a in system.actions)))


def roots(system: System) -> Iterator[ir.Expr]:
    """The expressions that the search evaluates itself."""
    for b in system_bodies(system):
        yield from own_exprs(b)
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
    yield from (e for e in (system.transient, system.may_end) if e is not None)


def reachable_expressions(system: System, asked: Asked = ()) -> Iterator[ir.Expr]:
    """Every expression that may be evaluated, with all its parts, each definition once.

    `asked` are expressions to evaluate in states, in addition to those of the system.
    """
    yield from _closure(system, [*roots(system), *asked], constants_given(system))


def _closure(system: System, pending: list[ir.Expr], given: frozenset[str]) -> Iterator[ir.Expr]:
    entered: set[str] = set()
    while pending:
        roots, pending = pending, []
        for part in ir.walk_once(roots):
            yield part
            match part:
                case ir.Call(name, _) if name not in entered and name in system.definitions:
                    entered.add(name)
                    if name not in given:
                        pending.append(system.definitions[name].body)
                case ir.Enabled(_, tree) if tree is not None:
                    pending += [e for b in walk_body(tree) for e in own_exprs(b)]
                case _:
                    pass


def constants_given(system: System) -> frozenset[str]:
    """The constant definitions that the interpreter computes for generated code."""
    levels = Levels.of_system(system)
    odd: dict[str, bool] = {}

    def is_odd(name: str) -> bool:
        known = odd.get(name)
        if known is None:
            odd[name] = False
            parts = ir.walk(system.definitions[name].body)
            known = odd[name] = any(
                any(problems_of(e, system))
                or (isinstance(e, ir.Call) and e.name in system.definitions and is_odd(e.name))
                for e in parts
            )
        return known

    constant = (
        n
        for n, d in system.definitions.items()
        if not d.params and levels.of_definition(n) == Level.CONSTANT
    )
    return frozenset(filter(is_odd, constant))


class Hosted:
    """What Python computes for a system, collected from its expressions."""

    def __init__(self, system: System) -> None:
        self._given = constants_given(system)
        self._operators: set[str] = set()
        self._constants: set[str] = set()

    def add(self, e: ir.Expr) -> None:
        """Look at one expression; not at its parts."""
        match e:
            case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)) if is_hosted(str(name)):
                self._operators.add(str(name))
            case ir.Call(name, _) if name in self._given:
                self._constants.add(name)
            case _:
                pass

    def names(self) -> tuple[str, ...]:
        """In the order of the numbers: library operators by their qualified names, then constants
        by the names of their definitions."""
        return (*sorted(self._operators), *sorted(self._constants))


def host_operators(system: System, asked: Asked = ()) -> tuple[str, ...]:
    """What Python computes for a system, in the order of the numbers."""
    hosted = Hosted(system)
    for e in reachable_expressions(system, asked):
        hosted.add(e)
    return hosted.names()


def variables_of(e: ir.Expr, system: System) -> frozenset[str]:
    """The variables that the value of an expression depends on."""
    used: set[str] = set()
    pending, seen = [e], set[str]()
    while pending:
        for name in names_in(pending.pop()):
            if name in system.variables:
                used.add(name)
            elif name in system.definitions and name not in seen:
                seen.add(name)
                pending.append(system.definitions[name].body)
    return frozenset(used)
