"""What is observed of all states of a search: extremes of terms and of their differences.

A term is an expression. Its value is an integer, a Boolean (0 or 1), or a set of these, its
*instances*; with any other value it is absent. What holds between two terms holds between all
their instances, and where one of them is absent it holds vacuously.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd
from typing import TypeAlias

from holdfast.ir.expr import Expr
from holdfast.ir.values import Value

Range: TypeAlias = tuple[int, int] | None
"""The least and the greatest value; None if there is none."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What is observed: terms, controls whose values divide the states, and which sums.

    `sums` of two terms, `triples` are the values of `a + b - c`.
    """

    terms: tuple[Expr, ...]
    controls: tuple[Expr, ...] = ()
    sums: bool = False
    triples: bool = False


@dataclass(slots=True)
class Scene:
    """What was observed in all states, or in those in which a control has some value.

    Pairs and triples are by the numbers of the terms, `a < b`; only those that were compared are
    there. `first` is a value of a term, `step` the greatest common divisor of the distances to it.
    `failed` are states in which a term cannot be evaluated; it is `absent` there, too.
    """

    control: int | None
    value: Value | None
    states: int = 0
    ranges: dict[int, Range] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    step: dict[int, int] = field(default_factory=dict)
    absent: dict[int, int] = field(default_factory=dict)
    failed: dict[int, int] = field(default_factory=dict)
    differences: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    equal: set[tuple[int, int]] = field(default_factory=set)
    sums: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    triples: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)

    def merge(self, other: Scene) -> None:
        """Add what another worker observed in other states."""
        self.states += other.states
        for mine, theirs in (
            (self.differences, other.differences),
            (self.sums, other.sums),
            (self.triples, other.triples),
            (self.ranges, other.ranges),
        ):
            for key, range in theirs.items():
                mine[key] = united(mine.get(key), range)  # type: ignore[index,assignment,call-overload]  # keys and values match by pairs
        for term, count in other.absent.items():
            self.absent[term] = self.absent.get(term, 0) + count
        for term, count in other.failed.items():
            self.failed[term] = self.failed.get(term, 0) + count
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


def united(a: Range, b: Range) -> Range:
    """The range of both."""
    if a is None or b is None:
        return a or b
    return min(a[0], b[0]), max(a[1], b[1])
