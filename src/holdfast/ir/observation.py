"""What is observed of all states of a search: extremes of terms and of their differences.

A term is an expression. Its value is an integer, a Boolean (0 or 1), or a set of these, its
*instances*; with any other value it is absent. What holds between two terms holds between all
their instances, and where one of them is absent it holds vacuously.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd
from typing import TypeVar

from holdfast.ir.expr import Expr
from holdfast.ir.values import Value


@dataclass(frozen=True, slots=True)
class WeightedSum:
    """`factor * term + ... + offset`; terms by their numbers."""

    terms: tuple[int, ...]
    factors: tuple[int, ...]
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Observation:
    """What is observed: terms, controls whose values divide the states, and which sums.

    `sums` of two terms, `triples` are the values of `a + b - c`; `weighted` are single sums, which
    take part where each term is one number.
    """

    terms: tuple[Expr, ...]
    controls: tuple[Expr, ...] = ()
    sums: bool = False
    triples: bool = False
    weighted: tuple[WeightedSum, ...] = ()


@dataclass(slots=True)
class Scene:
    """What was observed in all states, or in those in which a control has some value.

    Pairs and triples are by the numbers of the terms, `a < b`; only those that were compared are
    there. `first` is a value of a term, `step` the greatest common divisor of the distances to it.
    A term is `absent` in states in which it has no instance; it is `undefined` where its value is
    neither a number nor a set, and has `failed` where it cannot be evaluated. `weighted` are the
    extremes of weighted sums, `zero` those that were 0.
    """

    control: int | None
    value: Value | None
    states: int = 0
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    step: dict[int, int] = field(default_factory=dict)
    absent: dict[int, int] = field(default_factory=dict)
    undefined: dict[int, int] = field(default_factory=dict)
    failed: dict[int, int] = field(default_factory=dict)
    differences: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    equal: set[tuple[int, int]] = field(default_factory=set)
    sums: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    triples: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)
    weighted: dict[int, tuple[int, int]] = field(default_factory=dict)
    zero: set[int] = field(default_factory=set)

    def merge(self, other: Scene) -> None:
        """Add what another worker observed in other states."""
        self.states += other.states
        _unite(self.ranges, other.ranges)
        _unite(self.differences, other.differences)
        _unite(self.sums, other.sums)
        _unite(self.triples, other.triples)
        _unite(self.weighted, other.weighted)
        self.zero |= other.zero
        for ours, counts in (
            (self.absent, other.absent),
            (self.undefined, other.undefined),
            (self.failed, other.failed),
        ):
            for term, count in counts.items():
                ours[term] = ours.get(term, 0) + count
        self.equal |= other.equal
        for term, value in other.first.items():
            first = self.first.setdefault(term, value)
            apart = gcd(other.step[term], abs(value - first))
            self.step[term] = gcd(self.step.get(term, 0), apart)


@dataclass(slots=True)
class Observed:
    """The scenes of a search, the first of all states; `outside` are states that are not kept.

    Those are outside the constraints: invariants are checked there, too.
    """

    scenes: list[Scene]
    states: int = 0
    outside: int = 0
    too_many: bool = False


_K = TypeVar("_K")


def _unite(ranges: dict[_K, tuple[int, int]], others: dict[_K, tuple[int, int]]) -> None:
    for key, (low, high) in others.items():
        widen(ranges, key, low, high)


def widen(ranges: dict[_K, tuple[int, int]], key: _K, low: int, high: int) -> None:
    """Include values in a range."""
    known = ranges.get(key)
    ranges[key] = (low, high) if known is None else (min(known[0], low), max(known[1], high))
