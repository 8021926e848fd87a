"""The attempts to discharge a query and their order, with growing effort.

No single quantifier strategy decides all formulas, so several are tried with small
limits before one is tried with a large limit. The limits count a solver's own steps: a result
does not depend on the speed or load of the machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.smt.solvers.outcome import Limits

QUICK = 300_000
FIRST = 1_000_000
RLIMITS = (4_000_000, 20_000_000, 60_000_000, 200_000_000)
INSTANTIATING = ("ematching", "mbqi", "prenex")
"""The strategies of z3 that differ from `auto` only in what they do with quantifiers."""
_SECONDS_PER_MILLION = 2.0
_LEAST_SECONDS = 30.0
_CVC5_SHARE = 4
"""How many steps of z3 take as long as one of cvc5."""

_LARGE_SHARE = 6
"""The share of a quick attempt that is worth trying before a large query is made."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The solvers to use, their limits, and whether all must agree."""

    solvers: tuple[str, ...] = ("z3", "cvc5")
    agree: bool = False
    rlimit: int = RLIMITS[-1]
    memory_mb: int = 2_000

    def limits(self, rlimit: int, until: float | None = None) -> Limits:
        """The limits of one attempt; the seconds are only a safety net."""
        from holdfast.smt.solvers.outcome import Limits

        seconds = max(_LEAST_SECONDS, rlimit / 1_000_000 * _SECONDS_PER_MILLION)
        if until is not None:
            seconds = min(seconds, max(1.0, until - time.monotonic()))
        return Limits(rlimit, self.memory_mb, seconds)


@dataclass(frozen=True, slots=True)
class Rung:
    """One attempt: hypotheses (an index of slices), solver, strategy and limit.

    With `guarded` numbers, those that have no trigger range over the numbers at hand.
    """

    slice: int
    solver: str
    strategy: str
    rlimit: int
    guarded: bool = False


def opening(effort: Effort, slices: int, large: bool = False) -> Iterator[Rung]:
    """The attempts before a query is split; the last of its slices has all hypotheses.

    A first slice that is `large` is tried after those that may make it unnecessary.
    """
    everything = slices - 1
    quick = min(QUICK, effort.rlimit)
    if "z3" not in effort.solvers:
        yield Rung(everything, "cvc5", "full-saturate", quick)
        return
    if large:
        yield Rung(1, "z3", "ematching", quick // _LARGE_SHARE)
        yield Rung(everything, "z3", "auto", quick // _LARGE_SHARE)
    if slices > 1:
        yield Rung(0, "z3", "ematching", quick)
    yield Rung(everything, "z3", "auto", quick)
    yield from _finite(effort, everything, quick)
    for i in range(1, slices):
        yield Rung(i, "z3", "ematching", quick)


def levels(effort: Effort, slices: int) -> Iterator[tuple[Rung, ...]]:
    """The attempts after that, for a query or each of its cases, with growing limits."""
    everything = slices - 1
    fewer = range(everything)
    first = min(FIRST, effort.rlimit)
    if "z3" in effort.solvers:
        yield (
            *(Rung(i, "z3", "ematching", first) for i in range(slices)),
            *_finite(effort, everything, first),
            *_guarded(everything, first),
            Rung(everything, "z3", "prenex", first),
            Rung(everything, "z3", "auto", first),
            *(Rung(i, "z3", "auto", first) for i in fewer),
        )
    for rlimit in RLIMITS:
        if rlimit > effort.rlimit:
            return
        yield (
            *(_z3_rungs(slices, rlimit) if "z3" in effort.solvers else ()),
            *(_cvc5_rungs(slices, _share(rlimit)) if "cvc5" in effort.solvers else ()),
        )


def _finite(effort: Effort, everything: int, rlimit: int) -> Iterator[Rung]:
    """Finite model finding, which finds most counterexamples quickly where z3 diverges."""
    if "cvc5" in effort.solvers:
        yield Rung(everything, "cvc5", "finite-model", _share(rlimit))


def _share(rlimit: int) -> int:
    """The limit of cvc5 that corresponds to a limit of z3; 0 would be no limit."""
    return max(1, rlimit // _CVC5_SHARE)


def _z3_rungs(slices: int, rlimit: int) -> Iterator[Rung]:
    everything = slices - 1
    fewer = range(everything)
    yield from _guarded(everything, rlimit)
    yield Rung(everything, "z3", "prenex", rlimit)
    for i in dict.fromkeys((*fewer[-1:], *fewer[:1], everything)):
        yield Rung(i, "z3", "ematching", rlimit)
        yield Rung(i, "z3", "auto", rlimit)
    yield Rung(everything, "z3", "mbqi", rlimit)


def _guarded(everything: int, rlimit: int) -> Iterator[Rung]:
    yield Rung(everything, "z3", "prenex", rlimit, guarded=True)
    yield Rung(everything, "z3", "auto", rlimit, guarded=True)


def _cvc5_rungs(slices: int, rlimit: int) -> Iterator[Rung]:
    everything = slices - 1
    for i in dict.fromkeys((0, everything)):
        yield Rung(i, "cvc5", "full-saturate", rlimit)
    yield Rung(everything, "cvc5", "finite-model", rlimit)


def confirmations(solver: str, rlimits: tuple[int, ...] = RLIMITS[:3]) -> Iterator[tuple[str, int]]:
    """The strategies and limits with which a second solver confirms a result."""
    z3 = ("auto", "ematching", "prenex")
    strategies = z3 if solver == "z3" else ("full-saturate", "finite-model")
    for rlimit in (FIRST, *rlimits):
        for strategy in strategies:
            yield strategy, rlimit
