"""The runtime of compiled formulas: the interpreter's operators, the frequent case first."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

from holdfast.interp.closures import not_boolean
from holdfast.interp.errors import not_a_number
from holdfast.interp.functions import apply
from holdfast.interp.members import contains, elements, listed
from holdfast.interp.numbers import remainder
from holdfast.ir.construct import set_of
from holdfast.ir.order import ordered
from holdfast.ir.values import FALSE, TRUE, FiniteSet, Value


def _contains(collection: Value, value: Value) -> bool:
    if type(collection) is FiniteSet:
        return value in collection.elements
    return contains(collection, value)


def _elements(collection: Value) -> frozenset[Value]:
    return collection.elements if type(collection) is FiniteSet else listed(collection).elements


def _is_set_of(value: Value, elements: frozenset[Value]) -> bool:
    return type(value) is FiniteSet and value.elements == elements


def _is_subset_of(value: Value, elements: frozenset[Value]) -> bool:
    return type(value) is FiniteSet and value.elements <= elements


def _in_order(elements: frozenset[Value]) -> tuple[Value, ...]:
    return ordered(set_of(elements))


def subsets(elements: frozenset[Value]) -> frozenset[Value]:
    """All subsets of a set."""
    listed = list(elements)
    every = chain.from_iterable(combinations(listed, n) for n in range(len(listed) + 1))
    return frozenset(set_of(c) for c in every)


def subsets_in_order(elements: frozenset[Value]) -> tuple[Value, ...]:
    """All subsets of a set, in order of values."""
    return _in_order(subsets(elements))


def _number(value: Value) -> int:
    if type(value) is int:
        return value
    raise not_a_number(value, "the operator")


def _is_natural(value: Value) -> bool:
    return type(value) is int and value >= 0


def _is_between(low: int, value: Value, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_true(value: Value) -> bool:
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise not_boolean(value)


CALLED: dict[str, Any] = {
    "_at": apply,
    "_contains": _contains,
    "_elements": _elements,
    "_in_order": _in_order,
    "_is_between": _is_between,
    "_is_natural": _is_natural,
    "_is_set_of": _is_set_of,
    "_is_subset_of": _is_subset_of,
    "_is_true": _is_true,
    "_iterate": elements,
    "_number": _number,
    "_remainder": remainder,
    "_set_of": set_of,
    "TRUE": TRUE,
    "FALSE": FALSE,
}
"""The names that the text of a function may use."""
