"""`simulate`: its options, its statistics and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

from holdfast.interp.walks import Count, Tally
from holdfast.progress import Progress
from holdfast.verdict import Answer, Failed, Violated

if TYPE_CHECKING:
    from holdfast.ir.expr import Expr

DEPTH = 100
"""The steps of a behaviour, as TLC's `-depth`."""
TRACES = 10_000
"""The number of behaviours if neither that nor a time limit is given."""
_Z = 1.959963984540054
"""The quantile of the normal distribution for 95 %."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A formula whose frequency is estimated: over states, or over steps if it has primes."""

    text: str
    expr: Expr
    of_steps: bool


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """What to simulate, and on which engine; `traces` is None for as many as there is time for."""

    traces: int | None = TRACES
    depth: int = DEPTH
    seconds: float | None = None
    seed: int = 0
    counted: tuple[Counted, ...] = ()
    allow_io: bool = False
    engine: str = "auto"
    workers: int | None = None
    compiler: str = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationProgress(Progress):
    """The progress of a simulation."""

    phase: str = "simulate"
    behaviours: int
    states: int
    generated: int
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine has found: the counts, and what ended it early.

    `conclude` computes the verdict, whatever the time limit; it raises BeyondEngine.
    """

    tally: Tally
    verdict: Violated | Failed | None = None
    cause: Literal["time", "cancelled"] | None = None
    conclude: Callable[[], Violated | Failed] | None = None


Watch: TypeAlias = Callable[[Tally], bool]
"""Called periodically with the counts so far; False ends the simulation."""
SimulationObserver: TypeAlias = Callable[[SimulationProgress], None]


@dataclass(frozen=True, slots=True)
class Share:
    """How often something occurred, among how many, with a confidence interval of 95 %."""

    times: int
    total: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""
        return self.times / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a formula was true: the share of behaviours in which it was, and of states.

    For a formula with primes it is the share of steps.
    """

    formula: str
    of_steps: bool
    behaviours: Share
    states: Share


@dataclass(frozen=True, slots=True)
class Occurrence:
    """How often an action occurred: its steps, and the behaviours with at least one."""

    steps: int
    behaviours: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What was simulated.

    `states` are those of the behaviours; `generated` are all successors that were generated and
    checked. `stuck` behaviours ended before `depth`, because no further step was possible.
    `variance` is that of the number of states of a behaviour.
    """

    seed: int = 0
    depth: int = DEPTH
    behaviours: int = 0
    states: int = 0
    generated: int = 0
    initial: int = 0
    longest: int = 0
    stuck: int = 0
    digest: int = 0
    variance: float = 0.0
    actions: Mapping[str, Occurrence] = field(default_factory=dict)
    frequencies: tuple[Frequency, ...] = ()


@dataclass(frozen=True, slots=True)
class Simulated(Answer):
    """The result of `simulate`: that of a check, and the statistics."""

    statistics: Statistics = Statistics()


def statistics_of(tally: Tally, names: Sequence[str], options: SimulationOptions) -> Statistics:
    """The statistics of a tally; `names` are those of the actions."""
    counts = tally.counts
    rows = zip(options.counted, counts[len(names) :], strict=True)
    return Statistics(
        options.seed,
        options.depth,
        tally.behaviours,
        tally.states,
        tally.generated,
        tally.initial,
        tally.longest,
        tally.stuck,
        tally.digest,
        _variance(tally),
        {n: Occurrence(c.times, c.behaviours) for n, c in zip(names, counts, strict=False)},
        tuple(_frequency(counted, count, tally) for counted, count in rows),
    )


def _variance(tally: Tally) -> float:
    mean = tally.states / max(tally.behaviours, 1)
    return tally.squares / max(tally.behaviours, 1) - mean * mean


def _frequency(counted: Counted, count: Count, tally: Tally) -> Frequency:
    behaviours, states, squares = tally.behaviours, tally.states, tally.squares
    if counted.of_steps:  # a behaviour has one step less than it has states
        squares = squares - 2 * states + behaviours
        count = Count(count.times, count.behaviours, count.squares, count.products - count.times)
        states -= behaviours
    return Frequency(
        counted.text,
        counted.of_steps,
        wilson(count.behaviours, behaviours),
        _clustered(count, behaviours, states, squares),
    )


def wilson(times: int, total: int, size: float | None = None) -> Share:
    """Wilson's interval; `size` is the effective size of the sample, if it is not `total`."""
    if not total:
        return Share(times, total, 0.0, 1.0)
    n, p = total if size is None else size, times / total
    middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z * sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
    return Share(times, total, max(0.0, middle - half), min(1.0, middle + half))


def _clustered(count: Count, behaviours: int, states: int, squares: int) -> Share:
    """The share of states: those of one behaviour depend on each other, which widens the interval.

    The effective size of the sample follows from the variance of the ratio estimator over
    behaviours (Cochran, Sampling Techniques, section 2.11).
    """
    if not states or behaviours < 2:
        return wilson(count.times, states, 1.0)
    share = count.times / states
    spread = count.squares - 2 * share * count.products + share * share * squares
    variance = max(0.0, spread) / states**2 * behaviours / (behaviours - 1)
    size = share * (1 - share) / variance if variance > 0 else float(behaviours)
    return wilson(count.times, states, min(float(states), max(1.0, size)))
