"""How long an inference has run, what it spent its time on, and telling how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from holdfast.infer.result import Progress
from holdfast.infer.search.search import Search

T = TypeVar("T")


@dataclass(slots=True)
class Journal:
    """The time of one inference, which may have a limit, and who is told of it."""

    limit: float | None
    progress: Callable[[Progress], None] | None
    started: float = field(default_factory=time.monotonic)
    phases: dict[str, float] = field(default_factory=dict)
    states: int = 0
    sizes: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    search: Search | None = None

    @property
    def until(self) -> float | None:
        """When the time is over."""
        return None if self.limit is None else self.started + self.limit

    def elapsed(self) -> float:
        """The seconds since the beginning."""
        return time.monotonic() - self.started

    def left(self, most: float | None) -> float | None:
        """How long a part may take that must not take more than `most`; a second at least."""
        if self.limit is None:
            return most
        left = max(1.0, self.limit - self.elapsed())
        return left if most is None else min(most, left)

    def timed(self, phase: str, work: Callable[[], T]) -> T:
        """The result of some work, whose time counts for a phase.

        What comes after a comma in its name tells only more of it: "prove, one size".
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
        """How many lemmas there are to choose from."""
        return 0 if self.search is None else len(self.search.pool.lemmas) - 1

    @property
    def ctis(self) -> int:
        """How many steps were learned from."""
        return 0 if self.search is None else len(self.search.pool.rows)

    def tell(self, phase: str) -> None:
        """Say what is done now, and the figures so far."""
        if self.progress is not None:
            chosen = 0 if self.search is None else len(self.search.best)
            figures = (self.states, self.candidates, self.ctis, chosen)
            self.progress(Progress(phase, *figures, self.elapsed()))
