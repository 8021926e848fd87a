"""Shapes: the types of symbolic values, and their layout in terms.

A shape is for all sizes what a type is for one. Every value of a shape is one of its
`alternatives`, which contain no unions and no small enumerations: those are distinguished by
literals. So an alternative is a row of terms, and a set of a shape is one relation for each
alternative.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias, assert_never

from holdfast.smt.terms.term import BOOL, INT, REAL, Sort, Symbol, Term
from holdfast.smt.unbounded.apart import STRUCTURED, Side, told_apart

ATOM = Sort("name or string")
"""Strings and the model values that belong to no constant set; no constant has this name."""

IS_STRING = Symbol("is a string", (ATOM,), BOOL)
"""Which of them are strings."""

_FEW = 4
"""The limit on enumerated numbers, beyond which a shape is all integers."""
_MANY = 40
"""How many alternatives a shape may have before its enumerations become arguments."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value: the shape of the elements of `{}`."""


@dataclass(frozen=True, slots=True)
class Truths:
    """TRUE and FALSE, or only one of them."""

    values: frozenset[bool] = frozenset((False, True))


@dataclass(frozen=True, slots=True)
class Numbers:
    """Integers, all or a few."""

    values: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Reals:
    """Real numbers."""


@dataclass(frozen=True, slots=True)
class Atoms:
    """Strings and single model values, all or some; a string is written with its quotes."""

    values: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of a constant set, which is a sort."""

    sort: Sort


@dataclass(frozen=True, slots=True)
class Tuples:
    """Tuples of one length."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Records:
    """Records with these fields, in alphabetical order."""

    fields: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets whose elements have a shape."""

    of: Shape


@dataclass(frozen=True, slots=True)
class Reified:
    """Sets that are elements of a sort of sets, whose members have a shape.

    `within` is the constant set of sets that they belong to, if that is known.
    """

    sort: Sort
    of: Shape
    within: Symbol | None = None


@dataclass(frozen=True, slots=True)
class Functions:
    """Functions whose arguments and values have a shape.

    `domain` is, for each alternative of the arguments, a formula over `places` for membership in
    the domain; None if the domain is not the same in all states. `length` is n if it is 1..n.
    """

    key: Shape
    domain: tuple[Term, ...] | None
    range: Shape
    length: Term | None = None


@dataclass(frozen=True, slots=True)
class Sequences:
    """Sequences of any length, whose items have a shape: functions on 1..n for some n."""

    of: Shape


@dataclass(frozen=True, slots=True)
class Unions:
    """Values of several kinds, at most one shape of each kind."""

    options: tuple[Shape, ...]


Shape: TypeAlias = (
    Nothing
    | Truths
    | Numbers
    | Reals
    | Atoms
    | Elements
    | Tuples
    | Records
    | Sets
    | Reified
    | Functions
    | Sequences
    | Unions
)

NOTHING = Nothing()


def kind(s: Shape) -> tuple[object, ...]:
    """The kind of a shape; shapes of one kind can be joined."""
    match s:
        case Elements(sort):
            return ("elements", sort)
        case Tuples(items):
            return ("tuples", len(items))
        case Records(fields):
            return ("records", *(name for name, _ in fields))
        case Sets() | Reified():
            return ("sets",)
        case Functions() | Sequences():
            return ("functions",)
        case Reals():
            return (Numbers.__name__,)
        case Nothing() | Truths() | Numbers() | Atoms() | Unions():
            return (type(s).__name__,)
        case _:
            assert_never(s)


def join(a: Shape, b: Shape) -> Shape:
    """The least shape of all values of both."""
    if a == b or isinstance(b, Nothing):
        return a
    if isinstance(a, Nothing):
        return b
    if kind(a) != kind(b) or isinstance(a, Unions):
        return _join_options((*_options(a), *_options(b)))
    match a, b:
        case Truths(x), Truths(y):
            return Truths(x | y)
        case (Reals(), _) | (_, Reals()):
            return Reals()
        case Numbers(None), Numbers():
            return a
        case Numbers(), Numbers(None):
            return b
        case Numbers(x), Numbers(y) if x is not None and y is not None:
            return Numbers(x | y if len(x | y) <= _FEW else None)
        case Atoms(x), Atoms(y):
            told_apart(sides(a), sides(b))
            return Atoms(None if x is None or y is None else x | y)
        case Tuples(xs), Tuples(ys):
            return Tuples(tuple(map(join, xs, ys)))
        case Records(xs), Records(ys):
            return Records(tuple((n, join(x, y)) for (n, x), (_, y) in zip(xs, ys, strict=True)))
        case ((Functions() | Sequences()), (Functions() | Sequences())):
            return _join_functions(a, b)
        case Reified(sort, of), Reified(other) if sort == other:
            return Reified(sort, of)
        case ((Sets(x) | Reified(_, x)), (Sets(y) | Reified(_, y))):
            return Sets(join(x, y))
        case _:
            raise AssertionError(f"{a} and {b} are of one kind")


def _join_functions(a: Functions | Sequences, b: Functions | Sequences) -> Shape:
    of = join(_range(a), _range(b))
    match a, b:
        case Functions(), Functions() if a.key == b.key and a.domain == b.domain:
            return Functions(a.key, a.domain, of, a.length if a.length == b.length else None)
        case _ if _are_sequences(a) and _are_sequences(b):
            return Sequences(of)
        case _:
            return Functions(join(_key(a), _key(b)), None, of)


def _are_sequences(s: Functions | Sequences) -> bool:
    return isinstance(s, Sequences) or s.length is not None


def _key(s: Functions | Sequences) -> Shape:
    return Numbers() if isinstance(s, Sequences) or s.length is not None else s.key


def _range(s: Functions | Sequences) -> Shape:
    return s.of if isinstance(s, Sequences) else s.range


def join_all(shapes: Iterable[Shape]) -> Shape:
    """The least shape of all values of several; `Nothing` of none."""
    found: Shape = NOTHING
    for s in shapes:
        found = join(found, s)
    return found


def sides(s: Shape) -> tuple[Side, ...]:
    """The kinds of the values of a shape, for distinctions."""
    match s:
        case Elements(sort):
            return (sort,)
        case Atoms(values):
            return ("STRING",) if values is None else tuple(sorted(values))
        case Numbers():
            return ("Int",)
        case Reals():
            return ("Real",)
        case Truths():
            return ("BOOLEAN",)
        case Unions(options):
            return tuple(side for o in options for side in sides(o))
        case Nothing():
            return ()
        case Tuples() | Records() | Sets() | Reified() | Functions() | Sequences():
            return (STRUCTURED,)
        case _:
            assert_never(s)


def _options(s: Shape) -> tuple[Shape, ...]:
    return s.options if isinstance(s, Unions) else (s,)


def _join_options(options: Iterable[Shape]) -> Shape:
    found: dict[tuple[object, ...], Shape] = {}
    for s in _with_tuples_as_sequences(tuple(options)):
        for other in found:
            if other != kind(s):
                told_apart(sides(found[other]), sides(s))
        found[kind(s)] = join(found.get(kind(s), NOTHING), s)
    # Independent of the order of joining; otherwise there would be no fixpoint.
    ordered = sorted(found.values(), key=lambda s: (_width(s), repr(kind(s))))
    return Unions(tuple(ordered)) if len(ordered) > 1 else ordered[0]


def _with_tuples_as_sequences(options: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """The options; beside functions on numbers, tuples are such functions."""
    keys = [_key(o) for o in options if isinstance(o, Functions | Sequences)]
    if not any(isinstance(k, Numbers) for key in keys for k in _options(key)):
        return options
    return tuple(Sequences(join_all(o.items)) if isinstance(o, Tuples) else o for o in options)


def _width(s: Shape) -> int:
    """Single values come first, so that the last option of a union is the usual one."""
    match s:
        case Atoms(values) | Numbers(values):
            return len(values) if values is not None else 100
        case _:
            return 50


def alternatives(s: Shape) -> tuple[Shape, ...]:
    """The shapes without unions and enumerations that together make up a shape."""
    found = tuple(_alternatives(s, expand=True))
    return found if len(found) <= _MANY else tuple(_alternatives(s, expand=False))


def _alternatives(s: Shape, expand: bool) -> list[Shape]:
    match s:
        case Nothing():
            return []
        case Truths(values):
            return [Truths(frozenset((v,))) for v in sorted(values)]
        case Numbers(values) if values is not None and expand:
            return [Numbers(frozenset((v,))) for v in sorted(values)]
        case Atoms(values) if values is not None and expand:
            return [Atoms(frozenset((v,))) for v in sorted(values)]
        case Unions(options):
            return [x for o in options for x in _alternatives(o, expand)]
        case Tuples(items):
            rows = product(*(_alternatives(i, expand) for i in items))
            return [Tuples(row) for row in rows]
        case Records(fields):
            names = [n for n, _ in fields]
            rows = product(*(_alternatives(f, expand) for _, f in fields))
            return [Records(tuple(zip(names, row, strict=True))) for row in rows]
        case Sets(of):
            return [reified(of)]
        case Numbers() | Reals() | Atoms() | Elements() | Reified() | Functions() | Sequences():
            return [s]
        case _:
            assert_never(s)


def reified(of: Shape) -> Reified:
    """The shape of the sets of such elements as elements of a sort of sets."""
    return Reified(Sort(f"SUBSET {label(of)}"), of)


def sorts(s: Shape) -> tuple[Sort, ...] | None:
    """The sorts of an alternative's row of terms; None if it is not a row."""
    match s:
        case Truths(values):
            return () if len(values) == 1 else (BOOL,)
        case Numbers(values):
            return () if values is not None and len(values) == 1 else (INT,)
        case Reals():
            return (REAL,)
        case Atoms(values):
            return () if values is not None and len(values) == 1 else (ATOM,)
        case Elements(sort) | Reified(sort):
            return (sort,)
        case Tuples(items):
            return _rows(items)
        case Records(fields):
            return _rows(f for _, f in fields)
        case Nothing() | Sets() | Functions() | Sequences() | Unions():
            return None
        case _:
            assert_never(s)


def _rows(items: Iterable[Shape]) -> tuple[Sort, ...] | None:
    rows = [sorts(i) for i in items]
    return None if None in rows else tuple(x for row in rows if row is not None for x in row)


def label(s: Shape) -> str:
    """A short text for a shape, used in the names of symbols and sorts."""
    match s:
        case Nothing():
            return "{}"
        case Truths(values):
            return "BOOLEAN" if len(values) == 2 else str(True in values).upper()
        case Numbers(values):
            return "Int" if values is None else "|".join(map(str, sorted(values)))
        case Reals():
            return "Real"
        case Atoms(values):
            return "Atom" if values is None else "|".join(sorted(values))
        case Elements(sort) | Reified(sort):
            return sort.name
        case Tuples(items):
            return f"<<{', '.join(map(label, items))}>>"
        case Records(fields):
            return f"[{', '.join(f'{n} : {label(f)}' for n, f in fields)}]"
        case Sets(of):
            return f"SUBSET {label(of)}"
        case Functions(key, _, of):
            return f"[{label(key)} -> {label(of)}]"
        case Sequences(of):
            return f"Seq({label(of)})"
        case Unions(options):
            return " or ".join(map(label, options))
        case _:
            assert_never(s)
