"""What variables range over, and what stands on the right of `in`."""

from __future__ import annotations

import ast

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.names import Scope
from holdfast.front.ioa.types import (
    INT,
    UNKNOWN,
    Enum,
    IntEnum,
    IntRange,
    Map,
    Seq,
    Set,
    Type,
    Unknown,
    show,
)
from holdfast.front.suggest import wrong_number
from holdfast.source import Span


def read_container(c: Checker, scope: Scope, node: ast.expr, hint: Type = UNKNOWN) -> tree.Expr:
    """An expression, a `range(...)`, or the name of a finite type for all of its values."""
    match node:
        case ast.Call(func=ast.Name("range")) if "range" not in scope.names:
            return _read_range(c, scope, node)
        case ast.Name(name) if name not in scope.names and name in c.globals.types:
            return _all_values(c, name, c.span(node))
        case _:
            return c.infer(scope, node, hint)


def read_domain(c: Checker, scope: Scope, node: ast.expr) -> tuple[tree.Expr, Type]:
    """What a variable ranges over, and the type of its elements."""
    domain = read_container(c, scope, node)
    help: str | None = None
    match domain.type:
        case Seq(of) | Set(of):
            return domain, of
        case Map(of, _):
            help = "range over its keys: `m.keys()`"
        case Unknown():
            return domain, UNKNOWN
        case _:
            pass
    message = f"a variable cannot range over a value of type `{show(domain.type)}`"
    c.error("ioa-type", message, node, help)
    return c.broken(node), UNKNOWN


def _read_range(c: Checker, scope: Scope, node: ast.Call) -> tree.Expr:
    """`range(n)` is `range(0, n)`."""
    span = c.span(node)
    if node.keywords or len(node.args) not in (1, 2):
        count = len(node.args) + len(node.keywords)
        message = wrong_number("`range`", 2, count)
        help = "a step is not supported" if count == 3 else None
        c.error("ioa-argument-count", message, node, help)
        return c.broken(node)
    args = tuple(c.check(scope, a, INT) for a in node.args)
    if len(args) == 1:
        args = (tree.Literal(0, type=INT, span=span), *args)
    return tree.Call(tree.Builtin.RANGE, args, type=Seq(INT), span=span)


def _all_values(c: Checker, name: str, span: Span) -> tree.Expr:
    t = c.globals.types[name]
    match t:
        case Enum(_, members):
            items = tuple(tree.Literal(m, type=t, span=span) for m in members)
        case IntEnum(_, numbers):
            items = tuple(tree.Literal(n, type=t, span=span) for n in numbers)
        case IntRange(_, low, high):
            ends = tuple(tree.Literal(n, type=INT, span=span) for n in (low, high))
            return tree.Call(tree.Builtin.RANGE, ends, type=Seq(t), span=span)
        case Unknown():
            return c.broken(span)
        case _:
            c.error("ioa-type", f"`{name}` is a type whose values cannot be listed", span)
            return c.broken(span)
    return tree.SetOf(items, type=Set(t), span=span)
