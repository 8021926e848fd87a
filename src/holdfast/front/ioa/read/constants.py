"""Integers that are known when a file is read."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from holdfast.front.ioa.read.checker import MAX_DEPTH, Checker

_MOST_BITS = 10_000
"""Larger numbers cannot be written in decimal digits."""

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def constant(c: Checker, node: ast.expr) -> int | None:
    """The value of an expression of literals, or None after a message."""
    value = _value(node, 0)
    if value is None:
        c.error("ioa-constant", "this must be a constant integer", node)
    elif is_too_large(value):
        c.error("ioa-constant", "this number is too large", node)
        return None
    return value


def is_too_large(value: int) -> bool:
    """Whether a number is beyond what messages could show."""
    return value.bit_length() > _MOST_BITS


def _value(node: ast.expr, depth: int) -> int | None:
    if depth > MAX_DEPTH:
        return None
    match node:
        case ast.Constant(bool()):
            return None
        case ast.Constant(int(value)):
            return value
        case ast.UnaryOp(ast.USub(), operand):
            negated = _value(operand, depth + 1)
            return None if negated is None else -negated
        case ast.BinOp(left, op, right) if type(op) in _OPERATORS:
            one, other = _value(left, depth + 1), _value(right, depth + 1)
            if one is None or other is None or is_too_large(one) or is_too_large(other):
                return None
            return _OPERATORS[type(op)](one, other)
        case _:
            return None
