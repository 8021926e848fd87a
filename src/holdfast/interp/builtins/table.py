"""What the compiler needs to know of an operator that is a Python function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from holdfast.ir.values import Value


@dataclass(frozen=True, slots=True)
class Builtin:
    """A library operator on values.

    `context`: the function takes the Context before its arguments. `operators`: the places
    of arguments that are operators; it gets them as Python callables on values. `lazy`: it
    gets its arguments unevaluated, with a method `force`, and evaluates them if it wants.
    """

    function: Callable[..., Value]
    arity: int
    context: bool = False
    operators: frozenset[int] = frozenset()
    lazy: bool = False


def plain(function: Callable[..., Value], arity: int) -> Builtin:
    """An operator on values only."""
    return Builtin(function, arity)


def with_context(function: Callable[..., Value], arity: int) -> Builtin:
    """An operator that needs its surroundings."""
    return Builtin(function, arity, context=True)


def higher_order(function: Callable[..., Value], arity: int, *operators: int) -> Builtin:
    """An operator with operators among its arguments, at these places."""
    return Builtin(function, arity, operators=frozenset(operators))


def lazily(function: Callable[..., Any], arity: int, context: bool = False) -> Builtin:
    """An operator that evaluates its arguments itself."""
    return Builtin(function, arity, context=context, lazy=True)
