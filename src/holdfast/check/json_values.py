"""Comparing values with JSON data that describes them, perhaps incompletely.

JSON cannot express all of TLA+: a model value is a string there, and outside ITF a set is an
array. So data is never converted where it can be compared with a value of the spec.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.notation import from_itf, show
from holdfast.ir.order import ordered
from holdfast.ir.values import Boolean, FiniteSet, Function, ModelValue, Value, model_value


@dataclass(frozen=True, slots=True)
class Dialect:
    """How data describes values.

    With `plain`, an array may be a set, and an object a function whose arguments are the texts
    of its keys. With `partial`, an object need not mention all arguments.
    """

    plain: bool = False
    partial: bool = False


ITF = Dialect()
TLC = Dialect(plain=True)
LOG = Dialect(plain=True, partial=True)


def matches(value: Value, data: Any, dialect: Dialect) -> bool:
    """Whether the data describes the value."""
    match data:
        case bool():
            return isinstance(value, Boolean) and value.truth == data
        case int():
            return type(value) is int and value == data
        case str():
            return value == data if type(value) is str else _names(data, value)
        case {"#bigint": str() | int() as digits}:
            return type(value) is int and str(value) == str(digits)
        case {"#unserializable": _}:
            return True  # it says nothing
        case {"#set": list(items)}:
            return isinstance(value, FiniteSet) and _same_set(value, items, dialect)
        case {"#tup": list(items)}:
            return isinstance(value, tuple) and _same_row(value, items, dialect)
        case {"#map": list(pairs)}:
            return _same_map(value, pairs, dialect)
        case list(items):
            if isinstance(value, FiniteSet):
                return dialect.plain and _same_set(value, items, dialect)
            return isinstance(value, tuple) and _same_row(value, items, dialect)
        case dict():
            return _same_fields(value, data, dialect)
        case _:
            return False


def _names(text: str, value: Value) -> bool:
    """Whether a text names a model value; Apalache adds the sort of the value to it."""
    return isinstance(value, ModelValue) and (
        text == value.name or text.startswith(f"{value.name}_OF_")
    )


def _same_row(row: tuple[Value, ...], items: list[Any], dialect: Dialect) -> bool:
    pairs = zip(row, items, strict=False)
    return len(row) == len(items) and all(matches(v, item, dialect) for v, item in pairs)


def _same_set(value: FiniteSet, items: list[Any], dialect: Dialect) -> bool:
    elements = ordered(value)
    return len(elements) == len(items) and _paired(
        [[matches(e, item, dialect) for e in elements] for item in items]
    )


def _same_map(value: Value, pairs: list[Any], dialect: Dialect) -> bool:
    arguments = _arguments(value)
    if arguments is None or len(arguments) != len(pairs):
        return False
    if not all(isinstance(p, list) and len(p) == 2 for p in pairs):
        return False
    return _paired(
        [
            [matches(k, p[0], dialect) and matches(v, p[1], dialect) for k, v in arguments]
            for p in pairs
        ]
    )


def _same_fields(value: Value, data: dict[str, Any], dialect: Dialect) -> bool:
    arguments = _arguments(value)
    if arguments is None or (len(arguments) != len(data) and not dialect.partial):
        return False
    by_key = {_key(k, dialect): v for k, v in arguments}
    return all(key in by_key and matches(by_key[key], d, dialect) for key, d in data.items())


def _arguments(value: Value) -> list[tuple[Value, Value]] | None:
    """The arguments of a function with its values; None if it is not one."""
    match value:
        case tuple():
            return list(enumerate(value, start=1))
        case Function():
            return list(zip(ordered(value.domain), value.values, strict=True))
        case _:
            return None


def _key(argument: Value, dialect: Dialect) -> str | None:
    if isinstance(argument, str):
        return argument
    return show(argument) if dialect.plain else None


def _paired(fits: list[list[bool]]) -> bool:
    """Whether each row can have a column of its own that fits it (augmenting paths)."""
    taken: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        for column, fit in enumerate(fits[row]):
            if fit and column not in seen:
                seen.add(column)
                if column not in taken or place(taken[column], seen):
                    taken[column] = row
                    return True
        return False

    return all(place(row, set()) for row in range(len(fits)))


# ---- the value of data, for explanations ----


def value_like(data: Any, example: Value | None, model_values: Sequence[str]) -> Value:
    """The value that data most likely describes, by an example of such a value.

    Raises EvalError if it describes none.
    """
    match data, example:
        case str(), ModelValue() if _names(data, example):
            return example
        case str(), str():
            return data
        case str(), _:
            return _named(data, model_values)
        case ([*items], FiniteSet()) | ({"#set": [*items]}, FiniteSet() | None):
            inner = next(iter(ordered(example)), None) if isinstance(example, FiniteSet) else None
            return set_of([value_like(item, inner, model_values) for item in items])
        case ([*items], _) | ({"#tup": [*items]}, _):
            row = example if isinstance(example, tuple) else ()
            return tuple(
                [
                    value_like(item, row[min(i, len(row) - 1)] if row else None, model_values)
                    for i, item in enumerate(items)
                ]
            )
        case dict(), Function() if not any(key.startswith("#") for key in data):
            known = {_key(k, TLC): (k, v) for k, v in _arguments(example) or ()}
            pairs = [(*known.get(key, (key, None)), d) for key, d in data.items()]
            return function_from([(k, value_like(d, v, model_values)) for k, v, d in pairs])
        case dict(), _ if not any(key.startswith("#") for key in data):
            return record_of({k: value_like(d, None, model_values) for k, d in data.items()})
        case _:
            return from_itf(data, model_values)


def _named(text: str, model_values: Sequence[str]) -> Value:
    return model_value(text) if text in model_values else text
