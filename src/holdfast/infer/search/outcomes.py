"""What a search ends with, and its statistics."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.search.lemma_pool import Row
from holdfast.interp.step import State


@dataclass(frozen=True, slots=True)
class Choice:
    """Lemmas with the property, and whether they are known to be inductive on a few elements."""

    lemmas: tuple[int, ...]
    known: Kept | Unclear


class Reached(Exception):
    """A reachable state violates the property."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


class Undefined(Exception):
    """The property is not defined in a state in which it holds according to a solver."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


class Stuck(Exception):
    """The property cannot be supported by any lemma of the grammar."""

    def __init__(self, row: Row, chosen: tuple[int, ...]) -> None:
        super().__init__()
        self.row = row
        self.chosen = chosen


@dataclass(slots=True)
class Figures:
    """The statistics of a search."""

    rounds: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def spend(self, on: str, since: float) -> float:
        """Add the time since a moment to one kind of work; returns the present time."""
        now = time.process_time()
        self.seconds[on] = self.seconds.get(on, 0.0) + now - since
        return now
