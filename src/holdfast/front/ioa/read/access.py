"""Parts of values: fields, indices, slices, and the variables of components."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.names import Header, Part, Role, Scope
from holdfast.front.ioa.types import (
    INT,
    Bits,
    Map,
    Mset,
    Record,
    Seq,
    Set,
    Tuple,
    Unknown,
    show,
)
from holdfast.front.suggest import did_you_mean
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class _Instance:
    """A component, or a sequence of components if `index` is not given yet."""

    path: tuple[tuple[str, tree.Expr | None], ...]
    part: Part


def read_attribute(c: Checker, scope: Scope, node: ast.Attribute) -> tree.Expr:
    """`x.f` of a record, `c.v` of a component."""
    instance = _read_instance(c, scope, node.value)
    if isinstance(instance, _Instance):
        return _read_component_variable(c, instance, node)
    if instance is not None:
        return instance
    record = c.infer(scope, node.value)
    return select_field(c, record, node)


def select_field(c: Checker, record: tree.Expr, node: ast.Attribute) -> tree.Expr:
    """A field of a record."""
    match record.type:
        case Record(name, fields):
            t = dict(fields).get(node.attr)
            if t is not None:
                return tree.Field(record, node.attr, type=t, span=c.span(node))
            help = did_you_mean(node.attr, dict(fields))
            message = f"`{name}` has no field `{node.attr}`"
            c.error("ioa-unknown-field", message, _attribute_span(c, node), help)
        case Unknown():
            pass
        case t:
            message = f"a value of type `{show(t)}` has no fields"
            help = f"call it: `.{node.attr}(...)`" if node.attr in ("keys", "count") else None
            c.error("ioa-unknown-field", message, _attribute_span(c, node), help)
    return c.broken(node)


def _attribute_span(c: Checker, node: ast.Attribute) -> Span:
    span = c.span(node)
    return span._replace(start=max(span.start, span.end - len(node.attr)))


def _read_instance(c: Checker, scope: Scope, node: ast.expr) -> _Instance | tree.Expr | None:
    """The component that an expression denotes, None if it does not; broken after a message."""
    root = node
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    binding = scope.names.get(root.id) if isinstance(root, ast.Name) else None
    if binding is None or binding.role is not Role.COMPONENT:
        return None
    return _follow(c, scope, node)


def _follow(c: Checker, scope: Scope, node: ast.expr) -> _Instance | tree.Expr | None:
    match node:
        case ast.Name(name):
            part = scope.names[name].part
            return None if part is None else _Instance(((name, None),), part)
        case ast.Subscript(value, index):
            inside = _follow(c, scope, value)
            return _select_index(c, scope, inside, node, index)
        case ast.Attribute(value, attr):
            inside = _follow(c, scope, value)
            return _select_part(c, inside, node, attr)
        case _:
            return None


def _select_index(
    c: Checker,
    scope: Scope,
    inside: _Instance | tree.Expr | None,
    node: ast.Subscript,
    index: ast.expr,
) -> _Instance | tree.Expr | None:
    if not isinstance(inside, _Instance):
        return inside
    name = inside.path[-1][0]
    if inside.part.index is None:
        message = f"`{name}` is one component, not a sequence of components"
        c.error("ioa-component", message, node)
        return c.broken(node)
    at = c.check(scope, index, inside.part.index)
    part = Part(inside.part.automaton, None)
    return _Instance((*inside.path[:-1], (name, at)), part)


def _select_part(
    c: Checker, inside: _Instance | tree.Expr | None, node: ast.Attribute, attr: str
) -> _Instance | tree.Expr | None:
    if not isinstance(inside, _Instance):
        return inside
    header = _automaton(c, inside, node)
    if header is None:
        return c.broken(node)
    part = header.parts.get(attr)
    if part is None:
        # The field of a variable: `c.v.f`.
        return None
    return _Instance((*inside.path, (attr, None)), part)


def _automaton(c: Checker, instance: _Instance, node: ast.expr) -> Header | None:
    """The automaton of one component, or None after a message."""
    name = instance.path[-1][0]
    if instance.part.index is not None:
        message = f"`{name}` is a sequence of components"
        c.error("ioa-component", message, node, f"write `{name}[i]` for one of them")
        return None
    return c.globals.automata.get(instance.part.automaton)


def _read_component_variable(c: Checker, instance: _Instance, node: ast.Attribute) -> tree.Expr:
    header = _automaton(c, instance, node)
    if header is None:
        return c.broken(node)
    span = c.span(node)
    for state in header.states:
        if state.name == node.attr:
            return tree.ComponentVariable(instance.path, node.attr, type=state.type, span=span)
    if node.attr in header.parts:
        message = f"`{node.attr}` is a component, not a value"
        c.error("ioa-component", message, node, "name one of its variables")
    else:
        what = "component" if header.composite else "state variable"
        known = (*header.parts, *(s.name for s in header.states))
        message = f"`{header.name}` has no {what} `{node.attr}`"
        help = did_you_mean(node.attr, known)
        c.error("ioa-unknown-name", message, _attribute_span(c, node), help)
    return c.broken(node)


def read_subscript(c: Checker, scope: Scope, node: ast.Subscript) -> tree.Expr:
    """`x[i]`, `x[low:high]`."""
    instance = _read_instance(c, scope, node)
    if isinstance(instance, _Instance):
        c.error("ioa-component", "this is a component, not a value", node)
        return c.broken(node)
    if instance is not None:
        return instance
    of = c.infer(scope, node.value)
    if isinstance(node.slice, ast.Slice):
        return _read_slice(c, scope, of, node, node.slice)
    return select_item(c, scope, of, node)


def select_item(c: Checker, scope: Scope, of: tree.Expr, node: ast.Subscript) -> tree.Expr:
    """`x[i]` of a sequence, a tuple or a map."""
    span = c.span(node)
    match of.type:
        case Seq(t):
            if _is_negative(c, node.slice, of):
                return c.broken(node)
            index = c.check(scope, node.slice, INT)
            return tree.Index(of, index, type=t, span=span)
        case Map(key, value):
            index = c.check(scope, node.slice, key)
            return tree.Index(of, index, type=value, span=span)
        case Tuple():
            return _read_tuple_index(c, of, of.type, node)
        case Unknown():
            c.infer(scope, node.slice)
        case t:
            help = None
            if isinstance(t, Bits):
                help = "the bit at a position is `bv_extract(x, i)`"
            elif isinstance(t, Mset):
                help = "the number of times that it has x is `b.count(x)`"
            elif isinstance(t, Set):
                help = "whether x is in it: `x in s`"
            c.error("ioa-type", f"a value of type `{show(t)}` has no indices", of.span, help)
    return c.broken(node)


def _read_tuple_index(c: Checker, of: tree.Expr, t: Tuple, node: ast.Subscript) -> tree.Expr:
    match node.slice:
        case ast.Constant(bool()):
            pass
        case ast.Constant(int(value)) if 0 <= value < len(t.items):
            index = tree.Literal(value, type=INT, span=c.span(node.slice))
            return tree.Index(of, index, type=t.items[value], span=c.span(node))
    message = f"the index of a tuple is a number from 0 to {len(t.items) - 1}"
    c.error("ioa-index", message, node.slice)
    return c.broken(node)


def _is_negative(c: Checker, index: ast.expr, of: tree.Expr) -> bool:
    """Whether an index is a negative literal, which is reported."""
    match index:
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))) if value:
            text = of.span.text if len(of.span.text) <= 30 else "s"
            help = f"count from the end with `{text}[len({text}) - {value}]`"
            c.error("ioa-index", "an index may not be negative", index, help)
            return True
        case _:
            return False


def _read_slice(
    c: Checker, scope: Scope, of: tree.Expr, node: ast.Subscript, part: ast.Slice
) -> tree.Expr:
    if not isinstance(of.type, Seq | Unknown):
        message = f"a value of type `{show(of.type)}` has no slices"
        c.error("ioa-type", message, of.span)
        return c.broken(node)
    if part.step is not None:
        c.error("ioa-unsupported", "a slice has no step", part.step)
    ends = []
    for end in (part.lower, part.upper):
        negative = end is not None and _is_negative(c, end, of)
        ends.append(None if end is None or negative else c.check(scope, end, INT))
    return tree.Slice(of, *ends, type=of.type, span=c.span(node))
