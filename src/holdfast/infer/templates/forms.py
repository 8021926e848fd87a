"""Expressions that templates are made of, and the facts about a spec that they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice

from holdfast.infer.guards import conjuncts, scenes, unfolded
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import System
from holdfast.ir.types import Type


def literal(value: int) -> ir.Expr:
    """A number."""
    if value < 0:
        return ir.Apply(Op.NEG, (ir.Literal(-value),))
    return ir.Literal(value)


def equals(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """`a = b`."""
    return ir.Apply(Op.EQ, (a, b))


def implies(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """`a => b`."""
    return ir.Apply(Op.IMPLIES, (a, b))


def for_all(names: Sequence[tuple[str, ir.Expr]], body: ir.Expr) -> ir.Expr:
    """`\\A x \\in S, ... : body`, with nested quantifiers joined."""
    bounds = tuple(ir.Bound((name,), domain) for name, domain in names)
    return ir.Bind(ir.Binder.FORALL, bounds, body)


def new_name(system: System, *near: ir.Expr) -> str:
    """A name that neither the spec nor some expressions use."""
    return new_names(1, system, *near)[0]


def new_names(most: int, system: System, *near: ir.Expr) -> tuple[str, ...]:
    """Some names that neither the spec nor some expressions use."""
    taken = {*system.variables, *system.constants, *system.definitions}.union(*map(names_in, near))
    return tuple(islice((n for n in _names() if n not in taken), most))


def _names() -> Iterator[str]:
    yield from "xkpijn"
    yield from (f"x{n}" for n in count(1))


def holds_in(
    collection: ir.Expr, is_sequence: bool, element: ir.Expr, system: System, *near: ir.Expr
) -> ir.Expr:
    """Whether a set or sequence has an element; `near` are expressions with names to avoid."""
    if not is_sequence:
        return ir.Apply(Op.IN, (element, collection))
    x = new_name(system, collection, element, *near)
    at = ir.Apply(Op.INDEX, (collection, ir.Name(x)))
    keys = ir.Bound((x,), ir.Apply(Op.DOMAIN, (collection,)))
    return ir.Bind(ir.Binder.EXISTS, (keys,), equals(at, element))


def names_bound(bounds: Iterable[ir.Bound]) -> frozenset[str]:
    """The names that some bounds declare."""
    return frozenset(n for b in bounds for n in b.names)


def is_fixed(e: ir.Expr, system: System) -> bool:
    """Whether an expression names a constant, and neither variables nor bound names."""
    names = [p.name for p in ir.walk(e) if isinstance(p, ir.Name | ir.Call)]
    return bool(names) and all(name in system.constants for name in names)


def is_constant(name: str, of: Type, system: System) -> bool:
    """Whether a constant has a type."""
    return name in system.definitions and system.types.get(name) == of


def initial_values(system: System) -> dict[str, ir.Expr]:
    """The variables to which Init assigns an expression."""
    found: dict[str, ir.Expr] = {}
    pending = [] if system.init_formula is None else [system.init_formula]
    while pending:
        for e in conjuncts(pending.pop()):
            match e:
                case ir.Apply(Op.EQ, (ir.Name(name), value)) if name in system.variables:
                    found[name] = value
                case ir.Call(_, ()):
                    body = unfolded(e, system)
                    pending += [] if body is None else [body]
                case _:
                    pass
    return found


def changes(system: System) -> Iterator[tuple[str, int]]:
    """The variables that an action increments or decrements by one."""
    found = dict.fromkeys(
        (name, step)
        for scene in scenes(system)
        for name, value in scene.assigned
        if (step := _step(name, value))
    )
    return iter(found)


def _step(name: str, value: ir.Expr) -> int:
    match value:
        case ir.If(_, yes, no):
            return _step(name, yes) or _step(name, no)
        case ir.Apply(Op.ADD, (ir.Name(other), ir.Literal(1))) if other == name:
            return 1
        case ir.Apply(Op.SUB, (ir.Name(other), ir.Literal(1))) if other == name:
            return -1
        case _:
            return 0


def compared_with(name: str, system: System) -> tuple[int, ...]:
    """The numbers that guards compare a variable with."""
    found: dict[int, None] = {}
    for scene in scenes(system):
        for guard in (*scene.guards, *scene.tests):
            match guard:
                case ir.Apply(
                    Op.LT | Op.LE | Op.GT | Op.GE | Op.EQ | Op.NE,
                    (ir.Name(other), ir.Literal(int(n))) | (ir.Literal(int(n)), ir.Name(other)),
                ) if other == name:
                    found[n] = None
                case _:
                    pass
    return tuple(found)
