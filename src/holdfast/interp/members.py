"""Operations on every set, enumerated or lazy: elements, size, membership."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from holdfast.interp.errors import EvalError, not_a_set
from holdfast.ir.construct import set_of
from holdfast.ir.order import check_comparable, ordered
from holdfast.ir.values import AnySet, FiniteSet, LazySet, Value

LARGEST_SET = 1 << 21
"""The largest size of a set that is enumerated.

Enough for the subsets of 20 elements, which TLC enumerates too; more would take minutes here.
"""


def too_large(size: str) -> EvalError:
    """The error for a set that has too many elements to enumerate."""
    return EvalError(
        "eval-too-large",
        f"a set of {size} elements is too large to be enumerated",
        f"the limit is {LARGEST_SET} elements",
    )


MOST_BITS = 1 << 20
"""The largest number of bits of the size of a set that is computed."""


def uncountable(construction: str) -> EvalError:
    """The error for a set whose size has too many digits."""
    return EvalError("eval-too-large", f"{construction} is too large to be counted")


def list_up(values: Iterable[Value]) -> FiniteSet:
    """The set of the elements of an iterator; an error as soon as there are too many."""
    listed = []
    limit = LARGEST_SET
    for element in values:
        listed.append(element)
        if len(listed) > limit:
            raise too_large(f"more than {limit}")
    return set_of(listed)


def list_up_distinct(values: Iterator[Value]) -> FiniteSet:
    """The same if many of them may be equal: only distinct ones count."""
    limit = LARGEST_SET
    found = set_of(islice(values, limit))
    while more := list(islice(values, limit)):
        found = set_of([*found.elements, *more])
        if len(found.elements) > limit:
            raise too_large(f"more than {limit}")
    return found


def check_size(size: int) -> None:
    """Raise an error if a set of this size is too large to enumerate."""
    if size > LARGEST_SET:
        raise too_large(str(size) if size < 10**30 else "very many")


def as_set(value: Value) -> AnySet:
    """The value, which must be a set."""
    if isinstance(value, FiniteSet | LazySet):
        return value
    raise not_a_set(value)


def contains(collection: Value, value: Value) -> bool:
    """Whether `value` is an element; an error if TLC cannot compare it with the elements."""
    if type(collection) is FiniteSet:
        if value in collection.elements:
            return True
        check_comparable(collection, value)
        return False
    if isinstance(collection, LazySet):
        return collection.contains(value)
    raise not_a_set(collection)


def elements(collection: Value) -> Iterable[Value]:
    """The elements in the order in which TLC enumerates them for quantifiers and maps.

    A lazy union may yield an element twice, and TLC then counts two successors.
    """
    if type(collection) is FiniteSet:
        return ordered(collection)
    if isinstance(collection, LazySet):
        listed = collection.listed
        return collection.iterate() if listed is None else ordered(listed)
    raise not_a_set(collection)


def listed(collection: Value) -> FiniteSet:
    """The same set with its elements enumerated; an error if it has too many."""
    if type(collection) is FiniteSet:
        return collection
    if isinstance(collection, LazySet):
        return collection.finite()
    raise not_a_set(collection)


def size(collection: Value) -> int:
    """The number of elements of a set."""
    if type(collection) is FiniteSet:
        return len(ordered(collection))
    if isinstance(collection, LazySet):
        return collection.size()
    raise not_a_set(collection)


def is_finite(collection: Value) -> bool:
    """Whether a set is finite, as far as TLC would say."""
    if type(collection) is FiniteSet:
        return True
    if isinstance(collection, LazySet):
        return collection.is_finite()
    raise not_a_set(collection)


def is_empty(collection: AnySet) -> bool:
    """Whether a set has no element."""
    if isinstance(collection, LazySet) and collection.is_endless:
        return False
    for _ in elements(collection):
        return False
    return True


def elements_in_order(collection: Value) -> Iterable[Value]:
    """The elements in the order in which CHOOSE tries them: least first, each once."""
    if isinstance(collection, LazySet) and not comes_in_order(collection):
        return ordered(collection.finite())
    return elements(collection)


def comes_in_order(collection: AnySet) -> bool:
    """Whether `iterate` yields the elements in their order, each once."""
    return not isinstance(collection, LazySet) or collection.in_order


def is_subset(left: Value, right: Value) -> bool:
    """Whether every element of `left` is one of `right`."""
    if type(left) is FiniteSet:
        if type(right) is FiniteSet and left.elements <= right.elements:
            return True
    elif isinstance(left, LazySet):
        known = left.is_subset_unlisted(right)
        if known is not None:
            return known
    else:
        raise not_a_set(left)
    return all(contains(right, element) for element in elements(left))


def is_listable(collection: Value) -> bool:
    """Whether TLC computes with the elements at once: the set is enumerated or an interval.

    An interval that is too large to enumerate stays lazy.
    """
    return type(collection) is FiniteSet or (
        isinstance(collection, LazySet)
        and collection.is_interval
        and collection.size() <= LARGEST_SET
    )
