"""The guards and effects of actions, flattened: what an action tests, what it assigns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Body, System


@dataclass(frozen=True, slots=True)
class Scene:
    """One branch of an action: its quantified names, guards and assigned values.

    `tests` are the IF conditions on the branch.
    """

    name: str
    bounds: tuple[ir.Bound, ...]
    assigned: tuple[tuple[str, ir.Expr], ...]
    guards: tuple[ir.Expr, ...]
    values: tuple[ir.Expr, ...]
    tests: tuple[ir.Expr, ...] = ()


@dataclass(slots=True)
class _Path:
    bounds: list[ir.Bound]
    guards: list[ir.Expr]
    assigned: list[tuple[str, ir.Expr]]
    local: dict[str, ir.Expr]
    tests: list[ir.Expr]

    def copy(self) -> _Path:
        return _Path(
            self.bounds[:], self.guards[:], self.assigned[:], dict(self.local), self.tests[:]
        )


_MOST_PATHS = 16


def scenes(system: System) -> Iterator[Scene]:
    """Every branch of every action; an action with too many is truncated."""
    for action in system.actions:
        start = _Path([b for group in action.bounds for b in group], [], [], {}, [])
        for path in _paths(action.body, [start])[:_MOST_PATHS]:
            guards = tuple(c for g in path.guards for c in conjuncts(g))
            values = tuple(v for _, v in path.assigned)
            tests = tuple(c for g in path.tests for c in conjuncts(g))
            yield Scene(
                action.name, tuple(path.bounds), tuple(path.assigned), guards, values, tests
            )


def _is_test(b: Body) -> bool:
    """Whether a body assigns nothing: then it is the formula that it comes from."""
    match b:
        case bodies.Test():
            return True
        case bodies.Sequence(items, _) | bodies.Branch(items, _):
            return all(map(_is_test, items))
        case bodies.ForSome(_, inner, _) | bodies.ForEach(_, inner, _):
            return _is_test(inner)
        case bodies.Within(_, inner, _):
            return _is_test(inner)
        case bodies.IfElse(_, yes, no, _):
            return _is_test(yes) and _is_test(no)
        case _:
            return False


def _paths(b: Body, paths: list[_Path]) -> list[_Path]:  # noqa: C901  # a total match
    if not isinstance(b, bodies.Test | bodies.Sequence) and _is_test(b):
        b = bodies.Test(b.expr)
    match b:
        case bodies.Test(expr):
            for p in paths:
                p.guards.append(_inlined(expr, p))
            return paths
        case bodies.Assign(variable, value, _):
            for p in paths:
                p.assigned.append((variable, _inlined(value, p)))
            return paths
        case bodies.AssignFrom(variable, domain, _):
            for p in paths:
                p.assigned.append((variable, _inlined(domain, p)))
            return paths
        case bodies.Keep() | bodies.Assert():
            return paths
        case bodies.Sequence(items, _):
            for item in items:
                paths = _paths(item, paths)
            return paths
        case bodies.Branch(items, _):
            return [p for item in items for p in _paths(item, [q.copy() for q in paths])][
                :_MOST_PATHS
            ]
        case bodies.IfElse(test, yes, no, _):
            return _branch(test, yes, paths) + _branch(ir.Apply(Op.NOT, (test,)), no, paths)
        case bodies.Choice(arms, other, _):
            found = [p for test, inner in arms for p in _branch(test, inner, paths)]
            return found + (_paths(other, [p.copy() for p in paths]) if other else [])
        case bodies.ForSome(bounds, inner, _):
            for p in paths:
                p.bounds.extend(_bound(x, p) for x in bounds)
            return _paths(inner, paths)
        case bodies.ForEach(_, inner, _):
            return _paths(inner, paths)
        case bodies.Within(definitions, inner, _):
            for p in paths:
                for d in definitions:
                    if not d.params:
                        p.local[d.name] = _inlined(d.body, p)
            return _paths(inner, paths)
        case bodies.Compose(first, _, _):
            return _paths(first, paths)
        case bodies.Enter():
            return paths
        case _:
            assert_never(b)


def _branch(test: ir.Expr, inner: Body, paths: list[_Path]) -> list[_Path]:
    copies = [p.copy() for p in paths]
    for p in copies:
        p.tests.append(_inlined(test, p))
    return _paths(inner, copies)


def _bound(b: ir.Bound, path: _Path) -> ir.Bound:
    if b.domain is None:
        return b
    return ir.Bound(b.names, _inlined(b.domain, path), b.pattern, span=b.span)


def _inlined(e: ir.Expr, path: _Path) -> ir.Expr:
    """An expression with the local definitions around it inlined."""
    return inline_local(e, path.local)


def inline_local(e: ir.Expr, local: dict[str, ir.Expr]) -> ir.Expr:
    """An expression with plain local definitions inlined."""
    if not local:
        return e

    def rule(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Call(name, ()) | ir.Name(name) if name in local:
                return local[name]
            case _:
                return None

    return ir.rewrite(rule, e)


def conjuncts(e: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of a conjunction, however nested."""
    match e:
        case ir.Apply(Op.AND, args):
            for a in args:
                yield from conjuncts(a)
        case ir.Let(definitions, body) if all(not d.params for d in definitions):
            local: dict[str, ir.Expr] = {}
            for d in definitions:
                local[d.name] = inline_local(d.body, local)
            yield from conjuncts(inline_local(body, local))
        case _:
            yield e


def unfolded(e: ir.Call, system: System) -> ir.Expr | None:
    """The body of the called definition, with the arguments substituted."""
    definition = system.definitions.get(e.name)
    if definition is None or definition.recursive or definition.operators:
        return None
    return substitute(definition.body, dict(zip(definition.params, e.args, strict=True)))
