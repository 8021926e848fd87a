"""Sets derived from lazy sets: filters, unions, intersections, differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import ClassVar

from holdfast.interp.errors import EvalError
from holdfast.interp.members import (
    comes_in_order,
    contains,
    elements,
    is_finite,
    list_up,
)
from holdfast.ir.notation import show
from holdfast.ir.values import AnySet, FiniteSet, LazySet, Value


class Derived(LazySet):
    """A set whose elements must be counted one by one."""

    __slots__ = ()

    def size(self) -> int:
        """The number of its elements, by enumeration."""
        return len(self.finite())

    def text(self) -> str:
        """The elements if they can be enumerated, else the construction."""
        try:
            return show(self.finite())
        except EvalError:
            return self.construction()

    def list_elements(self) -> FiniteSet:
        """All of them."""
        return list_up(self.iterate())


class FilteredSet(Derived):
    """{x in base : predicate(x)}."""

    __slots__ = ("base", "predicate")

    def __init__(self, base: AnySet, predicate: Callable[[Value], bool]) -> None:
        super().__init__()
        self.base = base
        self.predicate = predicate

    def contains(self, value: Value) -> bool:
        """Whether it is in the base and satisfies the predicate."""
        if self.listed is not None:
            return contains(self.listed, value)
        return contains(self.base, value) and self.predicate(value)

    def iterate(self) -> Iterator[Value]:
        """In the order of the base."""
        return filter(self.predicate, elements(self.base))

    def is_finite(self) -> bool:
        """If the base is; otherwise it is unknown."""
        if is_finite(self.base):
            return True
        raise EvalError("eval-not-enumerable", f"whether {self.text()} is finite is not known")

    @property
    def in_order(self) -> bool:
        """If the base is."""
        return comes_in_order(self.base)

    def construction(self) -> str:
        """{x in base : ...}."""
        return f"{{x \\in {show(self.base)} : ...}}"


class Pair(Derived):
    """A set made from two, at least one of which is lazy."""

    __slots__ = ("first", "second")
    operator: ClassVar[str]

    def __init__(self, first: AnySet, second: AnySet) -> None:
        super().__init__()
        self.first = first
        self.second = second

    def construction(self) -> str:
        """The operator between the two."""
        return f"{show(self.first)} {self.operator} {show(self.second)}"

    def _unknown_size(self) -> EvalError:
        return EvalError(
            "eval-not-enumerable", f"whether {self.construction()} is finite is not known"
        )


class UnitedSet(Pair):
    """The elements of one set and then those of another."""

    __slots__ = ()
    operator = "\\union"

    def contains(self, value: Value) -> bool:
        """Whether it is in one of them."""
        return contains(self.first, value) or contains(self.second, value)

    def iterate(self) -> Iterator[Value]:
        """An element of both occurs twice."""
        return chain(elements(self.first), elements(self.second))

    def is_finite(self) -> bool:
        """If both are."""
        return is_finite(self.first) and is_finite(self.second)


class CommonSet(Pair):
    """The elements of one set that are in another, where neither is enumerated."""

    __slots__ = ()
    operator = "\\intersect"

    def contains(self, value: Value) -> bool:
        """Whether it is in both."""
        return contains(self.first, value) and contains(self.second, value)

    def iterate(self) -> Iterator[Value]:
        """In the order of the first that can be enumerated."""
        base, other = self._split()
        return (e for e in elements(base) if contains(other, e))

    def is_finite(self) -> bool:
        """If one is; otherwise it is unknown."""
        if is_finite(self.first) or is_finite(self.second):
            return True
        raise self._unknown_size()

    @property
    def in_order(self) -> bool:
        """If the one that is enumerated is."""
        return comes_in_order(self._split()[0])

    def _split(self) -> tuple[AnySet, AnySet]:
        if is_finite(self.first):
            return self.first, self.second
        return self.second, self.first


class RemainingSet(Pair):
    """The elements of a lazy set that are not in another."""

    __slots__ = ()
    operator = "\\"

    def contains(self, value: Value) -> bool:
        """Whether it is in the first only."""
        return contains(self.first, value) and not contains(self.second, value)

    def iterate(self) -> Iterator[Value]:
        """In the order of the first."""
        return (e for e in elements(self.first) if not contains(self.second, e))

    def is_finite(self) -> bool:
        """If the first is; not if only the second is; otherwise it is unknown."""
        if is_finite(self.first):
            return True
        if is_finite(self.second):
            return False
        raise self._unknown_size()

    @property
    def in_order(self) -> bool:
        """If the first is."""
        return comes_in_order(self.first)


class FlattenedSet(Derived):
    """UNION of a set with lazy elements."""

    __slots__ = ("sets",)

    def __init__(self, sets: AnySet) -> None:
        super().__init__()
        self.sets = sets

    def contains(self, value: Value) -> bool:
        """Whether it is in one of them."""
        return any(contains(s, value) for s in elements(self.sets))

    def iterate(self) -> Iterator[Value]:
        """Set by set; an element of several occurs several times."""
        return chain.from_iterable(map(elements, elements(self.sets)))

    def is_finite(self) -> bool:
        """If every one of them is."""
        return all(is_finite(s) for s in elements(self.sets))

    def construction(self) -> str:
        """UNION and the set of sets."""
        return f"UNION {show(self.sets)}"
