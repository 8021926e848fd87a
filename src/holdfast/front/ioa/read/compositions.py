"""Composite automata."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.arguments import match_arguments
from holdfast.front.ioa.read.binders import read_bound
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.declarations import declare_component
from holdfast.front.ioa.read.names import Binding, Header, Part, Role, Scope, scope_of
from holdfast.front.ioa.read.parts import (
    Parts,
    read_formula,
    read_invariants,
    read_names,
    read_properties,
    require_parts,
    split_parts,
)
from holdfast.front.ioa.types import Seq
from holdfast.front.suggest import did_you_mean

_FORMULAS = ("where", "hidden", "invariant_of")
_CLASSES = ("components", "invariants", "properties")


def split_composition(c: Checker, node: ast.FunctionDef) -> Parts:
    """The parts of a composition."""
    parts = split_parts(c, node, _FORMULAS, _CLASSES)
    require_parts(c, node, parts, ("components",))
    return parts


def hidden_names(parts: Parts) -> frozenset[str]:
    """The names in `hidden`, before they are checked."""
    node = parts.formulas.get("hidden")
    items = node.elts if isinstance(node, ast.Set) else []
    return frozenset(i.id for i in items if isinstance(i, ast.Name))


def read_components(c: Checker, header: Header, parts: Parts) -> tuple[tree.Component, ...]:
    """`class components`: `c: A(args)` or `P: [A(i) for i in domain]` lines."""
    scope = Scope().declaring(Role.PARAMETER, header.params)
    found: dict[str, tree.Component] = {}
    for statement in parts.body("components"):
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.AnnAssign(ast.Name() as name, annotation, None):
                component = _read_component(c, scope, name, annotation)
                if not declare_component(c, name, found, header.params) or component is None:
                    continue
                found[name.id] = component
                index = None if component.bound is None else component.bound.type
                header.parts[name.id] = Part(component.automaton, index)
            case _:
                message = "`class components` consists of lines `name: Automaton(arguments)`"
                c.error("ioa-misplaced", message, statement)
    return tuple(found.values())


def _read_component(
    c: Checker, scope: Scope, name: ast.Name, node: ast.expr
) -> tree.Component | None:
    bound: tree.Bound | None = None
    if isinstance(node, ast.ListComp):
        if len(node.generators) != 1 or node.generators[0].ifs:
            c.error("ioa-component", "a sequence of components has one `for` and no `if`", node)
            return None
        generator = node.generators[0]
        bound = read_bound(c, scope, generator.target, generator.iter)
        if bound is None or not _is_index(c, bound):
            return None
        scope = scope.having({bound.name: Binding(Role.BOUND, bound.type, bound.span)})
        node = node.elt
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        help = "write `c: A(args)` or `P: [A(i) for i in range(n)]`"
        c.error("ioa-component", "a component is an automaton with its arguments", node, help)
        return None
    automaton = c.globals.automata.get(node.func.id)
    if automaton is None:
        meant = did_you_mean(node.func.id, c.globals.automata)
        message = f"there is no automaton `{node.func.id}`"
        c.error("ioa-unknown-name", message, node.func, meant)
        return None
    formals = {p.name: p.type for p in automaton.params}
    args = match_arguments(c, scope, node, f"`{automaton.name}`", formals)
    return tree.Component(name.id, automaton.name, args, bound, span=c.span(name))


def _is_index(c: Checker, bound: tree.Bound) -> bool:
    """Whether a sequence of components has distinct indices; else there is a message."""
    match bound.domain:
        case tree.Call(tree.Builtin.RANGE) | None:
            return True
        case domain if isinstance(domain.type, Seq):
            message = "a sequence may have equal elements: components range over a set"
            help = f"write `set({domain.span.text})`"
            c.error("ioa-component", message, domain.span, help)
            return False
        case _:
            return True


def check_circles(c: Checker, headers: Mapping[str, Header]) -> bool:
    """Report compositions that contain themselves; the answer is whether there are any."""
    done: set[str] = set()
    found = False
    for name in headers:
        found = _visit(c, headers, name, [], done) or found
    return found


def _visit(
    c: Checker, headers: Mapping[str, Header], name: str, path: list[str], done: set[str]
) -> bool:
    if name in path:
        circle = " -> ".join([*path[path.index(name) :], name])
        message = f"the composition `{name}` contains itself: {circle}"
        c.error("ioa-circular", message, headers[name].span)
        return True
    if name in done or name not in headers:
        return False
    done.add(name)
    inside = [_visit(c, headers, p.automaton, [*path, name], done) for p in _parts(headers[name])]
    return any(inside)


def _parts(header: Header) -> list[Part]:
    return list(header.parts.values())


def controlled_kinds(headers: Mapping[str, Header], name: str) -> dict[str, set[tree.Kind]]:
    """The actions of an automaton, or of the components of a composition, and their kinds."""
    header = headers.get(name)
    if header is None:
        return {}
    kinds = _kinds_inside(headers, header)
    for action in header.hidden & kinds.keys():
        if tree.Kind.OUTPUT in kinds[action]:
            kinds[action] = kinds[action] - {tree.Kind.OUTPUT} | {tree.Kind.INTERNAL}
    return kinds


def _kinds_inside(headers: Mapping[str, Header], header: Header) -> dict[str, set[tree.Kind]]:
    """The actions before hiding."""
    kinds = {action: set(found) for action, found in header.kinds.items()}
    for automaton in {p.automaton for p in header.parts.values()}:
        for action, found in controlled_kinds(headers, automaton).items():
            kinds.setdefault(action, set()).update(found)
    return kinds


def read_composition(
    c: Checker,
    node: ast.FunctionDef,
    header: Header,
    parts: Parts,
    components: tuple[tree.Component, ...],
) -> tree.Composition:
    """A composition whose components have been read."""
    params = Scope().declaring(Role.PARAMETER, header.params)
    scope = scope_of(header)
    invariants = read_invariants(c, scope, parts)
    return tree.Composition(
        header.name,
        header.params,
        read_formula(c, params, parts, "where"),
        components,
        _read_hidden(c, header, parts),
        invariants,
        read_properties(c, scope, parts, invariants),
        span=c.span(node),
    )


def _read_hidden(c: Checker, header: Header, parts: Parts) -> tuple[str, ...]:
    """`hidden = {act1, act2}`: output actions of the components."""
    node = parts.formulas.get("hidden")
    if node is None:
        return ()
    kinds = _kinds_inside(c.globals.automata, header)
    names = read_names(c, node, "`hidden`")
    for name in names:
        if name.id not in kinds:
            help = did_you_mean(name.id, kinds)
            c.error("ioa-hidden", f"no component has an action `{name.id}`", name, help)
        elif tree.Kind.OUTPUT not in kinds[name.id]:
            c.error("ioa-hidden", f"`{name.id}` is an output of no component", name)
    return tuple(dict.fromkeys(n.id for n in names))
