"""The types of I/O automata; a synonym is replaced by the type that it names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, assert_never


@dataclass(frozen=True, slots=True)
class Unknown:
    """Compatible with every type: the elements of `[]`, and whatever has been reported as wrong."""


@dataclass(frozen=True, slots=True)
class Bool:
    """True and False."""


@dataclass(frozen=True, slots=True)
class Int:
    """The integers."""


@dataclass(frozen=True, slots=True)
class Nat:
    """The integers from 0."""


@dataclass(frozen=True, slots=True)
class Real:
    """The real numbers, which only solvers know."""


@dataclass(frozen=True, slots=True)
class Str:
    """Strings; `Char` has those of length 1."""

    one: bool = False


@dataclass(frozen=True, slots=True)
class Bits:
    """`bvN`: integers from 0 with `width` binary digits; operators wrap around."""

    width: int


@dataclass(frozen=True, slots=True)
class Enum:
    """`Enum[A, B]`: named values, which are visible in the whole file."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IntEnum:
    """`IntEnum[1, 3, 5]`: some integers."""

    name: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IntRange:
    """`IntRange[low:high]`: the integers from `low` up to, but without, `high`."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Record:
    """`NamedTuple[f: T, g: U]`: its name is its constructor."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Tuple:
    """`Tuple[T, U]`: tuples with as many items as there are types."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Seq:
    """Finite sequences, counted from 0."""

    of: Type


@dataclass(frozen=True, slots=True)
class Set:
    """Finite sets; with `infinite` (`ISet`) perhaps infinite ones, which only solvers know."""

    of: Type
    infinite: bool = False


@dataclass(frozen=True, slots=True)
class Map:
    """Functions on a finite set of keys."""

    key: Type
    value: Type


@dataclass(frozen=True, slots=True)
class Mset:
    """Multisets."""

    of: Type


Type: TypeAlias = (
    Unknown
    | Bool
    | Int
    | Nat
    | Real
    | Str
    | Bits
    | Enum
    | IntEnum
    | IntRange
    | Record
    | Tuple
    | Seq
    | Set
    | Map
    | Mset
)

UNKNOWN, BOOL, INT, NAT, REAL, STR, CHAR = (
    Unknown(),
    Bool(),
    Int(),
    Nat(),
    Real(),
    Str(),
    Str(one=True),
)


def show(t: Type) -> str:
    """A type as the language writes it."""
    match t:
        case Unknown():
            return "?"
        case Bool():
            return "bool"
        case Int():
            return "int"
        case Nat():
            return "nat"
        case Real():
            return "Real"
        case Str(one):
            return "Char" if one else "str"
        case Bits(width):
            return f"bv{width}"
        case Enum(name) | IntEnum(name) | IntRange(name) | Record(name):
            return name
        case Tuple(items):
            return f"Tuple[{', '.join(map(show, items))}]"
        case Seq(of):
            return f"Seq[{show(of)}]"
        case Set(of, infinite):
            return f"{'ISet' if infinite else 'Set'}[{show(of)}]"
        case Map(key, value):
            return f"Map[{show(key)}, {show(value)}]"
        case Mset(of):
            return f"Mset[{show(of)}]"
        case _:
            assert_never(t)


def has_maps(t: Type) -> bool:
    """Whether a part of a type is a map or a multiset."""
    match t:
        case Map() | Mset():
            return True
        case Record(_, fields):
            return any(has_maps(f) for _, f in fields)
        case Tuple(items):
            return any(map(has_maps, items))
        case Seq(of) | Set(of):
            return has_maps(of)
        case _:
            return False


def without_values(t: Type) -> Type | None:
    """The part of a type whose values are not finite data, if there is one."""
    match t:
        case Real() | Set(_, True):
            return t
        case Record(_, fields):
            return _first(f for _, f in fields)
        case Tuple(items):
            return _first(items)
        case Seq(of) | Set(of) | Mset(of):
            return without_values(of)
        case Map(key, value):
            return _first((key, value))
        case _:
            return None


def _first(types: Iterable[Type]) -> Type | None:
    return next((found for t in types if (found := without_values(t)) is not None), None)
