"""The order of values, which is TLC's, and what cannot be compared.

FALSE < TRUE; integers by value; strings and untyped model values by the rank of their text,
which is the order of first appearance; sets by size and then element by element; functions
by size, then by their domains, then value by value. An untyped model value is less than
everything that is not a model value. All else is an error, as in TLC: `1` and `"a"`, a set
and a number, model values of different types.

Sorting uses keys that Python compares natively, each kind with a type of its own, so that
Python rejects what TLC rejects, and `compare` then gives the reason:

    integer int · string str (its rank as a character) · model value bytes
    Boolean frozenset · set tuple · function list
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranks_in_use
from holdfast.ir.value_text import described, text_of
from holdfast.ir.values import (
    FALSE,
    TRUE,
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Record,
    Value,
)


class _TypedKey:
    """The key of a typed model value: comparable with its own type only."""

    __slots__ = ("rank", "type")

    def __init__(self, rank: str, type: str) -> None:
        self.rank = rank
        self.type = type

    def __eq__(self, other: object) -> bool:
        return type(other) is _TypedKey and self.rank == other.rank

    def __lt__(self, other: object) -> bool:
        if type(other) is _TypedKey and self.type == other.type:
            return self.rank < other.rank
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a key is compared, never looked up


# Two sets of which one is a proper subset of the other: C code compares them, and only them.
_BOOLEAN_KEYS = {FALSE: frozenset(), TRUE: frozenset((0,))}


def sort_key(value: Value) -> Any:
    """A Python object that sorts as `value` does among values it can be compared with."""
    kind = type(value)
    if kind is int:
        return value
    if kind is str:
        return ranks_in_use()[value]  # type: ignore[index]  # mypy does not narrow by `kind`
    make: Callable[[Any], Any] = _KEYS.get(kind, _lazy_key)
    return make(value)


def _model_key(value: ModelValue) -> bytes | _TypedKey:
    rank = ranks_in_use()[value.name]
    return _TypedKey(rank, value.type) if value.type else rank.encode("utf-8", "surrogatepass")


def _set_key(value: FiniteSet) -> tuple[Any, ...]:
    if value.sort_key is None:
        value.sort_key = (len(value.elements), *map(sort_key, ordered(value)))
    return value.sort_key


def _function_key(value: Function) -> list[Any]:
    if value.sort_key is None:
        value.sort_key = [*_set_key(value.domain), *map(sort_key, value.values)]
    return value.sort_key


def _tuple_key(value: tuple[Value, ...]) -> list[Any]:
    size = len(value)
    return [size, *range(1, size + 1), *map(sort_key, value)]


def _lazy_key(value: LazySet | LazyFunction) -> Any:
    if isinstance(value, LazySet) and value.is_endless:
        raise TypeError("only `compare` knows the place of an endless set")
    return sort_key(value.finite())


_KEYS: dict[type, Callable[[Any], Any]] = {
    Boolean: _BOOLEAN_KEYS.__getitem__,
    ModelValue: _model_key,
    FiniteSet: _set_key,
    tuple: _tuple_key,
    Record: _function_key,
    Function: _function_key,
}


def ordered(finite: FiniteSet) -> tuple[Value, ...]:
    """The elements of a set in TLC's order; an error if some of them cannot be compared."""
    ordering = finite.ordering
    if ordering is None:
        ordering = finite.ordering = _sort(finite.elements)
    return ordering


def _sort(elements: frozenset[Value]) -> tuple[Value, ...]:
    try:
        for first in elements:
            if len(elements) == 1:
                sort_key(first)  # for the error that its own elements may have
                return (first,)
            if type(first) is int:
                return tuple(sorted(elements))  # type: ignore[type-var]  # rejected if mixed
            if type(first) is str:
                rank_of = ranks_in_use().__getitem__
                return tuple(sorted(elements, key=rank_of))  # type: ignore[arg-type]  # the same
            break
        return tuple(sorted(elements, key=sort_key))
    except TypeError:
        pass
    try:
        return tuple(sorted(elements, key=cmp_to_key(_compare_both_ways)))
    except EvalError:
        raise _incomparable_pair(elements) from None


