"""Values of the system by their types: as texts of the language, and the small ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import assert_never

from holdfast.front.ioa import types
from holdfast.front.ioa.lower.domains import number_range
from holdfast.front.ioa.types import Type
from holdfast.ir.construct import canonical, function_from, record_of, set_of
from holdfast.ir.notation import show
from holdfast.ir.order import ordered
from holdfast.ir.values import FALSE, TRUE, FiniteSet, Function, Value


def show_value(value: Value, t: Type) -> str:  # a case for each kind
    """A value of a type, as the language writes it."""
    match t:
        case types.Bool():
            return str(bool(value))
        case types.Int() | types.Nat() | types.Real() | types.Bits():
            return str(value)
        case types.IntEnum() | types.IntRange() | types.Enum():
            return str(value)
        case types.Str():
            return repr(value)
        case types.Unknown():
            return show(value)
        case types.Record(name, fields):
            parts = dict(_pairs(value))
            return f"{name}({', '.join(show_value(parts[f], of) for f, of in fields)})"
        case types.Tuple(items):
            shown = [show_value(v, i) for (_, v), i in zip(_pairs(value), items, strict=True)]
            return f"({', '.join(shown)}{',' if len(shown) == 1 else ''})"
        case types.Seq(of):
            return f"[{', '.join(show_value(v, of) for _, v in _pairs(value))}]"
        case types.Set(of):
            elements = [show_value(e, of) for e in _elements(value)]
            return f"{{{', '.join(elements)}}}" if elements else "set()"
        case types.Map(key, of):
            pairs = [f"{show_value(k, key)}: {show_value(v, of)}" for k, v in _pairs(value)]
            return f"{{{', '.join(pairs)}}}"
        case types.Mset(of):
            copies = [e for e, n in _pairs(value) if isinstance(n, int) for _ in range(n)]
            return f"Mset({', '.join(show_value(e, of) for e in copies)})"
        case _:
            assert_never(t)


def _pairs(value: Value) -> Iterator[tuple[Value, Value]]:
    """The arguments and values of a function; a sequence counts from 1."""
    value = canonical(value)
    if isinstance(value, tuple):
        yield from enumerate(value, 1)
    elif isinstance(value, Function):
        yield from zip(ordered(value.domain), value.values, strict=True)


def _elements(value: Value) -> Iterator[Value]:
    value = canonical(value)
    if isinstance(value, FiniteSet):
        yield from ordered(value)


_MOST = 12
"""How many values of a type are tried."""


def small_values(t: Type) -> list[Value]:  # a case for each kind
    """Some values of a type, the smallest first; none if it is not known."""
    match t:
        case types.Bool():
            return [FALSE, TRUE]
        case types.Int() | types.Real():
            return [0, 1, 2, -1, 3, 4]
        case types.Nat():
            return [0, 1, 2, 3, 4]
        case types.IntRange() | types.Bits():
            low, high = number_range(t)
            return list(range(low, min(high + 1, low + _MOST)))
        case types.Enum(_, members) | types.IntEnum(_, members):
            return list(members[:_MOST])
        case types.Str(one):
            return ["a", "b"] if one else ["", "a", "b"]
        case types.Record(_, fields):
            names = [name for name, _ in fields]
            rows = product(*(small_values(f) for _, f in fields))
            return [record_of(dict(zip(names, r, strict=True))) for r in islice(rows, _MOST)]
        case types.Tuple(items):
            return list(islice(product(*map(small_values, items)), _MOST))
        case types.Seq(of):
            return list(_rows(small_values(of)))
        case types.Set(of):
            return list(dict.fromkeys(set_of(row) for row in _rows(small_values(of))))
        case types.Map(key, of):
            keys, values = list(_rows(small_values(key))), small_values(of)
            shifted = (values, values[1:], values[::-1])
            some = (zip(row, each, strict=False) for row in keys for each in shifted)
            return list(dict.fromkeys(function_from(list(dict(pairs).items())) for pairs in some))
        case types.Mset(of):
            bags = (Counter(row) for row in _rows(small_values(of)))
            return list(dict.fromkeys(function_from(list(bag.items())) for bag in bags))
        case types.Unknown():
            return []
        case _:
            assert_never(t)


def _rows(elements: list[Value]) -> Iterator[tuple[Value, ...]]:
    """Short rows of elements: of up to two any, then some of three."""
    for length in range(3):
        yield from islice(product(elements[:4], repeat=length), _MOST)
    if elements:
        yield (elements[0],) * 3
        yield tuple(elements[:3])
