"""Expressions: every name is resolved, every expression gets its type."""

from __future__ import annotations

import ast
from fractions import Fraction

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.access import read_attribute, read_subscript
from holdfast.front.ioa.read.binders import read_list, read_map, read_set
from holdfast.front.ioa.read.builtin_names import FUNCTIONS
from holdfast.front.ioa.read.calls import read_call
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.constants import is_too_large
from holdfast.front.ioa.read.displays import read_items, read_tuple
from holdfast.front.ioa.read.names import Binding, Guess, Role, Scope
from holdfast.front.ioa.read.operators import (
    read_binary,
    read_choice,
    read_comparison,
    read_junction,
    read_unary,
)
from holdfast.front.ioa.types import (
    BOOL,
    CHAR,
    INT,
    REAL,
    STR,
    UNKNOWN,
    Bits,
    Real,
    Str,
    Type,
)
from holdfast.front.suggest import did_you_mean
from holdfast.source import Note

_REJECTED: dict[type[ast.expr], tuple[str, str | None]] = {
    ast.Lambda: ("`lambda` is not supported", "define a function: `def f(a: int) -> int: ...`"),
    ast.Yield: ("`yield` is not supported", None),
    ast.YieldFrom: ("`yield` is not supported", None),
    ast.Await: ("`await` is not supported", None),
    ast.JoinedStr: ("f-strings are not supported", None),
    ast.NamedExpr: ("`:=` is not supported", None),
    ast.Starred: ("`*` before an expression is not supported", None),
    ast.Slice: ("a slice stands only in brackets after a sequence", None),
    ast.GeneratorExp: (
        "a generator stands only in `all(...)` and `any(...)`",
        "for a sequence write `[...]`, for a set `{...}`",
    ),
}


def read_expr(c: Checker, scope: Scope, node: ast.expr, hint: Type) -> tree.Expr:
    """An expression with its type; the hint decides where the expression does not."""
    if scope.temporal and not _may_hold_temporal(node):
        scope = scope.without_temporal()
    match node:
        case ast.Constant():
            return _read_literal(c, node, hint)
        case ast.Name():
            return _read_name(c, scope, node, hint)
        case ast.BoolOp():
            return read_junction(c, scope, node)
        case ast.UnaryOp():
            return read_unary(c, scope, node, hint)
        case ast.BinOp():
            return read_binary(c, scope, node, hint)
        case ast.Compare():
            return read_comparison(c, scope, node)
        case ast.IfExp():
            return read_choice(c, scope, node, hint)
        case ast.Call():
            return read_call(c, scope, node, hint)
        case ast.Attribute():
            return read_attribute(c, scope, node)
        case ast.Subscript():
            return read_subscript(c, scope, node)
        case _:
            return _read_data(c, scope, node, hint)


def _read_data(c: Checker, scope: Scope, node: ast.expr, hint: Type) -> tree.Expr:
    help: str | None
    match node:
        case ast.Set() | ast.List():
            return read_items(c, scope, node, hint)
        case ast.Tuple():
            return read_tuple(c, scope, node, hint)
        case ast.SetComp():
            return read_set(c, scope, node, hint)
        case ast.ListComp():
            return read_list(c, scope, node, hint)
        case ast.DictComp():
            return read_map(c, scope, node, hint)
        case ast.Dict():
            help = "write a map as `{k: e for k in D}`" if node.keys else "the empty set is `set()`"
            message = "dictionaries are not supported"
        case _:
            message, help = _REJECTED.get(type(node), ("this expression is not supported", None))
    c.error("ioa-unsupported", message, node, help)
    return c.broken(node)


def _may_hold_temporal(node: ast.expr) -> bool:
    """Whether an operator combines temporal formulas."""
    match node:
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name("always" | "eventually" | "leads_to" | "implies")):
            return True
        case _:
            return False


