"""Arguments of library operators, checked: each function returns the value or raises an error."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from holdfast.interp.errors import (
    not_a_boolean,
    not_a_function,
    not_a_number,
    not_a_sequence,
    not_a_string,
)
from holdfast.ir.order import ordered
from holdfast.ir.values import FALSE, TRUE, Function, LazyFunction, Value

Operator: TypeAlias = Callable[..., Value]


def sequence(value: Value, operator: str) -> tuple[Value, ...]:
    """The value, which must be a sequence."""
    if isinstance(value, LazyFunction):
        value = value.finite()
    if isinstance(value, tuple):
        return value
    raise not_a_sequence(value, operator)


def number(value: Value, operator: str) -> int:
    """The value, which must be an integer."""
    if type(value) is int:
        return value
    raise not_a_number(value, operator)


def natural(value: Value, operator: str) -> int:
    """The value, which must be a natural number."""
    if type(value) is int and value >= 0:
        return value
    raise not_a_number(value, operator, "a natural number")


def string(value: Value, operator: str) -> str:
    """The value, which must be a string."""
    if type(value) is str:
        return value
    raise not_a_string(value, operator)


def truth(value: Value, operator: str) -> bool:
    """The value, which must be TRUE or FALSE."""
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise not_a_boolean(value, f"the Boolean for {operator}")


def function(value: Value) -> tuple[Value, ...] | Function:
    """The value, which must be a function with a finite domain."""
    if isinstance(value, LazyFunction):
        value = value.finite()
    if isinstance(value, tuple | Function):
        return value
    raise not_a_function(value)


def arguments_of(value: tuple[Value, ...] | Function) -> Iterable[Value]:
    """The arguments of a function, in order."""
    return range(1, len(value) + 1) if isinstance(value, tuple) else ordered(value.domain)


def values_of(value: tuple[Value, ...] | Function) -> tuple[Value, ...]:
    """The values of a function, in the order of its arguments."""
    return value if isinstance(value, tuple) else value.values


def pairs(value: Value) -> list[tuple[Value, Value]]:
    """The arguments and values of what must be a function with a finite domain."""
    table = function(value)
    return list(zip(arguments_of(table), values_of(table), strict=True))
