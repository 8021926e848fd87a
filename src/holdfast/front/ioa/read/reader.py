"""From the text of a file of I/O automata to its tree; the text is never executed."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.actions import check_agreement
from holdfast.front.ioa.read.automata import (
    read_automaton,
    read_signature,
    read_states,
    split_automaton,
)
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.compositions import (
    check_circles,
    hidden_names,
    read_components,
    read_composition,
    split_composition,
)
from holdfast.front.ioa.read.declarations import declare_global, read_params
from holdfast.front.ioa.read.expressions import read_expr
from holdfast.front.ioa.read.functions import read_function
from holdfast.front.ioa.read.locations import parse
from holdfast.front.ioa.read.names import Globals, Header, Scope, globals_of, scope_of
from holdfast.front.ioa.read.parts import Parts
from holdfast.front.ioa.read.top_level import Top, split_file
from holdfast.front.ioa.read.type_reader import read_type
from holdfast.front.ioa.types import BOOL, Enum, Type
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, Span


def read_file(source: Source) -> tuple[tree.File | None, tuple[Diagnostic, ...]]:
    """The tree of a file and what is wrong with it; None if it is not Python."""
    parsed = parse(source, "exec")
    if isinstance(parsed, Diagnostic):
        return None, (parsed,)
    module, locations = parsed
    assert isinstance(module, ast.Module)
    c = Checker(Globals(), locations, read_expr)
    try:
        with deep_recursion():
            file = _read_module(c, module)
    except RecursionError:
        return None, (_too_deep(source),)
    return file, c.diagnostics()


def read_expression(
    source: Source,
    file: tree.File,
    automaton: str,
    *,
    temporal: bool = False,
    expected: Type = BOOL,
) -> tuple[tree.Expr | None, tuple[Diagnostic, ...]]:
    """An expression in the scope of an automaton, usually a formula; None if there are errors."""
    names = globals_of(file)
    scope = scope_of(names.automata[automaton])
    return _read_text(source, names, Scope(scope.names, temporal=temporal), expected)


def read_value(
    source: Source, file: tree.File, expected: Type
) -> tuple[tree.Expr | None, tuple[Diagnostic, ...]]:
    """An expression without variables, of a type; None if there are errors."""
    return _read_text(source, globals_of(file), Scope(), expected)


def _read_text(
    source: Source, names: Globals, scope: Scope, expected: Type
) -> tuple[tree.Expr | None, tuple[Diagnostic, ...]]:
    parsed = parse(source, "eval")
    if isinstance(parsed, Diagnostic):
        return None, (parsed,)
    expression, locations = parsed
    assert isinstance(expression, ast.Expression)
    c = Checker(names, locations, read_expr)
    try:
        with deep_recursion():
            found = c.check(scope, expression.body, expected)
    except RecursionError:
        return None, (_too_deep(source),)
    return (None if c.found else found), c.diagnostics()


def _too_deep(source: Source) -> Diagnostic:
    return Diagnostic("too-deep", "the text is nested too deeply", Span(source, 0, 0))


@dataclass(frozen=True, slots=True)
class _Begun:
    """An automaton of which everything has been read that others refer to."""

    node: ast.FunctionDef
    header: Header
    parts: Parts
    signature: tuple[tree.Action, ...] = ()
    components: tuple[tree.Component, ...] = ()


def _read_module(c: Checker, module: ast.Module) -> tree.File:
    top = split_file(c, module)
    _read_types(c, top)
    _declare_rest(c, top)
    functions = _read_functions(c, top)
    headers = [(n, _read_header(c, n)) for n in top.automata]
    begun = [_begin(c, n, h, n in top.compositions) for n, h in headers]
    check_agreement(c, (b.signature for b in begun))
    circular = check_circles(c, c.globals.automata)
    automata = () if circular else tuple(_finish(c, b) for b in begun)
    types = tuple(c.globals.types.items())
    return tree.File(types, functions, automata, span=c.locations.whole())


def _declare_rest(c: Checker, top: Top) -> None:
    """Declare functions and automata, so that parameters do not clash with later ones."""
    for nodes in (top.functions, top.automata):
        for node in tuple(nodes):
            if not declare_global(c, node.name, c.locations.name_span(node)):
                nodes.remove(node)


def _read_types(c: Checker, top: Top) -> None:
    for name, value in top.types:
        new = declare_global(c, name.id, c.span(name))
        t = read_type(c, value, name.id)
        if new:
            c.globals.define_type(name.id, t)
        if isinstance(t, Enum) and t.name == name.id:
            _declare_members(c, value, t)


def _declare_members(c: Checker, value: ast.expr, t: Enum) -> None:
    assert isinstance(value, ast.Subscript)
    items = value.slice.elts if isinstance(value.slice, ast.Tuple) else [value.slice]
    for item in items:
        match item:
            case ast.Name(member) | ast.Constant(str(member)) if member in t.members:
                declare_global(c, member, c.span(item))
            case _:
                pass


def _read_functions(c: Checker, top: Top) -> tuple[tree.Function, ...]:
    c.globals.unread = {node.name for node in top.functions}
    for node in top.functions:
        c.globals.functions[node.name] = read_function(c, node)
        c.globals.unread.remove(node.name)
    return tuple(c.globals.functions.values())


def _read_header(c: Checker, node: ast.FunctionDef) -> Header:
    header = Header(node.name, c.locations.name_span(node), read_params(c, node.args))
    if node.returns is not None:
        c.error("ioa-misplaced", "an automaton has no result", node.returns)
    c.globals.automata[node.name] = header
    return header


def _begin(c: Checker, node: ast.FunctionDef, header: Header, composite: bool) -> _Begun:
    if composite:
        header.composite = True
        parts = split_composition(c, node)
        header.hidden = hidden_names(parts)
        return _Begun(node, header, parts, components=read_components(c, header, parts))
    parts = split_automaton(c, node)
    read_states(c, header, parts)
    return _Begun(node, header, parts, read_signature(c, header, parts))


def _finish(c: Checker, begun: _Begun) -> tree.Automaton | tree.Composition:
    if begun.header.composite:
        return read_composition(c, begun.node, begun.header, begun.parts, begun.components)
    return read_automaton(c, begun.node, begun.header, begun.parts, begun.signature)
