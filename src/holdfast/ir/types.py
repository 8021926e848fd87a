"""Types: what is known about a value before it is computed.

    Bool  Int  Real  Str   Booleans, integers, real numbers, strings
    Model                  model values: of constant sets, by their names, and single ones
    Set  Seq  Function     all elements have one type
    Tuple  Record          each item and each field has a type; a field may be missing
    Never                  no value at all: the type of the elements of `{}`
    Any                    nothing is known, because the spec mixes values of several types

A value may have several types, as `<<>>` does, which is a tuple, a sequence and a function.
Types are ordered by what they allow; `join` is the least type above two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never


@dataclass(frozen=True, slots=True)
class Never:
    """No value has this type."""


@dataclass(frozen=True, slots=True)
class Any:
    """Every value has this type."""


@dataclass(frozen=True, slots=True)
class Bool:
    """TRUE and FALSE."""


@dataclass(frozen=True, slots=True)
class Int:
    """The integers."""


@dataclass(frozen=True, slots=True)
class Real:
    """The real numbers: only a declaration says this, and only solvers have them."""


@dataclass(frozen=True, slots=True)
class Str:
    """The strings."""


@dataclass(frozen=True, slots=True)
class Model:
    """Model values: the elements of the constant sets `sorts`, and the values named.

    `Server \\union {Nil}` is `Model(("Server",), ("Nil",))`. Both are in alphabetical order.
    """

    sorts: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Set:
    """Sets of elements of one type."""

    of: Type


@dataclass(frozen=True, slots=True)
class Seq:
    """Sequences of any length, of items of one type."""

    of: Type


@dataclass(frozen=True, slots=True)
class Tuple:
    """Tuples with as many items as there are types."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """Functions whose arguments have the type `domain`, and their values `range`."""

    domain: Type
    range: Type


@dataclass(frozen=True, slots=True)
class Record:
    """Records with these fields, by name; those in `optional` may be missing."""

    fields: tuple[tuple[str, Type], ...]
    optional: frozenset[str] = frozenset()


Type: TypeAlias = (
    Never | Any | Bool | Int | Real | Str | Model | Set | Seq | Tuple | Function | Record
)


@dataclass(frozen=True, slots=True)
class Signature:
    """The types of a definition's arguments, wherever it is used, and of its value."""

    params: tuple[Type, ...]
    result: Type


NEVER, ANY, BOOL, INT, REAL, STR = Never(), Any(), Bool(), Int(), Real(), Str()
EMPTY = Tuple(())
"""The type of `<<>>`, which is the function without arguments."""


def record(fields: dict[str, Type], optional: frozenset[str] = frozenset()) -> Record:
    """A record type with its fields in alphabetical order."""
    return Record(tuple(sorted(fields.items(), key=lambda f: f[0])), optional)


# ---- the least common type ----


def join(a: Type, b: Type) -> Type:
    """The least type of all values of both types; `Any` where there is no other."""
    if a == b or b == NEVER:
        return a
    match a, b:
        case Never(), _:
            return b
        case Model(), Model():
            return Model(_united(a.sorts, b.sorts), _united(a.values, b.values))
        case Set(x), Set(y):
            return Set(join(x, y))
        case Record(), Record():
            return _join_records(a, b)
        case Tuple(xs), Tuple(ys) if len(xs) == len(ys):
            return Tuple(tuple(map(join, xs, ys)))
        case (Tuple(()), Record() as some) | (Record() as some, Tuple(())):
            return replace(some, optional=frozenset(name for name, _ in some.fields))
        case (Tuple(()), Function() as some) | (Function() as some, Tuple(())):
            return some
        case ((Seq() | Tuple()), (Seq() | Tuple())):
            return Seq(join(range_of(a), range_of(b)))
        case ((Seq() | Tuple() | Record() | Function()), (Seq() | Tuple() | Record() | Function())):
            return _join_functions(a, b)
        case _:
            return ANY


def join_all(types: Iterable[Type]) -> Type:
    """The least common type of several; `Never` of none."""
    found: Type = NEVER
    for t in types:
        found = join(found, t)
    return found


def _united(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
    return a if a == b else tuple(sorted({*a, *b}))


def _join_records(a: Record, b: Record) -> Record:
    ours, theirs = dict(a.fields), dict(b.fields)
    fields = {n: join(ours.get(n, NEVER), theirs.get(n, NEVER)) for n in (*ours, *theirs)}
    missing = frozenset(ours.keys() ^ theirs.keys())
    return record(fields, a.optional | b.optional | missing)


def _join_functions(a: Type, b: Type) -> Type:
    """A record is a function on strings, a sequence one on numbers."""
    return Function(join(domain_of(a), domain_of(b)), join(range_of(a), range_of(b)))


# ---- parts ----


def element_of(t: Type) -> Type:
    """The type of the elements of sets of this type."""
    match t:
        case Set(of):
            return of
        case Never():
            return NEVER
        case _:
            return ANY


def domain_of(t: Type) -> Type:
    """The type of the arguments of functions of this type."""
    match t:
        case Function(domain, _):
            return domain
        case Tuple(()) | Never():
            return NEVER
        case Seq() | Tuple():
            return INT
        case Record():
            return STR
        case _:
            return ANY


def range_of(t: Type) -> Type:
    """The type of the values of functions of this type, whatever the argument."""
    match t:
        case Function(_, of) | Seq(of):
            return of
        case Tuple(items):
            return join_all(items)
        case Record(fields):
            return join_all([of for _, of in fields])
        case Never():
            return NEVER
        case _:
            return ANY


def limited(t: Type, depth: int) -> Type:
    """The type with `Any` for all that is nested deeper, so that types do not grow forever."""
    match t:
        case Never() | Any() | Bool() | Int() | Real() | Str() | Model():
            return t
        case _ if depth == 0:
            return ANY
        case Set(of):
            return Set(limited(of, depth - 1))
        case Seq(of):
            return Seq(limited(of, depth - 1))
        case Tuple(items):
            return Tuple(tuple(limited(i, depth - 1) for i in items))
        case Function(domain, of):
            return Function(limited(domain, depth - 1), limited(of, depth - 1))
        case Record(fields, optional):
            return Record(tuple((n, limited(f, depth - 1)) for n, f in fields), optional)
        case _:
            assert_never(t)


def size(t: Type) -> int:
    """The number of types in a type."""
    match t:
        case Set(of) | Seq(of):
            return 1 + size(of)
        case Tuple(items):
            return 1 + sum(map(size, items))
        case Function(domain, of):
            return 1 + size(domain) + size(of)
        case Record(fields):
            return 1 + sum(size(of) for _, of in fields)
        case Never() | Any() | Bool() | Int() | Real() | Str() | Model():
            return 1
        case _:
            assert_never(t)
