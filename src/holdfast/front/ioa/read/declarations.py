"""Declaring names: no duplicates, no clashes."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.builtin_names import is_reserved
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.type_reader import read_type
from holdfast.front.ioa.types import UNKNOWN, Type
from holdfast.source import Note, Span


def declare_global(c: Checker, name: str, span: Span) -> bool:
    """Declare a name for the whole file; the answer is whether it is new."""
    if is_reserved(name):
        c.error("ioa-name-clash", f"`{name}` is a name of the language itself", span)
        return False
    first = c.globals.spans.get(name)
    if first is not None:
        note = Note("the other declaration", first)
        c.error("ioa-duplicate", f"`{name}` is declared twice", span, None, note)
        return False
    c.globals.spans[name] = span
    return True


def declare(
    c: Checker,
    declared: tree.Declared,
    others: Mapping[str, tree.Declared],
    outer: Mapping[str, tree.Declared] | None = None,
) -> bool:
    """Whether a declared name is new among others, in the automaton (`outer`) and in the file."""
    name, span = declared.name, declared.span
    if is_reserved(name):
        c.error("ioa-name-clash", f"`{name}` is a name of the language itself", span)
        return False
    if name in others:
        note = Note("the other declaration", others[name].span)
        c.error("ioa-duplicate", f"`{name}` is declared twice", span, None, note)
        return False
    clash = outer[name].span if outer and name in outer else c.globals.spans.get(name)
    if clash is not None:
        what = "of the automaton" if outer and name in outer else "of the file"
        message = f"`{name}` is also a {'parameter' if outer and name in outer else 'name'} {what}"
        c.error("ioa-name-clash", message, span, "choose another name", Note("here", clash))
        return False
    return True


def read_params(
    c: Checker,
    args: ast.arguments,
    outer: Mapping[str, tree.Declared] | None = None,
) -> tuple[tree.Declared, ...]:
    """The typed formal parameters of a function, an action or an automaton."""
    found: dict[str, tree.Declared] = {}
    for arg in simple_params(c, args):
        t = read_annotation(c, arg)
        declared = tree.Declared(arg.arg, t, span=name_of(c, arg))
        if declare(c, declared, found, outer):
            found[arg.arg] = declared
    return tuple(found.values())


def read_annotation(c: Checker, arg: ast.arg) -> Type:
    """The type of a formal parameter."""
    if arg.annotation is not None:
        return read_type(c, arg.annotation)
    message = f"the parameter `{arg.arg}` has no type"
    c.error("ioa-parameters", message, arg, f"write `{arg.arg}: int`, for example")
    return UNKNOWN


def name_of(c: Checker, arg: ast.arg) -> Span:
    """The location of the name of a formal parameter."""
    span = c.span(arg)
    return span if arg.annotation is None else span._replace(end=span.start + len(arg.arg))


def simple_params(c: Checker, args: ast.arguments) -> tuple[ast.arg, ...]:
    """The formal parameters, with a message for each that is not a plain name."""
    for default in (*args.defaults, *(d for d in args.kw_defaults if d is not None)):
        c.error("ioa-parameters", "a parameter has no default value", default)
    for star in (args.vararg, args.kwarg):
        if star is not None:
            c.error("ioa-parameters", "the number of parameters is fixed", star)
    for other in (*args.posonlyargs, *args.kwonlyargs):
        c.error("ioa-parameters", "parameters are written without `/` and `*`", other)
    return (*args.posonlyargs, *args.args, *args.kwonlyargs)


def declare_component(
    c: Checker,
    name: ast.Name,
    others: Mapping[str, tree.Component],
    params: tuple[tree.Declared, ...],
) -> bool:
    """Whether the name of a component is new in its composition."""
    clash = others[name.id].span if name.id in others else None
    if clash is not None:
        note = Note("the other declaration", clash)
        c.error("ioa-duplicate", f"`{name.id}` is declared twice", name, None, note)
        return False
    for param in params:
        if param.name == name.id:
            message = f"`{name.id}` is also a parameter of the automaton"
            help = "choose another name"
            c.error("ioa-name-clash", message, name, help, Note("here", param.span))
            return False
    return True
