"""Values as the words that go to the C runtime and come from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from holdfast.interp.derived_sets import CommonSet, FlattenedSet, RemainingSet, UnitedSet
from holdfast.interp.given_sets import ANY, INT, NAT, REAL, STRING, Endless, Sequences
from holdfast.interp.lazy_sets import Interval, Subsets, SubsetsOfSize
from holdfast.interp.row_sets import Functions, Product, Records
from holdfast.ir.construct import set_of
from holdfast.ir.order import ordered
from holdfast.ir.ranks import Ranks
from holdfast.ir.values import (
    FALSE,
    TRUE,
    Boolean,
    FiniteSet,
    Function,
    ModelValue,
    Record,
    Value,
    model_value,
)

TEXTS = ("a", "b", "ab", "", "x y", "m1", "m2", "m3", "p_1", "p_2", "q_1")
RANKS = Ranks(TEXTS)
KINDS = (
    "SET TUPLE RECORD FUNCTION INTERVAL SUBSETS FUNCTIONS RECORDS PRODUCT SEQUENCES GIVEN"
    " SIZED_SUBSETS FILTERED UNITED COMMON REMAINING FLATTENED RULE"
).split()
GIVEN: tuple[Endless, ...] = (NAT, INT, REAL, STRING, ANY)
CODE = {kind: code for code, kind in enumerate(KINDS)}


def _head(kind: str, n: int) -> int:
    return n << 16 | CODE[kind] << 8 | 5


def _integer(i: int) -> int:
    return (i << 3 | 1) & 0xFFFF_FFFF_FFFF_FFFF


def _items(kind: str, items: Sequence[Value], domain: Value | None = None) -> Iterator[int]:
    yield _head(kind, len(items))
    if domain is not None:
        yield from encode(domain)
    for item in items:
        yield from encode(item)


def encode(value: Value) -> Iterator[int]:
    """A value as the words of value_read."""
    match value:
        case Boolean():
            yield 8 * value.truth | 2
        case int():
            yield _integer(value)
        case str():
            yield TEXTS.index(value) << 3 | 3
        case ModelValue():
            yield TEXTS.index(value.name) << 3 | 4
        case FiniteSet():
            yield from _items("SET", list(value.elements))
        case tuple():
            yield from _items("TUPLE", value)
        case Record():
            yield from _items("RECORD", value.values, value.domain)
        case Function():
            yield from _items("FUNCTION", value.values, value.domain)
        case _:
            yield from _encode_lazy(value)


def _encode_lazy(value: Any) -> Iterable[int]:
    match value:
        case Interval():
            return _items("INTERVAL", (value.low, value.high))
        case Subsets():
            return _items("SUBSETS", (value.base,))
        case SubsetsOfSize():
            return _items("SIZED_SUBSETS", (value.base, value.count))
        case Functions():
            return _items("FUNCTIONS", (value.range,), value.domain)
        case Records():
            return _items("RECORDS", value.sets, value.domain)
        case Product():
            return _items("PRODUCT", value.sets)
        case Sequences():
            return _items("SEQUENCES", (value.base,))
        case UnitedSet():
            return _items("UNITED", (value.first, value.second))
        case CommonSet():
            return _items("COMMON", (value.first, value.second))
        case RemainingSet():
            return _items("REMAINING", (value.first, value.second))
        case FlattenedSet():
            return _items("FLATTENED", (value.sets,))
        case _:
            return [_head("GIVEN", [g.name for g in GIVEN].index(value.name))]


def decode(words: Iterator[int]) -> Value:
    """The value that value_write has written."""
    first = next(words)
    match first & 7:
        case 1:
            return (first >> 3) - (1 << 61 if first >> 63 else 0)
        case 2:
            return TRUE if first >> 3 else FALSE
        case 3:
            return TEXTS[first >> 3]
        case 4:
            return model_value(TEXTS[first >> 3])
        case _:
            return _decode_words(first, words)


def _decode_words(first: int, words: Iterator[int]) -> Value:
    kind, n = KINDS[first >> 8 & 0xFF], first >> 16
    if kind == "GIVEN":
        return GIVEN[n]
    domain: Any = decode(words) if kind in ("RECORD", "FUNCTION", "FUNCTIONS", "RECORDS") else None
    items = [decode(words) for _ in range(n)]
    return _decode_object(kind, domain, items)


def _decode_object(kind: str, domain: Any, items: list[Any]) -> Value:
    match kind:
        case "SET":
            decoded = set_of(items)
            assert len(decoded) == len(items), "a set has an element twice"
            return decoded
        case "TUPLE":
            return tuple(items)
        case "RECORD" | "FUNCTION":
            ordered(domain)
            return (Record if kind == "RECORD" else Function)(domain, tuple(items))
        case "INTERVAL":
            return Interval(items[0], items[1])
        case "SUBSETS":
            return Subsets(items[0])
        case "SIZED_SUBSETS":
            return SubsetsOfSize(items[0], items[1])
        case "FUNCTIONS":
            return Functions(domain, items[0])
        case "RECORDS":
            return Records(domain, tuple(items))
        case "PRODUCT":
            return Product(tuple(items))
        case "SEQUENCES":
            return Sequences(items[0])
        case "UNITED":
            return UnitedSet(items[0], items[1])
        case "COMMON":
            return CommonSet(items[0], items[1])
        case "REMAINING":
            return RemainingSet(items[0], items[1])
        case _:
            assert kind == "FLATTENED"
            return FlattenedSet(items[0])