def _read_literal(c: Checker, node: ast.Constant, hint: Type) -> tree.Expr:
    span = c.span(node)
    match node.value:
        case bool(value):
            return tree.Literal(value, type=BOOL, span=span)
        case int(value):
            return _read_integer(c, node, value, hint)
        case str(value):
            if any("\ud800" <= letter <= "\udfff" for letter in value):
                c.error("ioa-unsupported", "half a surrogate pair is not a character", node)
                return c.broken(node)
            one = isinstance(hint, Str) and hint.one and len(value) == 1
            return tree.Literal(value, type=CHAR if one else STR, span=span)
        case float():
            return _read_real(c, node, hint)
        case bytes():
            c.error("ioa-unsupported", "bytes are not supported", node)
        case None:
            c.error("ioa-unsupported", "`None` is not supported", node)
        case _:
            c.error("ioa-unsupported", "this literal is not supported", node)
    return c.broken(node)


def _read_integer(c: Checker, node: ast.Constant, value: int, hint: Type) -> tree.Expr:
    if is_too_large(value):
        c.error("ioa-constant", "this number is too large", node)
        return c.broken(node)
    if isinstance(hint, Bits) and value >= 2**hint.width:
        c.error("ioa-constant", f"this number has more than {hint.width} bits", node)
        return c.broken(node)
    t = hint if isinstance(hint, Bits | Real) else INT
    return tree.Literal(value, type=t, span=c.span(node))


def _read_real(c: Checker, node: ast.Constant, hint: Type) -> tree.Expr:
    """A decimal fraction, exactly: a quotient of integers."""
    span = c.span(node)
    if hint not in (REAL, UNKNOWN):
        c.error("ioa-unsupported", "a decimal fraction is only of the type `Real`", node)
        return c.broken(node)
    mantissa, _, exponent = span.text.lower().partition("e")
    if len(mantissa) > 1000 or len(exponent) > 4 or abs(int(exponent or 0)) > 1000:
        c.error("ioa-constant", "this number has too many digits", node)
        return c.broken(node)
    value = Fraction(span.text.replace("_", ""))
    top, bottom = (
        tree.Literal(n, type=REAL, span=span) for n in (value.numerator, value.denominator)
    )
    return tree.Apply(tree.Operator.DIV, (top, bottom), type=REAL, span=span)


def _read_name(c: Checker, scope: Scope, node: ast.Name, hint: Type) -> tree.Expr:
    binding = scope.names.get(node.id)
    if binding is not None:
        return _read_binding(c, scope, node, binding, hint)
    member = c.globals.members.get(node.id)
    if member is not None:
        return tree.Literal(node.id, type=member, span=c.span(node))
    return _unknown_name(c, scope, node)


def _read_binding(
    c: Checker, scope: Scope, node: ast.Name, binding: Binding, hint: Type
) -> tree.Expr:
    name, span = node.id, c.span(node)
    if isinstance(binding.declared, Guess) and binding.role is Role.BOUND:
        c.learn(binding.declared, hint)
    t = binding.type
    match binding.role:
        case Role.VARIABLE:
            return tree.Variable(name, type=t, span=span)
        case Role.PARAMETER:
            return tree.Parameter(name, type=t, span=span)
        case Role.COMPONENT:
            help = f"write `{name}[i].x`" if binding.part and binding.part.index else None
            message = f"`{name}` is a component, not a value"
            c.error("ioa-component", message, node, help or f"its variables are `{name}.x`")
            return c.broken(node)
        case Role.LOCAL if name not in scope.assigned:
            message = f"`{name}` may be used before it is assigned"
            note = Note("it is assigned here", binding.span)
            c.error("ioa-unassigned", message, node, None, note)
            return c.broken(node)
        case Role.LOCAL | Role.BOUND | Role.ARGUMENT:
            return tree.Local(name, type=t, span=span)


def _unknown_name(c: Checker, scope: Scope, node: ast.Name) -> tree.Expr:
    name = node.id
    if name in c.globals.types:
        message = f"`{name}` is a type, not a value"
    elif name in c.globals.functions or name in FUNCTIONS:
        message = f"`{name}` is a function, which needs its arguments"
    elif name in c.globals.automata:
        message = f"`{name}` is an automaton, not a value"
    else:
        help = did_you_mean(name, (*scope.names, *c.globals.names(), *FUNCTIONS))
        c.error("ioa-unknown-name", f"`{name}` is not declared", node, help)
        return c.broken(node)
    c.error("ioa-type", message, node)
    return c.broken(node)
