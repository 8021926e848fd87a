"""Expressions whose values are known before anything runs, computed as in C."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela.types import Basic, Mtype, Record, Type, Unlimited, Unsigned

UNLIMITED = 2**256
"""Numbers without a limit are assumed to be greater than all others."""

Known: TypeAlias = Callable[[nodes.Place], int | None]
"""The value of a variable or of a part of it, if it is known."""


def wrap_int(value: int) -> int:
    """The number as a C int of 32 bits."""
    return (value + 2**31) % 2**32 - 2**31


def bounds(t: Type) -> tuple[int, int]:
    """The least and the greatest value of a type of numbers."""
    match t:
        case Basic.BIT | Basic.BOOL:
            return 0, 1
        case Basic.SHORT:
            return -(2**15), 2**15 - 1
        case Basic.INT:
            return -(2**31), 2**31 - 1
        case Unsigned(bits):
            return 0, 2**bits - 1
        case Basic.BYTE | Basic.PID | Basic.CHAN | Mtype():
            return 0, 255
        case Unlimited():
            return -UNLIMITED, UNLIMITED
        case Record():
            raise AssertionError("a record is not a number")
        case _:
            raise AssertionError(t)


def truncate(value: int, t: Type) -> int:
    """The value that a variable of this type has after it is stored."""
    if isinstance(t, Unlimited):
        return value
    low, high = bounds(t)
    return (value - low) % (high - low + 1) + low


def fold(e: nodes.Expr, pid: int | None, known: Known) -> int | None:
    """The value of an expression, or None if it depends on the state."""
    match e:
        case nodes.Number(value) | nodes.MtypeConstant(_, value):
            return value
        case nodes.Variable() | nodes.Index() | nodes.Field():
            return known(e)
        case nodes.PredefinedVariable(nodes.Predefined.PID):
            return pid
        case nodes.Unary(op, operand):
            a = fold(operand, pid, known)
            return None if a is None else _unary(op, a)
        case nodes.Binary("&&" | "||" as op, left, right):
            return _lazy(op, fold(left, pid, known), lambda: fold(right, pid, known))
        case nodes.Binary(op, left, right):
            a, b = fold(left, pid, known), fold(right, pid, known)
            return None if a is None or b is None else compute(op, a, b)
        case nodes.Conditional(test, yes, no):
            chosen = fold(test, pid, known)
            return None if chosen is None else fold(yes if chosen else no, pid, known)
        case _:
            return None


def _unary(op: str, value: int) -> int:
    match op:
        case "-":
            return wrap_int(-value)
        case "~":
            return ~value
        case _:
            return int(not value)


def _lazy(op: str, left: int | None, right: Callable[[], int | None]) -> int | None:
    if left is None:
        # Whatever the left operand is, the right one may decide.
        other = right()
        decides = other is not None and bool(other) == (op == "||")
        return int(op == "||") if decides else None
    if bool(left) == (op == "||"):
        return int(op == "||")
    other = right()
    return None if other is None else int(other != 0)


def compute(op: nodes.BinaryOp, a: int, b: int) -> int | None:
    """The value of an operation; None if C does not define it."""
    match op:
        case "/" | "%":
            if b == 0:
                return None
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return wrap_int(quotient) if op == "/" else a - b * quotient
        case "<<" | ">>":
            if not 0 <= b < 32:
                return None
            return wrap_int(a << b) if op == "<<" else a >> b
        case _:
            return wrap_int(int(_SIMPLE[op](a, b)))


_SIMPLE: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "&&": lambda a, b: bool(a) and bool(b),
    "||": lambda a, b: bool(a) or bool(b),
}
