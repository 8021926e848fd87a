"""Lazy intervals and power sets, enumerated in TLC's order.

Subsets are ordered by size and then by their elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from math import comb

from holdfast.interp.errors import check_model_value, not_a_set
from holdfast.interp.members import (
    MOST_BITS,
    check_size,
    is_finite,
    is_subset,
    list_up,
    listed,
    size,
    uncountable,
)
from holdfast.ir.construct import set_in_order
from holdfast.ir.notation import show
from holdfast.ir.order import compare, equal, ordered
from holdfast.ir.values import (
    AnySet,
    FiniteSet,
    LazySet,
    Value,
)

# Up to this size of the base TLC prints the subsets instead of the construction.
_LARGEST_BASE_SHOWN = 6


class Interval(LazySet):
    """The integers from `low` to `high`."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        super().__init__()
        self.low = low
        self.high = high

    def contains(self, value: Value) -> bool:
        """Whether it is an integer between the bounds."""
        if type(value) is int:
            return self.low <= value <= self.high
        if self.low > self.high:
            return False
        return check_model_value(value, self)

    def iterate(self) -> Iterator[Value]:
        """From the least to the greatest."""
        return iter(range(self.low, self.high + 1))

    def size(self) -> int:
        """The number of integers between the bounds."""
        return max(0, self.high - self.low + 1)

    def is_finite(self) -> bool:
        """It is."""
        return True

    @property
    def in_order(self) -> bool:
        """They are."""
        return True

    @property
    def is_interval(self) -> bool:
        """It is."""
        return True

    @property
    def counts_from_one(self) -> bool:
        """If that is the lower bound, or the interval is empty."""
        return self.low == 1 or self.low > self.high

    def compare_unlisted(self, other: LazySet) -> int | None:
        """By size and least element."""
        if not isinstance(other, Interval):
            return None
        mine, others = self.size(), other.size()
        return mine - others or (self.low - other.low if mine else 0)

    def is_subset_unlisted(self, other: Value) -> bool | None:
        """By the bounds of another interval."""
        if isinstance(other, Interval) and other.low <= self.low and self.high <= other.high:
            return True
        return None

    def text(self) -> str:
        """`low..high`, or the empty set."""
        return f"{self.low}..{self.high}" if self.low <= self.high else "{}"

    def list_elements(self) -> FiniteSet:
        """All integers between the bounds."""
        check_size(self.size())
        return set_in_order(tuple(range(self.low, self.high + 1)))

    def __eq__(self, other: object) -> bool:
        if type(other) is FiniteSet:
            members = other.elements
            return len(members) == self.size() and all(
                type(e) is int and self.low <= e <= self.high for e in members
            )
        return super().__eq__(other)

    __hash__ = LazySet.__hash__


class Subsets(LazySet):
    """SUBSET base."""

    __slots__ = ("base",)

    def __init__(self, base: AnySet) -> None:
        super().__init__()
        self.base = base

    def contains(self, value: Value) -> bool:
        """Whether it is a set of elements of the base."""
        if isinstance(value, FiniteSet | LazySet):
            return is_subset(value, self.base)
        raise not_a_set(value)

    def iterate(self) -> Iterator[Value]:
        """The smallest first; of one size, by their least differing element."""
        base = ordered(listed(self.base))
        sizes = range(len(base) + 1)
        return map(set_in_order, chain.from_iterable(combinations(base, k) for k in sizes))

    def size(self) -> int:
        """Two to the size of the base."""
        elements = size(self.base)
        if elements > MOST_BITS:
            raise uncountable(self.construction())
        return 1 << elements

    def is_finite(self) -> bool:
        """If the base is."""
        return is_finite(self.base)

    @property
    def in_order(self) -> bool:
        """They are."""
        return True

    def compare_unlisted(self, other: LazySet) -> int | None:
        """By their bases."""
        return compare(self.base, other.base) if type(other) is Subsets else None

    def equal_unlisted(self, other: LazySet) -> bool | None:
        """By their bases."""
        return equal(self.base, other.base) if type(other) is Subsets else None

    def is_subset_unlisted(self, other: Value) -> bool | None:
        """By their bases."""
        return is_subset(self.base, other.base) if type(other) is Subsets else None

    def text(self) -> str:
        """The subsets of a small base, else the construction."""
        if is_finite(self.base) and size(self.base) <= _LARGEST_BASE_SHOWN:
            return show(self.finite())
        return self.construction()

    def construction(self) -> str:
        """SUBSET base."""
        base = show(self.base)
        return f"SUBSET ({base})" if isinstance(self.base, Interval) else f"SUBSET {base}"

    def list_elements(self) -> FiniteSet:
        """All subsets."""
        check_size(self.size())
        return set_in_order(tuple(self.iterate()))


class SubsetsOfSize(LazySet):
    """The subsets of a set with a given number of elements."""

    __slots__ = ("base", "count")

    def __init__(self, base: FiniteSet, count: int) -> None:
        super().__init__()
        self.base = base
        self.count = count

    def contains(self, value: Value) -> bool:
        """Whether it is a subset of the base of the right size."""
        return size(value) == self.count and is_subset(value, self.base)

    def iterate(self) -> Iterator[Value]:
        """By their greatest differing element: TLC counts in binary here, even for CHOOSE."""
        base = ordered(self.base)
        bits, end = (1 << self.count) - 1, 1 << len(base)
        while bits < end:
            yield set_in_order(tuple([e for i, e in enumerate(base) if bits >> i & 1]))
            if not bits:
                break
            # The next number with as many ones (Gosper).
            low = bits & -bits
            high = bits + low
            bits = ((high ^ bits) >> 2) // low | high

    def size(self) -> int:
        """The binomial coefficient."""
        return comb(len(self.base), self.count)

    def is_finite(self) -> bool:
        """It is."""
        return True

    @property
    def in_order(self) -> bool:
        """As TLC sees it."""
        return True

    def text(self) -> str:
        """All of them."""
        return show(self.finite())

    def list_elements(self) -> FiniteSet:
        """All of them."""
        check_size(self.size())
        return list_up(self.iterate())
