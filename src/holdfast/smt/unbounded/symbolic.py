"""Symbolic values of expressions, for unknown sizes of the constant sets.

A set is its characteristic function, from values to formulas, and a way to enumerate it; a
function is a domain and a rule. So the solver never sees set theory.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias, assert_never

from holdfast.smt.terms.term import (
    FALSE,
    INT,
    TRUE,
    Sort,
    Symbol,
    Term,
    alike,
    and_,
    eq,
    number,
    to_real,
    truth,
    variable,
)
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded.apart import STRUCTURED, Side, told_apart
from holdfast.smt.unbounded.shapes import ATOM, Shape
from holdfast.smt.unbounded.support import refuse


class Undefined(Exception):
    """An operation was applied to a value of the wrong kind, and is undefined."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A formula."""

    term: Term


@dataclass(frozen=True, slots=True)
class Number:
    """An integer or a real number; `values` are all possible integers, if known."""

    term: Term
    values: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Atom:
    """A string or a single model value; `values` are all possible ones, if known."""

    term: Term
    values: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a constant set."""

    term: Term


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple."""

    items: tuple[Sym, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record, its fields in alphabetical order."""

    fields: tuple[tuple[str, Sym], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """The elements of a set that have one form: `value` for all `variables` with `guard`."""

    variables: tuple[Term, ...]
    guard: Term
    value: Sym


@dataclass(frozen=True, slots=True)
class Set:
    """A set: which values belong to it, and its elements by their forms.

    `each` is None if the elements are not rows of terms, so that nothing can range over them.
    `plain` means that each element has exactly one form with exactly one choice of variables.
    `whole` is the sort of which it has all elements. `base` is the set of whose subsets it
    consists, if it has all of them. `length` is n if it is 1..n, and 0 if that is empty.
    """

    of: Shape
    has: Callable[[Sym], Term]
    each: Callable[[Maker], tuple[Item, ...]] | None
    plain: bool = False
    whole: Sort | None = None
    base: Set | None = None
    length: Term | None = None


@dataclass(frozen=True, slots=True)
class Reified:
    """A set that is an element of a sort of sets; `of` is the shape of its members.

    `within` is the constant set of sets that it belongs to, if that is known.
    """

    term: Term
    of: Shape
    within: Symbol | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its domain, and its value at an argument in the domain."""

    domain: Set
    at: Callable[[Sym], Sym]


@dataclass(frozen=True, slots=True)
class Union:
    """The first value whose formula holds; exactly one does, and no two are of one kind."""

    options: tuple[tuple[Term, Sym], ...]


@dataclass(frozen=True, slots=True)
class Size:
    """A sum of sizes of sets with factors, and a number."""

    parts: tuple[tuple[int, Set | Reified], ...]
    rest: int


Maker: TypeAlias = Callable[[Sort], Term]
"""Makes the variables, or the symbols, of an element."""

Sym: TypeAlias = (
    Truth | Number | Atom | Element | Tuple | Record | Set | Reified | Function | Union | Size
)


def sides(v: Sym) -> tuple[Side, ...]:
    """The kinds of a value, for distinctions."""
    match v:
        case Element(term):
            return (term.sort,)
        case Atom(_, values):
            return ("STRING",) if values is None else tuple(sorted(values))
        case Number(term):
            return ("Int",) if term.sort == INT else ("Real",)
        case Size():
            return ("Int",)
        case Truth():
            return ("BOOLEAN",)
        case Union(options):
            return tuple(side for _, option in options for side in sides(option))
        case Tuple() | Record() | Set() | Reified() | Function():
            return (STRUCTURED,)
        case _:
            assert_never(v)


NAME_SET: ContextVar[Callable[[Set, Shape], Term]] = ContextVar("NAME_SET")
"""The current theory's function from a set to an element of the sort of such sets."""

_fresh = count()


def fresh(sort: Sort) -> Term:
    """A fresh variable; binding it removes its name."""
    return variable(f"fresh {next(_fresh)}", sort)


# ---- constructors ----


def atom_symbol(text: str) -> Symbol:
    """The symbol of a string, written with its quotes, or of a single model value."""
    return Symbol(text if text.startswith('"') else f"value {text}", (), ATOM)


def literal_atom(text: str) -> Atom:
    """A string, written with its quotes, or a single model value."""
    return Atom(atom_symbol(text)(), frozenset((text,)))


def literal_number(value: int) -> Number:
    """A known integer."""
    return Number(number(value), frozenset((value,)))


def membership(sort: Sort, of: Shape) -> Symbol:
    """The relation between the members of the sets of a sort and those sets."""
    known = shapes.alternatives(of)
    rows = shapes.sorts(known[0]) if len(known) == 1 else None
    if rows is None:
        raise refuse("deep-set", None, f"sets of {shapes.label(of)}")
    return Symbol(f"in {sort.name}", (*rows, sort), TRUE.sort)


def rebuild(s: Shape, terms: tuple[Term, ...]) -> Sym:
    """The value of an alternative from its row of terms."""
    value, rest = _rebuild(s, terms)
    assert not rest
    return value


def _rebuild(s: Shape, terms: tuple[Term, ...]) -> tuple[Sym, tuple[Term, ...]]:
    if shapes.sorts(s) == () and not isinstance(s, shapes.Tuples | shapes.Records):
        return _only(s), terms
    match s:
        case shapes.Truths():
            return Truth(terms[0]), terms[1:]
        case shapes.Numbers(values):
            return Number(terms[0], values), terms[1:]
        case shapes.Reals():
            return Number(terms[0]), terms[1:]
        case shapes.Atoms(values):
            return Atom(terms[0], values), terms[1:]
        case shapes.Elements():
            return Element(terms[0]), terms[1:]
        case shapes.Reified(_, of, within):
            return Reified(terms[0], of, within), terms[1:]
        case shapes.Tuples(items):
            parts, terms = _rebuild_all(items, terms)
            return Tuple(parts), terms
        case shapes.Records(fields):
            parts, terms = _rebuild_all(tuple(f for _, f in fields), terms)
            return Record(tuple(zip((n for n, _ in fields), parts, strict=True))), terms
        case (
            shapes.Nothing()
            | shapes.Sets()
            | shapes.Functions()
            | shapes.Sequences()
            | shapes.Unions()
        ):
            raise AssertionError(f"{s} is not a row of terms")
        case _:
            assert_never(s)


def _only(s: Shape) -> Sym:
    match s:
        case shapes.Truths(values):
            return Truth(truth(True in values))
        case shapes.Numbers(values) if values is not None:
            return literal_number(next(iter(values)))
        case shapes.Atoms(values) if values is not None:
            return literal_atom(next(iter(values)))
        case _:
            raise AssertionError(f"{s} has more than one value")


def _rebuild_all(
    items: tuple[Shape, ...], terms: tuple[Term, ...]
) -> tuple[tuple[Sym, ...], tuple[Term, ...]]:
    values = []
    for item in items:
        value, terms = _rebuild(item, terms)
        values.append(value)
    return tuple(values), terms


Row: TypeAlias = tuple[Term, tuple[Term, ...]]
"""A condition, and the row of terms of a value under it."""


def rows(v: Sym, s: Shape) -> list[Row]:
    """The rows of a value in an alternative; none if its kind is different."""
    match s, v:
        case _, Union(options):
            return [(and_(g, c), t) for g, x in options for c, t in rows(x, s)]
        case shapes.Truths(values), Truth(term):
            if len(values) == 2:
                return [(TRUE, (term,))]
            return [(eq(term, truth(True in values)), ())]
        case shapes.Reals(), Number(term):
            return [(TRUE, (to_real(term),))]
        case shapes.Numbers(values), Number(term):
            if values is None or len(values) > 1:
                return [(TRUE, (integer(v),))]
            return _if_possible(eq(*alike(term, number(min(values)))), v.values, values)
        case shapes.Atoms(values), Atom(term):
            told_apart(sides(v), shapes.sides(s))
            if values is None or len(values) > 1:
                return [(TRUE, (term,))]
            return _if_possible(eq(term, literal_atom(next(iter(values))).term), v.values, values)
        case (shapes.Elements(sort), Element(term)) | (shapes.Reified(sort), Reified(term)):
            if term.sort == sort:
                return [(TRUE, (term,))]
            told_apart(sides(v), shapes.sides(s))
            return []
        case shapes.Reified(_, of), Set():
            return [(TRUE, (NAME_SET.get()(v, of),))]
        case shapes.Tuples(items), Tuple(values) if len(items) == len(values):
            return _rows_of_all(values, items)
        case shapes.Records(fields), Record(values) if [n for n, _ in fields] == [
            n for n, _ in values
        ]:
            return _rows_of_all(tuple(x for _, x in values), tuple(f for _, f in fields))
        case shapes.Tuples(items), Function():
            return _rows_of_function(v, items)
        case _:
            told_apart(sides(v), shapes.sides(s))
            return []


def _rows_of_function(v: Function, items: tuple[Shape, ...]) -> list[Row]:
    """The rows of a sequence as a tuple of a known length."""
    same = has_length(v, len(items))
    if same is FALSE:
        return []
    values = tuple(v.at(literal_number(i)) for i in range(1, len(items) + 1))
    return [(and_(same, c), t) for c, t in _rows_of_all(values, items)]


def has_length(v: Function, length: int) -> Term:
    """Whether a function is a sequence of a known length."""
    if v.domain.length is not None:
        return eq(v.domain.length, number(length))
    if length == 0 or _may_have_numbers(v.domain.of):
        raise refuse("sequence", None)
    told_apart(shapes.sides(v.domain.of), ("Int",))
    return FALSE


def _may_have_numbers(s: Shape) -> bool:
    return any(isinstance(a, shapes.Numbers) for a in shapes.alternatives(s))


def _if_possible(
    condition: Term, known: frozenset[object] | None, wanted: frozenset[object]
) -> list[Row]:
    if condition is FALSE or (known is not None and known.isdisjoint(wanted)):
        return []
    return [(TRUE if known == wanted else condition, ())]


def _rows_of_all(values: tuple[Sym, ...], items: tuple[Shape, ...]) -> list[Row]:
    found: list[Row] = [(TRUE, ())]
    for value, item in zip(values, items, strict=True):
        inner = rows(value, item)
        found = [(and_(c, d), (*t, *u)) for c, t in found for d, u in inner]
    return found


def options(v: Sym) -> tuple[tuple[Term, Sym], ...]:
    """The cases of a value, with their conditions."""
    return v.options if isinstance(v, Union) else ((TRUE, v),)


def items_of(of: Shape, has: Callable[[Sym], Term], make: Maker = fresh) -> tuple[Item, ...]:
    """The elements of a set by the alternatives of its shape."""
    found = []
    for alternative in shapes.alternatives(of):
        sorts = shapes.sorts(alternative)
        assert sorts is not None, f"{alternative} is not a row of terms"
        variables = tuple(make(s) for s in sorts)
        value = rebuild(alternative, variables)
        guard = has(value)
        if guard is not FALSE:
            found.append(Item(variables, guard, value))
    return tuple(found)


def can_range(of: Shape) -> bool:
    """Whether the elements of a shape are rows of terms, so that a quantifier can range."""
    return all(shapes.sorts(a) is not None for a in shapes.alternatives(of))


def plain_set(of: Shape, has: Callable[[Sym], Term], whole: Sort | None = None) -> Set:
    """A set given by its membership predicate."""
    each = (lambda make: items_of(of, has, make)) if can_range(of) else None
    return Set(of, has, each, plain=True, whole=whole)


def never(v: Sym, among: Side) -> Term:
    """A value of another kind is not in a set, under an assumption about the constants."""
    told_apart(sides(v), (among,))
    return FALSE


def integer(v: Number) -> Term:
    """The term of an integer."""
    if v.term.sort == INT:
        return v.term
    raise refuse("real", None)