def _compare_both_ways(left: Value, right: Value) -> int:
    """The order of two elements of a set; TLC may compare them either way round."""
    compare(right, left)
    return compare(left, right)


def _incomparable_pair(elements: frozenset[Value]) -> EvalError:
    """The error for a set that cannot be sorted, independent of Python's enumeration order."""
    listed = sorted(elements, key=lambda e: text_of(e, ordered, sort=False))
    for i, left in enumerate(listed):
        for right in listed[i + 1 :]:
            try:
                _compare_both_ways(left, right)
            except EvalError as error:
                return error
    raise AssertionError("a set that cannot be sorted has two elements that cannot be compared")


def inserted(finite: FiniteSet, value: Value) -> FiniteSet:
    """The set with one more element, whose order is known from the order of the set."""
    larger = FiniteSet(finite.elements | {value})
    if finite.ordering is not None:
        keys, key = sort_keys(finite), sort_key(value)
        try:
            place = bisect_left(keys, key)
        except TypeError:
            check_comparable(finite, value)
            return larger
        larger.ordering = (*finite.ordering[:place], value, *finite.ordering[place:])
        larger.sort_keys = [*keys[:place], key, *keys[place:]]
    return larger


def sort_keys(finite: FiniteSet) -> list[Any]:
    """The keys of the elements of a set, in its order."""
    keys = finite.sort_keys
    if keys is None:
        keys = finite.sort_keys = list(map(sort_key, ordered(finite)))
    return keys


def positions(finite: FiniteSet) -> dict[Value, int]:
    """The index of each element in the order of a set, from 0."""
    places = finite.positions
    if places is None:
        places = finite.positions = {e: i for i, e in enumerate(ordered(finite))}
    return places


def check_comparable(finite: FiniteSet, value: Value) -> None:
    """Raise TLC's error if a value that is not an element cannot be compared with the elements.

    A binary search compares with the two neighbours of the value, and if an element cannot
    be compared with it, then a neighbour cannot: up to the first difference they are alike.
    """
    if finite.elements:
        try:
            bisect_left(sort_keys(finite), sort_key(value))
        except TypeError:
            for element in ordered(finite):
                compare(value, element)


def compare(left: Value, right: Value) -> int:
    """Negative, zero or positive as `left` is before, equal to or after `right`."""
    if left is right:
        return 0
    decide: Callable[[Any, Any], int] = _COMPARE.get(type(left), _compare_lazy)
    return decide(left, right)


def _sign(left: Any, right: Any) -> int:
    return -1 if left < right else int(left != right)


def _compare_atoms(left: Any, right: Value) -> int:
    if type(left) is type(right):
        return _sign(sort_key(left), sort_key(right))
    return _compare_kinds(left, right)


def _compare_models(left: ModelValue, right: Value) -> int:
    if type(right) is not ModelValue:
        if left.type:
            raise kinds_differ(left, right)
        return -1
    if left.type and right.type and left.type != right.type:
        raise kinds_differ(left, right)
    ranks = ranks_in_use()
    return _sign(ranks[left.name], ranks[right.name])


def _compare_kinds(left: Value, right: Value) -> int:
    """The order of two values of different kinds, which only a model value has."""
    if type(right) is ModelValue and not right.type:
        return 1
    raise kinds_differ(left, right)


def _compare_sets(left: FiniteSet, right: Value) -> int:
    if isinstance(right, LazySet):
        return _compare_listed(left, right)
    if type(right) is not FiniteSet:
        return _compare_kinds(left, right)
    mine, others = ordered(left), ordered(right)
    return len(mine) - len(others) or _compare_rows(mine, others)


