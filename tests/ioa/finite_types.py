"""The types of the language as sets of Python values, for the naive judge.

An Enum member is a string, a sequence is a tuple, a set is a frozenset, a record is a namedtuple.
Numbers of IntRange and bvN remember their type, because `incre` and `+` depend on it. Infinite
types are cut: `values` gives numbers from LEAST to MOST and sequences of at most LONGEST elements,
and `at_the_edge` tells whether a value is so close to the cut that larger ones may be missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any, TypeAlias, assert_never

LEAST, MOST, LONGEST = -9, 14, 3
EDGE = 2


class Undefined(Exception):
    """A partial operation was applied outside its domain."""


@dataclass(frozen=True)
class Bool:
    """Booleans."""


@dataclass(frozen=True)
class Int:
    """Integers from `low` on, or all."""

    low: int | None = None


@dataclass(frozen=True)
class Range:
    """Integers from `low` to `high` - 1."""

    low: int
    high: int


@dataclass(frozen=True)
class Bits:
    """Numbers of some bits."""

    width: int


@dataclass(frozen=True)
class Members:
    """The members of an Enum (strings) or IntEnum (integers)."""

    members: tuple[str | int, ...]


@dataclass(frozen=True)
class RecordOf:
    """Records; `make` is the class of namedtuples."""

    fields: tuple[tuple[str, Type], ...]
    make: Callable[..., Any] = field(compare=False)


@dataclass(frozen=True)
class SeqOf:
    """Finite sequences."""

    element: Type


@dataclass(frozen=True)
class SetOf:
    """Finite sets."""

    element: Type


@dataclass(frozen=True)
class BagOf:
    """Multisets."""

    element: Type


@dataclass(frozen=True)
class MapOf:
    """Functions from some values of `key`."""

    key: Type
    value: Type


@dataclass(frozen=True)
class TupleOf:
    """Tuples."""

    elements: tuple[Type, ...]


Type: TypeAlias = (
    Bool | Int | Range | Bits | Members | RecordOf | SeqOf | SetOf | BagOf | MapOf | TupleOf
)


class Ranged(int):
    """A number of an IntRange; the result of arithmetic is a plain integer."""

    type: Range

    def __new__(cls, value: int, type: Range) -> Ranged:
        """A number that remembers its type."""
        self = super().__new__(cls, value)
        self.type = type
        return self

    def moved(self, by: int) -> Ranged:
        """The next number, or the one before; only the end of the range has the other end next."""
        first, last = self.type.low, self.type.high - 1
        end, start = (last, first) if by > 0 else (first, last)
        return Ranged(start if self == end else self + by, self.type)


class Word(int):
    """A number of some bits, whose arithmetic wraps around."""

    width: int

    def __new__(cls, value: int, width: int) -> Word:
        """The number modulo 2 to the power of `width`."""
        self = super().__new__(cls, value % 2**width)
        self.width = width
        return self


def _wrapping(name: str) -> Callable[..., Word]:
    operator = getattr(int, name)

    def wrapped(self: Word, *others: int) -> Word:
        return Word(operator(int(self), *map(int, others)), self.width)

    return wrapped


for _name in "add sub mul lshift rshift and or xor".split():
    setattr(Word, f"__{_name}__", _wrapping(f"__{_name}__"))
    setattr(Word, f"__r{_name}__", _wrapping(f"__r{_name}__"))
for _name in "invert neg".split():
    setattr(Word, f"__{_name}__", _wrapping(f"__{_name}__"))


class FrozenMap(Mapping[Any, Any]):
    """A dictionary that can be an element of a set."""

    def __init__(self, pairs: Any) -> None:
        self._values = dict(pairs)
        self._hash = hash(frozenset(self._values.items()))

    def __getitem__(self, key: object) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return repr(self._values)


class Bag(FrozenMap):
    """How often each element of a multiset occurs, at least once."""

    def __init__(self, elements: Iterable[Any]) -> None:
        super().__init__(Counter(elements))

    def elements(self) -> Iterator[Any]:
        """Every element as often as it occurs."""
        return Counter(self).elements()

    def __len__(self) -> int:
        return sum(self.values())

    def __add__(self, other: Bag) -> Bag:
        return Bag((Counter(self) + Counter(other)).elements())

    def __sub__(self, other: Bag) -> Bag:
        return Bag((Counter(self) - Counter(other)).elements())

    def count(self, element: object) -> int:
        """How often an element occurs."""
        return int(self.get(element, 0))


def values(t: Type) -> tuple[Any, ...]:
    """All values of a type, cut if they are infinitely many."""
    return tuple(typed(t, value) for value in _values(t))


def _values(t: Type) -> Iterator[Any]:
    match t:
        case Bool():
            yield from (False, True)
        case Int(low):
            yield from range(LEAST if low is None else low, MOST + 1)
        case Range(low, high):
            yield from range(low, high)
        case Bits(width):
            yield from range(2**width)
        case Members(members):
            yield from members
        case RecordOf(fields, make):
            yield from (make(*parts) for parts in product(*(values(f) for _, f in fields)))
        case TupleOf(parts):
            yield from product(*map(values, parts))
        case SeqOf() | SetOf() | BagOf() | MapOf():
            yield from _collections(t)
        case _:
            assert_never(t)


def _collections(t: SeqOf | SetOf | BagOf | MapOf) -> Iterator[Any]:
    lengths = range(LONGEST + 1)
    match t:
        case SeqOf(element):
            yield from chain(*(product(values(element), repeat=length) for length in lengths))
        case SetOf(element):
            yield from map(frozenset, _subsets(values(element)))
        case BagOf(element):
            every = (combinations_with_replacement(values(element), n) for n in lengths)
            yield from map(Bag, chain(*every))
        case MapOf(key, value):
            for keys in _subsets(values(key)):
                for images in product(values(value), repeat=len(keys)):
                    yield FrozenMap(zip(keys, images, strict=True))
        case _:
            assert_never(t)


def _subsets(elements: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    return chain(*(combinations(elements, size) for size in range(len(elements) + 1)))


def typed(t: Type, value: Any) -> Any:
    """The value with the types of its numbers; one that does not belong to the type is kept."""
    match t:
        case Range():
            return Ranged(value, t)
        case Bits(width):
            return Word(value, width) if 0 <= value < 2**width else value
        case RecordOf(fields, make):
            return make(*(typed(f, part) for (_, f), part in zip(fields, value, strict=True)))
        case SeqOf(element):
            return tuple(typed(element, part) for part in value)
        case SetOf(element):
            return frozenset(typed(element, part) for part in value)
        case BagOf(element):
            return Bag(typed(element, part) for part in value.elements())
        case MapOf(key, image):
            return FrozenMap((typed(key, k), typed(image, v)) for k, v in value.items())
        case TupleOf(parts):
            return tuple(typed(p, part) for p, part in zip(parts, value, strict=True))
        case Bool() | Int() | Members():
            return value
        case _:
            assert_never(t)


def belongs(t: Type, value: Any) -> bool:
    """Whether a value belongs to a type."""
    match t:
        case Bool():
            return isinstance(value, bool)
        case Int(low):
            return low is None or value >= low
        case Range(low, high):
            return bool(low <= value < high)
        case Bits(width):
            return bool(0 <= value < 2**width)
        case Members(members):
            return value in members
        case RecordOf(fields):
            return all(belongs(f, part) for (_, f), part in zip(fields, value, strict=True))
        case SeqOf(element) | SetOf(element) | BagOf(element):
            return all(belongs(element, part) for part in value)
        case MapOf(key, image):
            return all(belongs(key, k) and belongs(image, v) for k, v in value.items())
        case TupleOf(parts):
            return all(belongs(p, part) for p, part in zip(parts, value, strict=True))
        case _:
            assert_never(t)


def at_the_edge(t: Type, value: Any) -> bool:
    """Whether larger values than this may be missing from `values`."""
    match t:
        case Int(low):
            return value > MOST - EDGE or (low is None and value < LEAST + EDGE)
        case RecordOf(fields):
            return any(at_the_edge(f, part) for (_, f), part in zip(fields, value, strict=True))
        case SeqOf(element):
            return len(value) >= LONGEST or any(at_the_edge(element, part) for part in value)
        case BagOf(element):
            return len(value) >= LONGEST or any(at_the_edge(element, part) for part in value)
        case SetOf(element):
            return any(at_the_edge(element, part) for part in value)
        case MapOf(key, image):
            return any(at_the_edge(key, k) or at_the_edge(image, v) for k, v in value.items())
        case TupleOf(parts):
            return any(at_the_edge(p, part) for p, part in zip(parts, value, strict=True))
        case Bool() | Range() | Bits() | Members():
            return False
        case _:
            assert_never(t)
