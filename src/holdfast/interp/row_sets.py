"""Sets of functions, records and tuples: a set for each position.

They enumerate in TLC's order, the last position varying fastest, which is also their sorted
order if each position is sorted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, repeat
from math import prod

from holdfast.interp.errors import EvalError, check_model_value
from holdfast.interp.lazy_sets import Interval, Subsets
from holdfast.interp.members import (
    MOST_BITS,
    check_size,
    comes_in_order,
    contains,
    elements,
    is_empty,
    is_finite,
    list_up,
    listed,
    size,
    uncountable,
)
from holdfast.ir.construct import domain_form, make_function, set_in_order
from holdfast.ir.notation import show
from holdfast.ir.order import equal, ordered
from holdfast.ir.values import (
    AnySet,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    Record,
    Value,
)

# Up to this size TLC prints the elements instead of the construction.
_LARGEST_SHOWN = 2000


class Rows(LazySet):
    """What sets of functions, records and tuples have in common: a set for each position."""

    __slots__ = ()

    def columns(self) -> tuple[AnySet, ...]:
        """The set of each position, in order."""
        raise NotImplementedError

    def make(self, row: tuple[Value, ...]) -> Value:
        """The element with these values."""
        raise NotImplementedError

    def iterate(self) -> Iterator[Value]:
        """The last position varies fastest; sets after an empty position are never enumerated."""
        listings = []
        for column in self.columns():
            if isinstance(column, Rows | Subsets):
                check_size(column.size())
            listing = tuple(elements(column))
            if not listing:
                return iter(())
            listings.append(listing)
        return map(self.make, product(*listings))

    def size(self) -> int:
        """The product of the sizes."""
        return prod([size(column) for column in self.columns()])

    def is_finite(self) -> bool:
        """If every position is."""
        return all(is_finite(column) for column in self.columns())

    @property
    def in_order(self) -> bool:
        """If every position is."""
        return all(comes_in_order(column) for column in self.columns())

    def text(self) -> str:
        """The elements if they are few, else the construction."""
        try:
            if self.size() < _LARGEST_SHOWN:
                return show(self.finite())
        except EvalError:
            pass
        return self.construction()

    def list_elements(self) -> FiniteSet:
        """All of them."""
        check_size(self.size())
        return set_in_order(tuple(self.iterate())) if self.in_order else list_up(self.iterate())


class Functions(Rows):
    """[domain -> range]."""

    __slots__ = ("domain", "range")

    def __init__(self, domain: AnySet, range: AnySet) -> None:
        super().__init__()
        self.domain = domain
        self.range = range

    def contains(self, value: Value) -> bool:
        """Whether it is a function on the domain with values in the range."""
        if isinstance(value, LazyFunction):
            value = value.finite()
        if type(value) is tuple:
            same, row = equal(Interval(1, len(value)), self.domain), value
        elif isinstance(value, Function):
            same = value.domain is self.domain or equal(self.domain, value.domain)
            row = value.values
        else:
            return check_model_value(value, self)
        members = self.range
        return same and all(contains(members, v) for v in row)

    def columns(self) -> tuple[AnySet, ...]:
        """The range, once for each argument."""
        arguments = size(self.domain)
        check_size(arguments)
        return tuple(repeat(self.range, arguments))

    def iterate(self) -> Iterator[Value]:
        """The last argument varies fastest."""
        domain = listed(self.domain)
        check_size(size(self.range) if len(domain) else 0)
        listing = tuple(elements(self.range))
        rows = product(listing, repeat=len(domain))
        return rows if domain_form(domain) is tuple else map(self.make, rows)

    def make(self, row: tuple[Value, ...]) -> Value:
        """The function with these values."""
        return make_function(listed(self.domain), row)

    def size(self) -> int:
        """The size of the range to that of the domain."""
        arguments = size(self.domain)
        count = size(self.range)
        if count > 1 and count.bit_length() * arguments > MOST_BITS:
            raise uncountable(self.construction())
        return int(count**arguments)

    def is_finite(self) -> bool:
        """If the domain and the range are."""
        return is_finite(self.domain) and is_finite(self.range)

    @property
    def in_order(self) -> bool:
        """If the range is."""
        return comes_in_order(self.range)

    def equal_unlisted(self, other: LazySet) -> bool | None:
        """By domain and range, unless one of them is empty."""
        if not isinstance(other, Functions):
            return None
        if is_empty(self.domain) or is_empty(other.domain):
            return equal(self.domain, other.domain)
        if is_finite(self.range) and is_empty(self.range):
            return is_finite(other.range) and is_empty(other.range)
        return equal(self.domain, other.domain) and equal(self.range, other.range)

    def construction(self) -> str:
        """[domain -> range]."""
        return f"[{show(self.domain)} -> {show(self.range)}]"


class Records(Rows):
    """[name : set, ...]; the fields are in the order of the domain."""

    __slots__ = ("domain", "sets")

    def __init__(self, domain: FiniteSet, sets: tuple[AnySet, ...]) -> None:
        super().__init__()
        self.domain = domain
        self.sets = sets

    def contains(self, value: Value) -> bool:
        """Whether it is a record with these fields and values in their sets."""
        if isinstance(value, LazyFunction):
            value = value.finite()
        if type(value) is Record:
            return (value.domain is self.domain or value.domain == self.domain) and all(
                map(contains, self.sets, value.values)
            )
        return value != () and check_model_value(value, self)

    def columns(self) -> tuple[AnySet, ...]:
        """The sets of the fields."""
        return self.sets

    def make(self, row: tuple[Value, ...]) -> Value:
        """The record with these values."""
        return Record(self.domain, row)

    def equal_unlisted(self, other: LazySet) -> bool | None:
        """By the sets of the fields, unless one of them is empty."""
        if not isinstance(other, Records):
            return None
        if is_empty(self) or is_empty(other):
            return is_empty(self) and is_empty(other)
        return self.domain == other.domain and all(map(equal, self.sets, other.sets))

    def construction(self) -> str:
        """[name : set, ...]."""
        fields = zip(ordered(self.domain), self.sets, strict=True)
        return "[" + ", ".join(f"{name}: {show(values)}" for name, values in fields) + "]"


class Product(Rows):
    """A Cartesian product."""

    __slots__ = ("sets",)

    def __init__(self, sets: tuple[AnySet, ...]) -> None:
        super().__init__()
        self.sets = sets

    def contains(self, value: Value) -> bool:
        """Whether it is a tuple with an element of each set."""
        if isinstance(value, LazyFunction):
            value = value.finite()
        if type(value) is tuple:
            return len(value) == len(self.sets) and all(map(contains, self.sets, value))
        if type(value) is Function and all(type(e) is int for e in value.domain.elements):
            return False
        return check_model_value(value, self)

    def columns(self) -> tuple[AnySet, ...]:
        """The sets that are multiplied."""
        return self.sets

    def make(self, row: tuple[Value, ...]) -> Value:
        """The tuple itself."""
        return row

    def equal_unlisted(self, other: LazySet) -> bool | None:
        """Set by set, unless one of them is empty."""
        if not isinstance(other, Product):
            return None
        if is_empty(self) or is_empty(other):
            return is_empty(self) and is_empty(other)
        return len(self.sets) == len(other.sets) and all(map(equal, self.sets, other.sets))

    def construction(self) -> str:
        """(set \\X set ...)."""
        return "(" + " \\X ".join(show(s) for s in self.sets) + ")"
