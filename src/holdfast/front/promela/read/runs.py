"""Where `run` may be: it changes the state, so that an expression may create one process only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.front.promela.expression_nodes import (
    Binary,
    Conditional,
    Enabled,
    Expr,
    Field,
    Index,
    Match,
    MtypeConstant,
    Number,
    PcValue,
    Poll,
    PredefinedVariable,
    Priority,
    RemoteLabel,
    RemoteVariable,
    Run,
    TestChannel,
    Unary,
    Variable,
)


def check_runs(expr: Expr) -> str | None:
    """What is wrong with the `run` operators of an expression, if anything."""
    count = sum(isinstance(e, Run) for e in subexpressions(expr))
    if count > 1:
        return "an expression can create only one process"
    if count and _operators(expr) > 1:
        return "`run` cannot be part of a larger expression"
    return None


def has_run(expr: Expr) -> bool:
    """Whether an expression creates a process."""
    return any(isinstance(e, Run) for e in subexpressions(expr))


def _operators(expr: Expr) -> int:
    """How many operators are around or beside a `run`, not counting its arguments."""
    match expr:
        case Binary(_, left, right):
            return 1 + _operators(left) + _operators(right)
        case Unary(_, operand):
            return 1 + _operators(operand)
        case Conditional(test, yes, no):
            return 1 + _operators(test) + _operators(yes) + _operators(no)
        case _:
            return 0


def subexpressions(expr: Expr) -> Iterator[Expr]:
    """An expression and all expressions in it."""
    stack = [expr]
    while stack:
        found = stack.pop()
        yield found
        stack += _parts(found)


def _parts(expr: Expr) -> tuple[Expr, ...]:
    match expr:
        case Number() | MtypeConstant() | Variable() | PredefinedVariable():
            return ()
        case Index(array, index):
            return (array, index)
        case Field(record):
            return (record,)
        case Unary(_, operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case Conditional(test, yes, no):
            return (test, yes, no)
        case Run(_, args):
            return args
        case TestChannel(_, channel):
            return (channel,)
        case Poll(channel, args):
            return (channel, *(a.value for a in args if isinstance(a, Match)))
        case Enabled(pid) | PcValue(pid) | Priority(pid):
            return (pid,)
        case RemoteLabel(_, pid):
            return () if pid is None else (pid,)
        case RemoteVariable(_, pid, place):
            return (place,) if pid is None else (pid, place)
        case _:
            assert_never(expr)
