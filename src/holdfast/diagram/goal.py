"""What a computed diagram should prove, and a quotient that perhaps does."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from holdfast.diagram.asked import Asked
from holdfast.diagram.diagram import Fairness
from holdfast.diagram.explicit import Instance
from holdfast.diagram.fair_lasso import Loop, violating_loop
from holdfast.diagram.quotient import Arrow, Quotient


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be proved of an instance, and with what.

    `given` are the predicates to begin with, `pool` others that may be added, the simplest first.
    `extra` are actions that only matter if they are fair.
    `until` is when the search for more predicates ends, by the monotonic clock.
    """

    instance: Instance
    claims: tuple[Asked, ...]
    fairness: Mapping[str, Fairness]
    given: tuple[str, ...]
    pool: tuple[str, ...] = ()
    extra: frozenset[str] = frozenset()
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
