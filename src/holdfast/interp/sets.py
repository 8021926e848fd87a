"""The operators on sets. What TLC computes eagerly is computed eagerly here, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from holdfast.interp.derived_sets import (
    CommonSet,
    FilteredSet,
    FlattenedSet,
    RemainingSet,
    UnitedSet,
)
from holdfast.interp.errors import not_a_number, not_a_set
from holdfast.interp.lazy_sets import Interval, Subsets
from holdfast.interp.members import (
    as_set,
    contains,
    elements,
    elements_in_order,
    is_finite,
    is_listable,
    is_subset,
    listed,
    size,
)
from holdfast.interp.row_sets import Functions, Product, Records
from holdfast.ir.construct import record_maker, set_in_order
from holdfast.ir.order import check_comparable, inserted, ordered
from holdfast.ir.values import EMPTY_SET, AnySet, FiniteSet, LazySet, Value

__all__ = [
    "FilteredSet",
    "as_set",
    "big_union",
    "contains",
    "difference",
    "elements",
    "elements_in_order",
    "filtered",
    "function_set",
    "intersection",
    "interval",
    "is_finite",
    "is_listable",
    "is_subset",
    "listed",
    "product",
    "record_set",
    "size",
    "subsets",
    "union",
]


def interval(low: Value, high: Value) -> Interval:
    """low .. high."""
    if type(low) is int and type(high) is int:
        return Interval(low, high)
    raise not_a_number(high if type(low) is int else low, "`..`")


def union(left: Value, right: Value) -> AnySet:
    """The elements of either set."""
    if type(left) is FiniteSet and type(right) is FiniteSet:
        mine, others = left.elements, right.elements
        if others <= mine:
            return left
        if not mine:
            return right
        if type(next(iter(mine))) is not type(next(iter(others))):
            _check_pairs(left, right)
        if len(others) == 1:
            (new,) = others
            return inserted(left, new)
        return FiniteSet(mine | others)
    return _lazy_union(as_set(left), as_set(right))


def _lazy_union(left: AnySet, right: AnySet) -> AnySet:
    # TLC drops the empty set and iterates over the enumerated set first.
    if not is_listable(left):
        if not is_listable(right):
            return UnitedSet(left, right)
        left, right = right, left
    first = listed(left)
    if not first.elements:
        return right
    return union(first, listed(right)) if is_listable(right) else UnitedSet(left, right)


def intersection(left: Value, right: Value) -> AnySet:
    """The elements of both sets."""
    if type(left) is FiniteSet and type(right) is FiniteSet:
        _check_pairs(left, right)
        return _part(left, left.elements & right.elements)
    if is_listable(left):
        return _those(as_set(left), lambda e: contains(right, e))
    if is_listable(right):
        return _those(as_set(right), lambda e: contains(left, e))
    return CommonSet(as_set(left), as_set(right))


def difference(left: Value, right: Value) -> AnySet:
    """The elements of the first set that are not in the second."""
    if type(left) is FiniteSet and type(right) is FiniteSet:
        _check_pairs(left, right)
        return _part(left, left.elements - right.elements)
    if is_listable(left):
        return _those(as_set(left), lambda e: not contains(right, e))
    return RemainingSet(as_set(left), as_set(right))


def _part(whole: FiniteSet, part: frozenset[Value]) -> FiniteSet:
    """A subset of a set, whose order is known from the order of the set."""
    if len(part) == len(whole.elements):
        return whole
    if not part:
        return EMPTY_SET
    ordering = whole.ordering
    return FiniteSet(part, ordering and tuple([e for e in ordering if e in part]))


def _those(collection: AnySet, test: Callable[[Value], bool]) -> FiniteSet:
    return set_in_order(tuple([e for e in elements(collection) if test(e)]))


def _check_pairs(left: FiniteSet, right: FiniteSet) -> None:
    """Raise if an element of one set cannot be compared with one of the other.

    Checking the smaller set against the larger is enough, and an element of both needs no check.
    """
    small, large = left, right
    if len(small.elements) > len(large.elements):
        small, large = large, small
    for element in small.elements - large.elements:
        check_comparable(large, element)


def subsets(base: Value) -> Subsets:
    """SUBSET base."""
    return Subsets(as_set(base))


def big_union(sets: Value) -> AnySet:
    """UNION sets."""
    if type(sets) is FiniteSet:
        if all(type(s) is FiniteSet for s in sets.elements):
            members = [s.elements for s in sets.elements if type(s) is FiniteSet]
            union_of_all: frozenset[Value] = frozenset().union(*members)
            if not union_of_all:
                return EMPTY_SET
            united = FiniteSet(union_of_all)
            if len(set(map(type, union_of_all))) > 1:
                ordered(united)  # for the error that TLC reports when it computes the union
            return united
        for element in sets.elements:
            as_set(element)
        return FlattenedSet(sets)
    if isinstance(sets, LazySet):
        return FlattenedSet(sets)
    raise not_a_set(sets)


def product(sets: Iterable[Value]) -> Product:
    """S1 \\X S2 \\X ..."""
    return Product(tuple([as_set(s) for s in sets]))


def function_set(domain: Value, range: Value) -> Functions:
    """[domain -> range]."""
    return Functions(as_set(domain), as_set(range))


def record_set(*names_and_sets: Value) -> Records:
    """[name1 : S1, ...]; each name precedes its set."""
    fields = record_maker(names_and_sets[::2])(names_and_sets[1::2])
    return Records(fields.domain, tuple([as_set(s) for s in fields.values]))


def filtered(base: Value, predicate: Callable[[Value], bool]) -> AnySet:
    """{x \\in base : predicate(x)}."""
    if type(base) is FiniteSet:
        ordering = ordered(base)
        kept = tuple(filter(predicate, ordering))
        return base if len(kept) == len(ordering) else set_in_order(kept)
    if type(base) is Interval:
        return set_in_order(tuple(filter(predicate, base.iterate())))
    return FilteredSet(as_set(base), predicate)
