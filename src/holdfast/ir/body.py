"""The children of every kind of body, in one place: a new kind is a type error here.

The walkers of expressions are in `ir/expr.py`, those of the trees of actions are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias, assert_never

from holdfast.ir import system as body
from holdfast.ir.account import map_account
from holdfast.ir.expr import Bound, Definition, Expr, Name, map_bound
from holdfast.ir.system import Action, Body, Procedure, Property, StoreSite, System

OnExpr: TypeAlias = Callable[[Expr], Expr]
OnBody: TypeAlias = Callable[[Body], Body]


def inner_bodies(b: Body) -> tuple[Body, ...]:
    """The direct sub-bodies of `b`."""
    match b:
        case body.Test() | body.Assign() | body.AssignFrom() | body.Keep() | body.Enter():
            return ()
        case body.Assert():
            return ()
        case body.Sequence(items, _) | body.Branch(items, _):
            return items
        case body.IfElse(_, yes, no, _):
            return (yes, no)
        case body.Choice(arms, other, _):
            return (*(inner for _, inner in arms), *(() if other is None else (other,)))
        case body.ForSome(_, inner, _) | body.ForEach(_, inner, _) | body.Within(_, inner, _):
            return (inner,)
        case body.Compose(first, second, _):
            return (first, second)
        case _:
            assert_never(b)


def walk_body(b: Body) -> Iterator[Body]:
    """`b` and every body below it, parents first; the bodies of procedures are not below it."""
    pending = [b]
    while pending:
        b = pending.pop()
        yield b
        pending.extend(reversed(inner_bodies(b)))


def walk_once(bodies: Iterable[Body]) -> Iterator[Body]:
    """All bodies below some others; one that occurs several times, as an object, once."""
    seen: set[int] = set()
    pending = list(bodies)[::-1]
    while pending:
        b = pending.pop()
        if id(b) not in seen:
            seen.add(id(b))
            yield b
            pending.extend(reversed(inner_bodies(b)))


def assigned_in(b: Body) -> Iterator[str]:
    """The variables that `b` gives a next value, by assignment or by UNCHANGED."""
    for part in walk_body(b):
        if isinstance(part, body.Assign | body.AssignFrom | body.Keep):
            yield part.variable


def split_invariants(system: System) -> tuple[tuple[Property, ...], tuple[Property, ...]]:
    """The invariants of states that are not transient, and those of all states."""
    proper = tuple(p for p in system.invariants if not p.everywhere)
    return proper, tuple(p for p in system.invariants if p.everywhere)


def has_assertion(b: Body) -> bool:
    """Whether there is an assertion in `b`, which no formula of it can replace."""
    return any(isinstance(part, body.Assert) for part in walk_body(b))


def assertion_names(system: System) -> tuple[str, ...]:
    """The assertions in the actions of a system, each once."""
    bodies = (*(a.body for a in system.actions), *(p.body for p in system.procedures.values()))
    parts = walk_once(bodies)
    return tuple(dict.fromkeys(p.name for p in parts if isinstance(p, body.Assert)))


def store_sites(system: System) -> tuple[StoreSite, ...]:
    """The stores of a system that may truncate a number, each once."""
    return tuple(dict.fromkeys(store.site for a in system.actions for store in a.stores))


def without_assertions(system: System) -> System:
    """The same steps; nothing is asserted about them."""

    def rid(b: Body) -> Body:
        if isinstance(b, body.Assert):
            return body.Test(b.expr, span=b.span)
        return map_inner(lambda e: e, rid, b) if has_assertion(b) else b

    actions = tuple(replace(a, body=rid(a.body)) for a in system.actions)
    procedures = {n: replace(p, body=rid(p.body)) for n, p in system.procedures.items()}
    return replace(system, actions=actions, procedures=procedures)


def own_exprs(b: Body) -> Iterator[Expr]:
    """The expressions of `b` apart from those of the bodies in it; its formula is the last."""
    match b:
        case body.Test() | body.Keep() | body.Sequence() | body.Branch() | body.Compose():
            pass
        case body.Assign(_, value, _):
            yield value
        case body.AssignFrom(_, domain, _):
            yield domain
        case body.Assert(_, condition, _):
            yield condition
        case body.IfElse(test, _, _, _):
            yield test
        case body.Choice(arms, _, _):
            yield from (test for test, _ in arms)
        case body.ForSome(bounds, _, _) | body.ForEach(bounds, _, _):
            yield from (x.domain for x in bounds if x.domain is not None)
        case body.Within(definitions, _, _):
            yield from (d.body for d in definitions)
        case body.Enter(_, args, _):
            yield from args
        case _:
            assert_never(b)
    yield b.expr


def map_inner(f: OnExpr, g: OnBody, b: Body) -> Body:
    """`b` with `f` applied to its own expressions and `g` to its direct sub-bodies."""
    match b:
        case body.Test(expr) | body.Keep(_, expr):
            return replace(b, expr=f(expr))
        case body.Assign(_, value, expr):
            return replace(b, value=f(value), expr=f(expr))
        case body.AssignFrom(_, domain, expr):
            return replace(b, domain=f(domain), expr=f(expr))
        case body.Assert(_, condition, expr):
            return replace(b, condition=f(condition), expr=f(expr))
        case body.Sequence(items, expr) | body.Branch(items, expr):
            return replace(b, items=tuple(map(g, items)), expr=f(expr))
        case body.IfElse(test, yes, no, expr):
            return replace(b, test=f(test), yes=g(yes), no=g(no), expr=f(expr))
        case body.Choice(arms, other, expr):
            new = tuple((f(test), g(inner)) for test, inner in arms)
            return replace(b, arms=new, other=None if other is None else g(other), expr=f(expr))
        case body.ForSome(bounds, inner, expr) | body.ForEach(bounds, inner, expr):
            return replace(b, bounds=_map_bounds(f, bounds), body=g(inner), expr=f(expr))
        case body.Within(definitions, inner, expr):
            local = tuple(_map_definition(f, d) for d in definitions)
            return replace(b, definitions=local, body=g(inner), expr=f(expr))
        case body.Compose(first, second, expr):
            return replace(b, first=g(first), second=g(second), expr=f(expr))
        case body.Enter(_, args, expr):
            return replace(b, args=tuple(map(f, args)), expr=f(expr))
        case _:
            assert_never(b)


def map_body(f: OnExpr, b: Body) -> Body:
    """`b` with `f` applied to its own expressions and to those of all bodies below it."""
    return map_inner(f, lambda inner: map_body(f, inner), b)


def map_tree(f: OnExpr, tree: Body) -> Body | None:
    """The tree of an ENABLED whose action is mapped; None if its variables are replaced.

    A tree assigns a name, not an expression, so it cannot be mapped.
    """
    if any(f(Name(variable)) != Name(variable) for variable in assigned_in(tree)):
        return None
    return map_body(f, tree)


def map_action(f: OnExpr, action: Action) -> Action:
    """An action with `f` applied to all its expressions."""
    return replace(
        action,
        body=map_body(f, action.body),
        bounds=tuple(_map_bounds(f, group) for group in action.bounds),
        args=tuple(map(f, action.args)),
        account=action.account and map_account(f, action.account),
        stores=tuple(replace(s, value=f(s.value)) for s in action.stores),
    )


def map_property(f: OnExpr, p: Property) -> Property:
    """A property with `f` applied to its formula."""
    return replace(p, expr=f(p.expr))


def map_system(f: OnExpr, system: System) -> System:
    """A system with `f` applied to all its expressions."""

    def each(group: tuple[Property, ...]) -> tuple[Property, ...]:
        return tuple(map_property(f, p) for p in group)

    def formula(e: Expr | None) -> Expr | None:
        return None if e is None else f(e)

    def only(p: Property | None) -> Property | None:
        return None if p is None else map_property(f, p)

    return replace(
        system,
        definitions={n: _map_definition(f, d) for n, d in system.definitions.items()},
        assumptions=each(system.assumptions),
        specification=formula(system.specification),
        init_formula=formula(system.init_formula),
        next_formula=formula(system.next_formula),
        init=None if system.init is None else map_body(f, system.init),
        actions=tuple(map_action(f, a) for a in system.actions),
        procedures={n: _map_procedure(f, p) for n, p in system.procedures.items()},
        invariants=each(system.invariants),
        properties=each(system.properties),
        initial_properties=each(system.initial_properties),
        step_properties=each(system.step_properties),
        temporal=each(system.temporal),
        fairness=tuple(map(f, system.fairness)),
        constraints=each(system.constraints),
        action_constraints=each(system.action_constraints),
        view=only(system.view),
        symmetry=only(system.symmetry),
        alias=only(system.alias),
        postconditions=each(system.postconditions),
        possible=each(system.possible),
        transient=formula(system.transient),
        may_end=formula(system.may_end),
        hidden=tuple((name, f(e)) for name, e in system.hidden),
    )


def _map_bounds(f: OnExpr, bounds: tuple[Bound, ...]) -> tuple[Bound, ...]:
    return tuple(map_bound(f, b) for b in bounds)


def _map_definition(f: OnExpr, definition: Definition) -> Definition:
    return replace(definition, body=f(definition.body))


def _map_procedure(f: OnExpr, procedure: Procedure) -> Procedure:
    return replace(procedure, body=map_body(f, procedure.body))
