"""The interface of an engine: run a search under limits, report progress, allow cancellation.

A search is an `Exploration`. Engines differ in how they compute states; what they find, in
which order, and how they count is the same.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from holdfast.cancellation import current
from holdfast.check.figures import Run, Standing, figure
from holdfast.check.possible import Possible
from holdfast.check.temporal_limits import excused, unchecked
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.interp.vacuity import Vacuity
from holdfast.ir.body import split_invariants
from holdfast.ir.coverage import Coverage
from holdfast.ir.observation import Observation, Observed
from holdfast.ir.system import System
from holdfast.limits import NO_LIMITS, Limits
from holdfast.progress import Progress
from holdfast.source import Diagnostic, Span
from holdfast.verdict import Counts, Unchecked, Unknown, Verdict, Violated

if TYPE_CHECKING:
    from holdfast.check.liveness.liveness import Liveness

EVERY = 0.25
"""Seconds between two progress events."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to check: limits and what to store.

    `keep_going` looks for violations of the other properties after the first. `engine` is the
    name of one, or "auto": the first that can run the system; `workers` (None is
    one for each processor), `compiler` ("auto", "tcc", "cc") and `exact` (compare states in
    full, not by their fingerprints) are the native engine's. `trust_symmetry` checks temporal
    properties although SYMMETRY or VIEW identifies states; `safety_only` checks none. `guessed`
    are properties that nobody named: if one cannot be checked, that is only a note. `coverage`
    counts evaluations. `observation` are terms to observe in all states.
    """

    limits: Limits = NO_LIMITS
    keep_going: bool = False
    keep_graph: bool = False
    allow_io: bool = False
    seed: int = 0
    engine: str = "auto"
    workers: int | None = None
    compiler: str = "auto"
    exact: bool = False
    trust_symmetry: bool = False
    safety_only: bool = False
    guessed: frozenset[str] = frozenset()
    coverage: bool = False
    observation: Observation | None = None


DEFAULTS = SearchOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProgress(Progress):
    """The progress of a search; `initial` is 0 until all initial states are known."""

    phase: str = "explore"
    generated: int
    distinct: int
    frontier: int
    depth: int
    memory: int = 0
    initial: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporalProgress(SearchProgress):
    """The progress of the check of temporal properties, after the search.

    A property has one or more branches: the cases in which it may be violated.
    """

    phase: str = "temporal"
    property: str
    branch: int
    branches: int
    steps: int


Ending: TypeAlias = Literal["time", "cancelled", "states", "memory", "depth", "exit"]
"""Why a search ends early."""
SearchObserver: TypeAlias = Callable[[SearchProgress], None]


@dataclass(slots=True)
class Search:
    """The result of a search: states in the order of discovery, each with its predecessor.

    `taken` has, for each edge, bits of the formulas that were evaluated when it was taken.
    `stuck` are the states without successors.
    `fired` are the ids of the actions that were enabled somewhere. `unchecked` are the temporal
    properties that were left open, `notes` remarks of the engine for the user.
    """

    states: list[State] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    edges: list[tuple[int, int, str]] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)
    initial: int = 0
    generated: int = 0
    fired: set[int] = field(default_factory=set)
    verdict: Verdict | None = None
    more: list[Violated] = field(default_factory=list)
    violations: Counter[str] = field(default_factory=Counter)
    complete: bool = False
    unchecked: list[Unchecked] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    coverage: Coverage | None = None
    observed: Observed | None = None

    def counts(self) -> Counts:
        """The figures that TLC prints."""
        depth = self.levels[-1] if self.levels else 0
        return Counts(self.generated, len(self.states), depth, self.initial)

    def collision_probability(self) -> float:
        """The probability of a fingerprint collision; 0 here, where states are compared in full."""
        return 0.0


class Exploration:
    """The system to explore and the properties to check; shared by all engines.

    `level` is that of the current state, 0 before there are states; the running engine sets
    `standing`. `unchecked` are the temporal properties that `liveness` does not check. If it
    `exposes` transient states, these are states as others, except that invariants and constraints
    are not about them: temporal properties are about all states.
    """

    def __init__(
        self, machine: Machine, options: SearchOptions = DEFAULTS, started: float | None = None
    ) -> None:
        self.machine = machine
        self.system: System = machine.system
        self.options = options
        self.possible = Possible(machine)
        self.vacuity = Vacuity(machine, machine.system.invariants)
        self.unchecked, self.liveness = self._temporal()
        self.exposes = self._exposes()
        self.level = 0
        self.standing: Callable[[], Standing] = Standing
        self.started = time.monotonic() if started is None else started
        run = Run(self.system, options.seed, self.started, lambda: self.standing())
        machine.context.figure = lambda name: figure(run, name)

    def _temporal(self) -> tuple[tuple[Unchecked, ...], Liveness | None]:
        """The temporal properties that are not checked, and the others, if any."""
        options, properties = self.options, self.system.temporal
        left_out = tuple(
            unchecked(self.system, options.guessed, options.safety_only, options.trust_symmetry)
        )
        asked = [p for p in properties if p.name not in {each.name for each in left_out}]
        if not asked:
            return left_out, None
        from holdfast.check.liveness.liveness import Liveness, why_unsupported

        guesses = [p for p in asked if p.name in options.guessed]
        reasons = {p.name: why_unsupported(self.machine, p) for p in guesses}
        beyond = tuple(excused(self.system, n, why) for n, why in reasons.items() if why)
        supported = tuple(p for p in asked if not reasons.get(p.name))
        return (*left_out, *beyond), Liveness(self.machine, supported) if supported else None

    def _exposes(self) -> bool:
        system = self.system
        asked = system.initial_properties or system.step_properties or split_invariants(system)[1]
        return system.transient is not None and bool(asked or self.liveness)

    def limit_reached(self, limits: Limits, distinct: int) -> Unknown | None:
        """The verdict if a limit other than the depth ends the search now."""
        scope = current()
        if scope is not None and scope.cause is not None:
            return self.stopped(scope.cause, limits)
        if limits.states is not None and distinct > limits.states:
            return self.stopped("states", limits)
        if limits.memory is not None and memory_in_use() > limits.memory:
            return self.stopped("memory", limits)
        return self.stopped("exit", limits) if self.machine.context.stopped else None

    def stopped(self, cause: Ending, limits: Limits) -> Unknown:
        """The verdict of a search that ends early."""
        match cause:
            case "time":
                elapsed, limit = time.monotonic() - self.started, limits.seconds
                seconds = round(elapsed, 1) if limit is None or elapsed < limit else limit
                reason = f"stopped after {seconds:g} s"
            case "cancelled":
                reason = "interrupted: only a part was explored"
            case "states":
                reason = f"stopped after {limits.states} distinct states"
            case "memory":
                reason = f"stopped: more than {(limits.memory or 0) >> 20} MiB of memory in use"
            case "depth":
                reason = f"stopped at depth {limits.depth}"
            case "exit":
                reason = 'stopped by TLCSet("exit", TRUE)'
        return Unknown(cause=cause, reason=reason)


class BeyondEngine(Exception):
    """An engine reached a limit of its own; another engine may be able to continue."""

    def __init__(self, reason: str, span: Span | None) -> None:
        super().__init__(reason)
        self.span = span


class Engine(Protocol):
    """A search algorithm and its evaluator.

    An engine polls `Exploration.limit_reached`, and ends with its partial result if
    it is interrupted; its verdict then gives the cause.
    """

    def refusals(self, exploration: Exploration) -> Sequence[Diagnostic]:
        """The reasons why the engine does not support this search; none if it does."""
        ...

    def run(
        self, exploration: Exploration, limits: Limits, observer: SearchObserver | None
    ) -> Search:
        """Search; raises BeyondEngine if the engine reaches a limit of its own."""
        ...


def memory_in_use() -> int:
    """The resident memory of this process in bytes, if the operating system reports it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * 4096
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
