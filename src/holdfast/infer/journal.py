"""The time that an inference and its phases took, and progress reports."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from holdfast.infer.result import InferenceProgress
from holdfast.infer.search.search import Search
from holdfast.infer.second_search import Offer
from holdfast.prove.settle import Settled

T = TypeVar("T")


@dataclass(slots=True)
class Journal:
    """The time of one inference, its limit, the observer of its progress, and of its proofs."""

    limit: float | None
    progress: Callable[[InferenceProgress], None] | None
    started: float = field(default_factory=time.monotonic)
    phases: dict[str, float] = field(default_factory=dict)
    states: int = 0
    sizes: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    search: Search | None = None
    offer: Callable[[Offer], None] = lambda _: None
    """Told each invariant for one size that is proved, and those that are then proved for all."""

    def elapsed(self) -> float:
        """The seconds since the beginning."""
        return time.monotonic() - self.started

    def left(self, most: float | None) -> float | None:
        """The seconds that a part may take: at most `most`, at least one."""
        if self.limit is None:
            return most
        left = max(1.0, self.limit - self.elapsed())
        return left if most is None else min(most, left)

    def left_for(self, share: float) -> float | None:
        """The seconds until a share of the limit is used, at least one."""
        return None if self.limit is None else max(1.0, share * self.limit - self.elapsed())

    def timed(self, phase: str, work: Callable[[], T]) -> T:
        """The result of some work, whose time counts for a phase.

        The text after a comma in its name is a detail: "prove, one size".
        """
        self.tell(phase)
        phase = phase.partition(",")[0]
        start = time.monotonic()
        try:
            return work()
        finally:
            spent = time.monotonic() - start
            self.phases[phase] = self.phases.get(phase, 0.0) + spent

    @property
    def candidates(self) -> int:
        """The number of candidate lemmas."""
        return 0 if self.search is None else len(self.search.pool.lemmas) - 1

    @property
    def ctis(self) -> int:
        """The number of counterexamples to induction."""
        return 0 if self.search is None else len(self.search.pool.rows)

    def tell(self, phase: str, latest: Settled | None = None) -> None:
        """Report the current phase, the statistics so far, and an obligation if one was decided."""
        if self.progress is not None:
            self.progress(
                InferenceProgress(
                    seconds=self.elapsed(),
                    phase=phase,
                    states=self.states,
                    candidates=self.candidates,
                    ctis=self.ctis,
                    lemmas=0 if self.search is None else len(self.search.best),
                    latest=latest,
                )
            )
