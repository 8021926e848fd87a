"""The sets of TLA+ as symbolic sets: given ones, and those made from other sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from holdfast.smt.terms.term import (
    FALSE,
    TRUE,
    Sort,
    Term,
    and_,
    as_number,
    ite,
    le,
    not_,
    number,
    or_,
)
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.apart import STRUCTURED
from holdfast.smt.unbounded.domains import function_shape, shape_of
from holdfast.smt.unbounded.elements import elements, for_all, for_some, member
from holdfast.smt.unbounded.number_sets import numbers_where
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import (
    Function,
    Item,
    Maker,
    Reified,
    Set,
    Sym,
    Undefined,
    fresh,
)
from holdfast.smt.unbounded.values import (
    as_function,
    as_set,
    equal,
    equal_sets,
    includes,
    listed,
)

# ---- given sets ----

BOOLEANS = sym.plain_set(
    shapes.Truths(), lambda v: TRUE if isinstance(v, sym.Truth) else sym.never(v, "BOOLEAN")
)


def whole_sort(sort: Sort, if_: Term = TRUE) -> Set:
    """A constant set: all elements of its sort, or none if a condition does not hold."""
    of = shapes.Elements(sort)

    def has(v: Sym) -> Term:
        match v:
            case sym.Element(term) if term.sort != sort:
                raise refuse("different-sorts", None, f"{term.sort.name} and {sort.name}")
            case sym.Element():
                return if_
            case _:
                return sym.never(v, sort)

    return sym.plain_set(of, has, whole=sort if if_ is TRUE else None)


REALS = sym.plain_set(
    shapes.Reals(), lambda v: TRUE if isinstance(v, sym.Number) else sym.never(v, "Real")
)
INTEGERS = numbers_where(lambda _: TRUE)
NATURALS = numbers_where(lambda n: le(number(0), n))

_SHORT = 4


def interval(low: Term, high: Term) -> Set:
    """`low .. high`."""
    a, b = as_number(low), as_number(high)
    length = ite(le(number(0), high), high, number(0)) if a == 1 else None
    if a is not None and b is not None and b - a < _SHORT:
        short = listed(tuple(sym.literal_number(n) for n in range(a, b + 1)))
        return replace(short, length=length)
    return replace(numbers_where(lambda n: and_(le(low, n), le(n, high))), length=length)


def _is_string(v: Sym) -> Term:
    match v:
        case sym.Atom(_, values) if values is not None:
            strings = [text.startswith('"') for text in values]
            if all(strings) or not any(strings):
                return TRUE if all(strings) else sym.never(v, "STRING")
            raise refuse("operator", None, "STRING here")
        case sym.Atom(term):
            return shapes.IS_STRING(term)
        case sym.Element():
            raise refuse("operator", None, "STRING here")
        case _:
            return FALSE


STRINGS = sym.plain_set(shapes.Atoms(), _is_string)


# ---- sets made from sets ----


def union(a: Set, b: Set) -> Set:
    """The elements of both."""
    of = shapes.join(a.of, b.of)

    def has(v: Sym) -> Term:
        return or_(a.has(v), b.has(v))

    ranges = a.each is not None and b.each is not None
    return Set(of, has, (lambda make: (*elements(a, make), *elements(b, make))) if ranges else None)


def intersection(a: Set, b: Set) -> Set:
    """The common elements."""
    return kept(a, lambda v: member(v, b))


def difference(a: Set, b: Set) -> Set:
    """The elements of one that are not in the other."""
    return kept(a, lambda v: not_(member(v, b)))


def kept(
    s: Set,
    test: Callable[[Sym], Term],
    both: Callable[[Sym, Term, Term], Term] = lambda _, inside, test: and_(inside, test),
) -> Set:
    """The elements of a set for which a formula holds; `both` says both of a value."""

    def has(v: Sym) -> Term:
        inside = s.has(v)
        return FALSE if inside is FALSE else both(v, inside, test(v))

    def each(make: Maker) -> tuple[Item, ...]:
        items = (replace(i, guard=both(i.value, i.guard, test(i.value))) for i in elements(s, make))
        return tuple(i for i in items if i.guard is not FALSE)

    return Set(s.of, has, each if s.each is not None else None, plain=s.plain)


def subsets(s: Set) -> Set:
    """`SUBSET s`."""
    known = shapes.alternatives(s.of)
    named = len(known) == 1 and shapes.sorts(known[0]) is not None
    of = shapes.reified(known[0]) if named else shapes.Sets(s.of)

    def has(v: Sym) -> Term:
        match v:
            case Set() | Reified():
                return includes(as_set(v), s)
            case _:
                return sym.never(v, STRUCTURED)

    return replace(sym.plain_set(of, has), base=s) if named else Set(of, has, None)


def flattened(s: Set) -> Set:
    """`UNION s`."""

    def has(v: Sym) -> Term:
        return for_some(elements(s), lambda x: member(v, as_set(x)))

    def each(make: Maker) -> tuple[Item, ...]:
        return tuple(
            Item((*i.variables, *j.variables), and_(i.guard, j.guard), j.value)
            for i in elements(s, make)
            for j in elements(as_set(i.value), make)
        )

    of: Shape = shapes.NOTHING
    for option in s.of.options if isinstance(s.of, shapes.Unions) else (s.of,):
        match option:
            case shapes.Sets(inner) | shapes.Reified(_, inner):
                of = shapes.join(of, inner)
            case shapes.Nothing():
                pass
            case _:
                raise Undefined("UNION of values that are not sets")
    return Set(of, has, each if s.each is not None else None)


def product(sets: Sequence[Set]) -> Set:
    """`A \\X B \\X ...`."""
    of = shapes.Tuples(tuple(s.of for s in sets))

    def has(v: Sym) -> Term:
        match v:
            case sym.Tuple(items) if len(items) == len(sets):
                return and_(*(member(x, s) for x, s in zip(items, sets, strict=True)))
            case Function():
                return has_function(v)
            case _:
                return sym.never(v, STRUCTURED)

    def has_function(v: Function) -> Term:
        same = sym.has_length(v, len(sets))
        if same is FALSE:
            return FALSE
        pairs = enumerate(sets, 1)
        return and_(same, *(member(v.at(sym.literal_number(i)), s) for i, s in pairs))

    def each(make: Maker) -> tuple[Item, ...]:
        return tuple(Item(v, g, sym.Tuple(xs)) for v, g, xs in choices(sets, make))

    ranges = all(s.each is not None for s in sets)
    return Set(of, has, each if ranges else None, plain=all(s.plain for s in sets))


def choices(
    sets: Sequence[Set], make: Maker = fresh
) -> list[tuple[tuple[Term, ...], Term, tuple[Sym, ...]]]:
    """One element of each set, in all forms: variables, guard and values."""
    found: list[tuple[tuple[Term, ...], Term, tuple[Sym, ...]]] = [((), TRUE, ())]
    for s in sets:
        found = [
            ((*v, *i.variables), and_(g, i.guard), (*xs, i.value))
            for v, g, xs in found
            for i in elements(s, make)
        ]
    return found


def records(fields: Sequence[tuple[str, Set]]) -> Set:
    """`[name : S, ...]`."""
    ordered = sorted(fields, key=lambda f: f[0])
    names = tuple(n for n, _ in ordered)
    sets = [s for _, s in ordered]
    of = shapes.Records(tuple((n, s.of) for n, s in ordered))

    def has(v: Sym) -> Term:
        match v:
            case sym.Record(given) if tuple(n for n, _ in given) == names:
                return and_(*(member(x, s) for (_, x), s in zip(given, sets, strict=True)))
            case _:
                return sym.never(v, STRUCTURED)

    def each(make: Maker) -> tuple[Item, ...]:
        return tuple(
            Item(v, g, sym.Record(tuple(zip(names, xs, strict=True))))
            for v, g, xs in choices(sets, make)
        )

    ranges = all(s.each is not None for s in sets)
    return Set(of, has, each if ranges else None, plain=all(s.plain for s in sets))


def functions(domain: Set, values: Set) -> Set:
    """`[domain -> values]`."""

    def has(v: Sym) -> Term:
        match v:
            case Function(other, at):
                same = equal_sets(other, domain)
                if same is FALSE:
                    return FALSE
                return and_(same, for_all(elements(domain), lambda x: member(at(x), values)))
            case sym.Tuple(items):
                same = equal_sets(as_function(v).domain, domain)
                return FALSE if same is FALSE else and_(same, *(member(x, values) for x in items))
            case sym.Record():
                raise refuse("record-as-function", None)
            case _:
                return sym.never(v, STRUCTURED)

    return Set(function_shape(domain, values.of), has, None)


def sequences(items: Set) -> Set:
    """`Seq(items)`."""

    def has(v: Sym) -> Term:
        match v:
            case Function(domain, at) if domain.length is not None:
                return for_all(elements(domain), lambda x: member(at(x), items))
            case Function():
                raise refuse("sequence", None)
            case sym.Tuple(values):
                return and_(*(member(x, items) for x in values))
            case _:
                return sym.never(v, STRUCTURED)

    return Set(shapes.Sequences(items.of), has, None)


def made_of(each: Callable[[Maker], tuple[Item, ...]]) -> Set:
    """The set of the given items."""
    of = shapes.join_all(shape_of(i.value) for i in each(fresh))
    return Set(of, lambda v: for_some(each(fresh), lambda x: equal(v, x)), each)
