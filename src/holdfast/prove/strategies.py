"""What is tried to settle a question, and in which order: cheap first, then more of everything.

No single way to handle quantifiers decides all formulas, so that several are tried with small
limits before one is tried with a large limit. The limits count a solver's own steps: an answer
does not depend on how fast or busy the machine is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.smt.outcome import Limits

FIRST = 1_000_000
RLIMITS = (4_000_000, 20_000_000, 60_000_000, 200_000_000)
_SECONDS_PER_MILLION = 2.0
_LEAST_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried: which solvers, up to which limits, and whether all must agree."""

    solvers: tuple[str, ...] = ("z3", "cvc5")
    agree: bool = False
    rlimit: int = RLIMITS[-1]
    memory_mb: int = 2_000

    def limits(self, rlimit: int, until: float | None = None) -> Limits:
        """The limits of one attempt; the seconds are only a net below the other ones."""
        from holdfast.smt.outcome import Limits

        seconds = max(_LEAST_SECONDS, rlimit / 1_000_000 * _SECONDS_PER_MILLION)
        if until is not None:
            seconds = min(seconds, max(1.0, until - time.monotonic()))
        return Limits(rlimit, self.memory_mb, seconds)


@dataclass(frozen=True, slots=True)
class Rung:
    """One attempt: with how many of the hypotheses (an index of slices), by whom, and how."""

    slice: int
    solver: str
    strategy: str
    rlimit: int


def rungs(effort: Effort, slices: int) -> Iterator[Rung]:
    """What to try, in order, for a question with so many slices, of which the last is all."""
    everything = slices - 1
    fewer = range(everything)
    if "z3" in effort.solvers:
        yield Rung(everything, "z3", "auto", FIRST)
        for i in fewer:
            yield Rung(i, "z3", "auto", FIRST)
        yield Rung(everything, "z3", "ematching", FIRST)
    for rlimit in RLIMITS:
        if rlimit > effort.rlimit:
            return
        if "z3" in effort.solvers:
            for i in (*fewer[-1:], *fewer[:1], everything):
                yield Rung(i, "z3", "ematching", rlimit)
                yield Rung(i, "z3", "auto", rlimit)
            yield Rung(everything, "z3", "mbqi", rlimit)
            yield Rung(everything, "z3", "pull-nested", rlimit)
        if "cvc5" in effort.solvers:
            for i in (*fewer[:1], everything):
                yield Rung(i, "cvc5", "full-saturate", rlimit)
            yield Rung(everything, "cvc5", "finite-model", rlimit)


def confirmations(solver: str, rlimits: tuple[int, ...] = RLIMITS[:3]) -> Iterator[tuple[str, int]]:
    """How a second solver is asked about what a first one has settled: strategy and limit."""
    strategies = ("auto", "ematching") if solver == "z3" else ("full-saturate", "finite-model")
    for rlimit in rlimits:
        for strategy in strategies:
            yield strategy, rlimit
