"""Which types fit together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from holdfast.front.ioa.types import (
    BOOL,
    INT,
    REAL,
    UNKNOWN,
    Bits,
    Int,
    IntEnum,
    IntRange,
    Map,
    Mset,
    Nat,
    Real,
    Seq,
    Set,
    Str,
    Tuple,
    Type,
    Unknown,
    show,
)


def is_integer(t: Type) -> bool:
    """Whether the values are integers of any kind."""
    return isinstance(t, Int | Nat | Bits | IntEnum | IntRange)


def is_number(t: Type) -> bool:
    """Whether the values are numbers, reals included."""
    return is_integer(t) or isinstance(t, Real)


def is_unclear(t: Type) -> bool:
    """Whether a part of the type is unknown."""
    match t:
        case Unknown():
            return True
        case Seq(of) | Set(of) | Mset(of):
            return is_unclear(of)
        case Map(key, value):
            return is_unclear(key) or is_unclear(value)
        case Tuple(items):
            return any(map(is_unclear, items))
        case _:
            return False


def fits(found: Type, expected: Type) -> bool:
    """Whether a value may stand where another type is declared.

    That an integer is within the limits of a smaller type is not a question of types.
    """
    if isinstance(found, Unknown) or isinstance(expected, Unknown) or found == expected:
        return True
    if is_integer(found) and is_integer(expected):
        return not (isinstance(found, Bits) and isinstance(expected, Bits))
    match found, expected:
        case Str(one), Str(only_one):
            return one or not only_one
        case Set(a, infinite), Set(b, may_be_infinite):
            return fits(a, b) and (may_be_infinite or not infinite)
        case (Seq(a), Seq(b)) | (Mset(a), Mset(b)):
            return fits(a, b)
        case Map(a, c), Map(b, d):
            return fits(a, b) and fits(c, d)
        case Tuple(a), Tuple(b):
            return len(a) == len(b) and all(map(fits, a, b))
        case _:
            return False


def agree(a: Type, b: Type) -> bool:
    """Whether values of the two types may be compared.

    Unlike in an assignment, a bit vector and another integer differ: operators on them do.
    """
    if is_integer(a) and is_integer(b):
        return isinstance(a, Bits) == isinstance(b, Bits) and fits(a, b)
    match a, b:
        case (Seq(x), Seq(y)) | (Set(x), Set(y)) | (Mset(x), Mset(y)):
            return agree(x, y)
        case Map(x, v), Map(y, w):
            return agree(x, y) and agree(v, w)
        case Tuple(xs), Tuple(ys):
            return len(xs) == len(ys) and all(map(agree, xs, ys))
        case _:
            return fits(a, b) or fits(b, a)


def join(a: Type, b: Type) -> Type:
    """The smallest type for values of both; the first one if they do not agree."""
    if isinstance(a, Unknown) or a == b:
        return b
    if is_integer(a) and is_integer(b):
        return next((t for t in (a, b) if isinstance(t, Bits)), INT)
    match a, b:
        case Str(), Str():
            return Str()
        case Set(x, one), Set(y, other):
            return Set(join(x, y), one or other)
        case Seq(x), Seq(y):
            return Seq(join(x, y))
        case Mset(x), Mset(y):
            return Mset(join(x, y))
        case Map(x, v), Map(y, w):
            return Map(join(x, y), join(v, w))
        case Tuple(xs), Tuple(ys) if len(xs) == len(ys):
            return Tuple(tuple(map(join, xs, ys)))
        case _:
            return a


def join_all(types: Iterable[Type]) -> Type:
    """The smallest type for values of all of them."""
    start: Type = UNKNOWN
    return reduce(join, types, start)


def widest(t: Type) -> Type:
    """What a comparison tells about the other side: only that it is an integer."""
    return INT if is_integer(t) and not isinstance(t, Bits) else t


def describe(t: Type) -> str:
    """A type in the words of a message."""
    if t == BOOL:
        return "Boolean"
    if t == REAL:
        return "real number"
    if is_integer(t) and not isinstance(t, Bits):
        return "integer"
    return f"`{show(t)}`"


def mismatch(found: Type, expected: Type) -> str:
    """The message about an expression of the wrong type."""
    return f"{describe(found)} used where {describe(expected)} expected"
