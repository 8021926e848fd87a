"""Infinite sets: Nat, Int, Real, STRING, Seq(S), and the set of all values."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.interp.errors import check_model_value, not_enumerable
from holdfast.interp.members import contains
from holdfast.ir.notation import show
from holdfast.ir.order import compare
from holdfast.ir.values import AnySet, FiniteSet, LazyFunction, LazySet, Value


class Endless(LazySet):
    """A set with a membership test, whose elements cannot be enumerated."""

    __slots__ = ("help", "name")

    def __init__(self, name: str, help: str | None = None) -> None:
        super().__init__()
        self.name = name
        self.help = help

    def iterate(self) -> Iterator[Value]:
        """Raise: the set is infinite."""
        raise not_enumerable(self, self.help)

    def size(self) -> int:
        """Raise: the set is infinite."""
        raise not_enumerable(self, self.help)

    def list_elements(self) -> FiniteSet:
        """Raise: the set is infinite."""
        raise not_enumerable(self, self.help)

    def is_finite(self) -> bool:
        """It is not."""
        return False

    @property
    def is_endless(self) -> bool:
        """It is."""
        return True

    def text(self) -> str:
        """Its name."""
        return self.name

    def __hash__(self) -> int:
        return hash(self.name)


class Numbers(Endless):
    """Nat, Int or Real: the integers from a least one on."""

    __slots__ = ("natural",)

    def __init__(self, name: str, natural: bool, help: str) -> None:
        super().__init__(name, help)
        self.natural = natural

    def contains(self, value: Value) -> bool:
        """Whether it is an integer, and not negative where that is required."""
        if type(value) is int:
            return value >= 0 or not self.natural
        return check_model_value(value, self)

    def compare_unlisted(self, other: LazySet) -> int | None:
        """Nat before Int before Real."""
        if isinstance(other, Numbers):
            return _NUMBERS.index(self.name) - _NUMBERS.index(other.name)
        return None


_NUMBERS = ("Nat", "Int", "Real")


class Strings(Endless):
    """STRING, the set of all strings."""

    __slots__ = ()

    def contains(self, value: Value) -> bool:
        """Whether it is a string."""
        return type(value) is str or check_model_value(value, self)


class Everything(Endless):
    """The set `Any` of module TLC."""

    __slots__ = ()

    def contains(self, value: Value) -> bool:
        """It contains every value."""
        return True


_BOUND = "use a finite set instead, such as 0..10, or replace it in the model"
NAT = Numbers("Nat", True, _BOUND)
INT = Numbers("Int", False, _BOUND)
REAL = Numbers("Real", False, _BOUND)
STRING = Strings("STRING", "use a finite set of strings instead")
ANY = Everything("Any")


class Sequences(Endless):
    """Seq(S), the set of all sequences over a set."""

    __slots__ = ("base",)

    def __init__(self, base: AnySet) -> None:
        super().__init__("Seq", "bound the length, as in `UNION {[1..n -> S] : n \\in 0..3}`")
        self.base = base

    def contains(self, value: Value) -> bool:
        """Whether it is a sequence of elements of the base."""
        if isinstance(value, LazyFunction):
            value = value.finite()
        if type(value) is tuple:
            base = self.base
            return all(contains(base, element) for element in value)
        return check_model_value(value, self)

    def compare_unlisted(self, other: LazySet) -> int | None:
        """By their bases."""
        return compare(self.base, other.base) if isinstance(other, Sequences) else None

    def text(self) -> str:
        """Seq(...) of its base."""
        return f"Seq({show(self.base)})"

    def __hash__(self) -> int:
        return hash((Sequences, self.base))