def _compare_listed(left: FiniteSet | LazySet, right: FiniteSet | LazySet) -> int:
    """The order of two sets of which at least one is lazy; the sizes often decide."""
    try:
        sizes = [s.size() if isinstance(s, LazySet) else len(ordered(s)) for s in (left, right)]
        if sizes[0] != sizes[1]:
            return sizes[0] - sizes[1]
        listed = [s.finite() if isinstance(s, LazySet) else s for s in (left, right)]
    except EvalError as error:
        if error.code == "eval-not-enumerable":
            raise kinds_differ(left, right) from error
        raise
    return _compare_rows(ordered(listed[0]), ordered(listed[1]))


def _compare_rows(left: tuple[Value, ...], right: tuple[Value, ...]) -> int:
    for one, other in zip(left, right, strict=True):
        if one is not other and one != other:
            return compare(one, other)
    return 0


def _compare_tuples(left: tuple[Value, ...], right: Value) -> int:
    if isinstance(right, LazyFunction):
        right = right.finite()
    if type(right) is tuple:
        return len(left) - len(right) or _compare_rows(left, right)
    if isinstance(right, Function):
        return len(left) - len(right.values) or _compare_with_numbered(right, left) * -1
    return _compare_kinds(left, right)


def _compare_with_numbered(left: Function, right: tuple[Value, ...]) -> int:
    """The order of a function and a sequence of the same length, by their domains."""
    for place, argument in enumerate(ordered(left.domain), 1):
        # Even a model value is rejected here: TLC treats the domain 1..n as a list of numbers.
        if type(argument) is not int:
            raise kinds_differ(left, right)
        if argument != place:
            return _sign(argument, place)
    raise AssertionError("a function with the domain 1..n is a tuple")


def _compare_functions(left: Function, right: Value) -> int:
    if isinstance(right, LazyFunction):
        right = right.finite()
    if type(right) is tuple:
        if type(left) is Record and right:
            raise kinds_differ(left, right)
        return len(left.values) - len(right) or _compare_with_numbered(left, right)
    if not isinstance(right, Function):
        return _compare_kinds(left, right)
    if left.domain is right.domain:
        return _compare_rows(left.values, right.values)
    if type(left) is Record and type(right) is not Record:
        raise kinds_differ(left, right)
    return (
        len(left.values) - len(right.values)
        or _compare_rows(ordered(left.domain), ordered(right.domain))
        or _compare_rows(left.values, right.values)
    )


def _compare_lazy(left: LazySet | LazyFunction, right: Value) -> int:
    if isinstance(left, LazyFunction):
        return compare(left.finite(), right)
    if isinstance(right, LazySet):
        known = left.compare_unlisted(right)
        return _compare_listed(left, right) if known is None else known
    if type(right) is FiniteSet:
        return _compare_listed(left, right)
    return _compare_kinds(left, right)


_COMPARE: dict[type, Callable[[Any, Any], int]] = {
    Boolean: _compare_atoms,
    int: _compare_atoms,
    str: _compare_atoms,
    ModelValue: _compare_models,
    FiniteSet: _compare_sets,
    tuple: _compare_tuples,
    Record: _compare_functions,
    Function: _compare_functions,
}


def equal(left: Value, right: Value) -> bool:
    """Whether two values are equal; an error if TLC cannot compare them."""
    if left is right:
        return True
    kind = type(left)
    if kind is type(right) and (kind is int or kind is str or kind is Boolean):
        return left == right
    if type(left) is ModelValue and type(right) is ModelValue and left.type == right.type:
        return False
    if isinstance(left, LazySet) or isinstance(right, LazySet):
        return _equal_sets(left, right)
    return left == right or compare(left, right) == 0


def _equal_sets(left: Value, right: Value) -> bool:
    if isinstance(left, LazySet) and isinstance(right, LazySet):
        known = left.equal_unlisted(right)
        if known is not None:
            return known
    return compare(left, right) == 0


def kinds_differ(left: Value, right: Value) -> EvalError:
    """The error for two values that cannot be compared."""
    return EvalError(
        "eval-kinds-differ",
        f"{described(left, ordered)} cannot be compared with {described(right, ordered)}",
        "compare values of one kind, or make one of them a model value, which equals only itself:"
        " `CONSTANT Free`, and `Free = Free` in the .cfg",
    )
