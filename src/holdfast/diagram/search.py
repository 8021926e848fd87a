"""The search for a quotient that proves some claims, with few nodes and few annotations."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from holdfast.diagram.asked import Asked
from holdfast.diagram.diagram import Fairness
from holdfast.diagram.fair_lasso import Loop, violating_loop
from holdfast.diagram.explicit import Instance
from holdfast.diagram.merge import merged, without_needless
from holdfast.diagram.quotient import Arrow, Quotient, quotient, valuations
from holdfast.diagram.split import best_split


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be proved of an instance, and with what.

    `given` are the predicates to begin with, `pool` others that may be added, the simplest first.
    `until` is when the search for more predicates ends, by the monotonic clock.
    """

    instance: Instance
    claims: tuple[Asked, ...]
    fairness: Mapping[str, Fairness]
    given: tuple[str, ...]
    pool: tuple[str, ...] = ()
    nodes: int = 12
    until: float | None = None

    @property
    def needed(self) -> tuple[str, ...]:
        """The predicates of the claims."""
        return tuple(dict.fromkeys(p for claim in self.claims for p in claim.predicates))

    @property
    def orderings(self) -> int:
        """All orderings, as bits."""
        return (1 << len(self.instance.orderings)) - 1

    def loop(self, of: Quotient) -> Loop | None:
        """A counterexample to the first claim that does not hold on a quotient."""
        return self._loop(of, self.fairness, self.orderings, {})

    def proved_by(self, of: Quotient) -> bool:
        """Whether all claims hold on a quotient."""
        return self.loop(of) is None

    def _loop(
        self,
        of: Quotient,
        fairness: Mapping[str, Fairness],
        orderings: int,
        dropped: Mapping[Arrow, int],
    ) -> Loop | None:
        for claim in self.claims:
            loop = violating_loop(of, claim.formula, fairness, orderings, dropped)
            if loop is not None:
                return loop
        return None

    def holds(self, found: Found) -> bool:
        """Whether all claims hold with the fairness and the annotations of a result."""
        parts = found.fairness, found.orderings, found.dropped
        return self._loop(found.quotient, *parts) is None

    def late(self) -> bool:
        """Whether the time is over."""
        return self.until is not None and time.monotonic() > self.until


@dataclass(frozen=True, slots=True)
class Found:
    """A quotient with the fairness and the orderings that it needs, and a counterexample if any.

    `dropped` are the orderings that are not needed on an edge, as bits.
    """

    predicates: tuple[str, ...]
    quotient: Quotient
    fairness: Mapping[str, Fairness]
    orderings: int
    dropped: Mapping[Arrow, int] = field(default_factory=dict)
    loop: Loop | None = None
    rounds: int = 0


Report = Callable[[str], None]


def search(goal: Goal, report: Report = lambda _: None) -> Found:
    """The smallest quotient found that proves the claims; the best one if none does."""
    predicates = tuple(dict.fromkeys((*goal.needed, *goal.given)))
    rounds = 0
    while True:
        found = quotient(goal.instance, valuations(goal.instance, predicates))
        loop = goal.loop(found) if goal.claims else None
        report(f"{len(predicates)} predicates, {len(found.cubes)} nodes")
        if loop is None:
            break
        others = tuple(p for p in goal.pool if p not in predicates)
        added = None if goal.late() else best_split(goal.instance, found, loop, others, goal.loop)
        if added is None:
            return Found(predicates, found, goal.fairness, goal.orderings, {}, loop, rounds)
        predicates, rounds = (*predicates, added), rounds + 1
    if not goal.claims:
        return Found(predicates, found, goal.fairness, goal.orderings, rounds=rounds)
    return replace(_coarsest(goal, predicates), rounds=rounds)


def _coarsest(goal: Goal, predicates: tuple[str, ...]) -> Found:
    instance, needed = goal.instance, goal.needed
    predicates = without_needless(instance, predicates, needed, goal.proved_by)
    cubes = merged(instance, valuations(instance, predicates), needed, goal.proved_by)
    used = {p for cube in cubes for p in cube}
    kept = tuple(p for p in predicates if p in used)
    found = Found(kept, quotient(instance, cubes), goal.fairness, goal.orderings)
    return trimmed(goal, found)


def trimmed(goal: Goal, found: Found) -> Found:
    """The same nodes without fairness and annotations that no claim needs."""
    for action in found.fairness:
        less = replace(found, fairness={**found.fairness, action: Fairness.NONE})
        found = less if goal.holds(less) else found
    for place in reversed(range(len(goal.instance.orderings))):
        less = replace(found, orderings=found.orderings & ~(1 << place))
        found = less if goal.holds(less) else found
    for arrow, (_, kept) in found.quotient.edges.items():
        for place in range(len(goal.instance.orderings)):
            bit = found.orderings & kept & 1 << place
            if bit:
                more = {**found.dropped, arrow: found.dropped.get(arrow, 0) | bit}
                less = replace(found, dropped=more)
                found = less if goal.holds(less) else found
    return found
