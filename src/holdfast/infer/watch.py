"""Telling how far the proof of an invariant is."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.infer.clock import tick
from holdfast.prove.settle import Settled


class Obligations:
    """Counts the obligations of a proof and says how many are settled."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.expected = 0
        self.settled = 0

    def begin(self, obligations: int) -> None:
        """About so many obligations are to be settled."""
        self.expected, self.settled = obligations, 0

    def tell(self, settled: Settled) -> None:
        """One of them is settled."""
        tick()
        self.settled += 1
        self.say(f"prove, {self.settled} of {max(self.expected, self.settled)} obligations")
