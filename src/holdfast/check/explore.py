"""Breadth-first search of all reachable states, on the interpreter.

States are counted, checked and kept in TLC's order, so that counts and the length of a
counterexample agree with it: a successor is generated, its constraint decides whether it
is kept, and it is checked when it is new or outside the constraint.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from holdfast.check.advice import diagnose
from holdfast.check.deadline import TimeIsUp, deadline
from holdfast.check.figures import figure
from holdfast.check.possible import Possible
from holdfast.check.reductions import key_function
from holdfast.check.trace_values import trace_value
from holdfast.interp.machine import Machine, Mover
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.verdict import Counts, Failed, Kind, Step, Trace, Unknown, Verdict, Violated


@dataclass(frozen=True, slots=True)
class Options:
    """How to check: limits (None is no limit; `memory` in bytes) and what to keep.

    `keep_going` looks for violations of the other properties after the first. `engine` is
    "interp", "native", or "auto": native where it can run the system; `workers` (None is
    one for each processor), `compiler` ("auto", "tcc", "cc") and `exact` (compare states in
    full, not by their fingerprints) are the native engine's.
    """

    max_states: int | None = None
    depth: int | None = None
    seconds: float | None = None
    memory: int | None = None
    keep_going: bool = False
    keep_graph: bool = False
    allow_io: bool = False
    seed: int = 0
    engine: str = "auto"
    workers: int | None = None
    compiler: str = "auto"
    exact: bool = False


DEFAULTS = Options()

GRACE = 1.0
"""Seconds that a search has to end between two states, before it is ended within one."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is."""

    generated: int
    distinct: int
    frontier: int
    depth: int
    seconds: float
    memory: int = 0


@dataclass(slots=True)
class Search:
    """What a search has found: states in the order of discovery, each with its parent."""

    states: list[State] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    edges: list[tuple[int, int, str]] = field(default_factory=list)
    initial: int = 0
    generated: int = 0
    fired: set[str] = field(default_factory=set)
    verdict: Verdict | None = None
    more: list[Violated] = field(default_factory=list)
    violations: Counter[str] = field(default_factory=Counter)
    complete: bool = False

    def counts(self) -> Counts:
        """The figures that TLC prints."""
        depth = self.levels[-1] if self.levels else 0
        return Counts(self.generated, len(self.states), depth, self.initial)

    def collision_probability(self) -> float:
        """The chance that two different states were taken for one; states are compared here."""
        return 0.0


class _Stop(Exception):
    """The search ends here, with the verdict that has been recorded."""


class Explorer:
    """One breadth-first search."""

    def __init__(
        self,
        machine: Machine,
        options: Options = DEFAULTS,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.machine = machine
        self.system: System = machine.system
        self.options = options
        self.progress = progress
        self.search = Search()
        self.known: dict[Any, int] = {}
        self.key = key_function(machine)
        system = machine.system
        self.constraints = [machine.test(p.expr) for p in system.constraints]
        self.action_constraints = [machine.test(p.expr) for p in system.action_constraints]
        self.invariants = [(p.name, machine.test(p.expr)) for p in system.invariants]
        self.starts = [(p.name, machine.test(p.expr)) for p in system.initial_properties]
        self.steps = [(p.name, machine.test(p.expr)) for p in system.step_properties]
        self.possible = Possible(machine)
        self.observers: list[Callable[[State], None]] = [self.possible.observe]
        self.plain = not (
            system.constraints
            or system.action_constraints
            or system.step_properties
            or system.view
            or system.symmetry
            or self.possible.of_steps
            or options.keep_graph
        )
        self.level = 0  # that of the state that is looked at; 0 before there are states
        self.at = 0
        self.taken = 0
        self.entering = 0
        self.looked_at: tuple[int, State | None] = -1, None
        machine.context.figure = lambda name: figure(self, name)
        machine.context.trace = self._states_so_far
        self.started = time.monotonic()
        self.reported = self.started

    def run(self) -> Search:
        """Search until everything is explored, a property fails or a limit is reached."""
        seconds = self.options.seconds
        try:
            limit = deadline(None if seconds is None else seconds + GRACE)
            with ranked_by(self.machine.ranks), limit:
                self._initial_states()
                self._expand_all()
                self.search.complete = True
        except _Stop:
            pass
        except TimeIsUp:
            self.search.complete = False
            self._stopped(f"stopped after {seconds:g} s")
        except KeyboardInterrupt:
            self._stopped("interrupted: only a part was explored")
        return self.search

    def _stopped(self, reason: str) -> None:
        """The search ends early; what it has found until then still counts."""
        self.search.verdict = self.search.verdict or Unknown(reason)

    # ---- states ----

    def _initial_states(self) -> None:
        def visit(state: State) -> None:
            self.search.generated += 1
            self._meet(state, -1, None)
            if self.search.generated & 0xFFF == 0:
                self._pause(0)

        try:
            self.machine.initial_states(visit)
        except EvalError as error:
            self._fail(error, None)
        finally:
            self.search.initial = len(self.search.states)

    def _expand_all(self) -> None:
        states = self.search.states
        while self.at < len(states):
            at = self.at
            if self.options.depth is not None and self.search.levels[at] >= self.options.depth:
                self._stopped(f"stopped at depth {self.options.depth}")
                raise _Stop
            if self.machine.context.stopped:
                self._stopped('stopped by TLCSet("exit", TRUE)')
                raise _Stop
            if at & 0xFF == 0:
                self._pause(at)
            self.taken += 1
            self._expand(at)
            self.at += 1

    def _expand(self, at: int) -> None:
        state = self.search.states[at]
        self.level, self.looked_at = self.search.levels[at], (at, None)
        moved = False
        machine, context = self.machine, self.machine.context
        plain, known = self.plain, self.known  # a known state needs no second look
        for mover in machine.movers:
            context.composed = 0
            try:
                successors = machine.successors(state, mover)
            except EvalError as error:
                self._fail(error, self.trace(at))
            self.search.generated += context.composed
            if successors:
                moved = True
                self.search.fired.add(mover.action.name)
            for successor in successors:
                self.search.generated += 1
                if not (plain and successor in known):
                    self._meet(successor, at, mover)
        if not moved and self.system.check_deadlock:
            self._stuck(at)

    def _stuck(self, at: int) -> None:
        state, parent = self.search.states[at], self.search.parents[at]
        self._violated("deadlock", "deadlock", state, parent, None)

    def _meet(self, state: State, parent: int, mover: Mover | None) -> None:
        """A generated state: kept if new and within the constraints, checked if so or not."""
        before = self.search.states[parent] if parent >= 0 else None
        level, index = self.level, -1
        try:
            self.level, self.looked_at = level + 1, (parent, state)
            inside = not self.constraints or all(holds(state) for holds in self.constraints)
            if inside and before is not None:
                inside = self._allowed(before, state, level)
            new = not inside
            if inside:
                key = self.key(state)
                index = self.known.get(key, -1)
                if index < 0:
                    new, index = True, self._keep(state, key, parent)
            if new:
                for name, holds in self.invariants:
                    if not holds(state):
                        self._violated("invariant", name, state, parent, mover)
            self.level, self.looked_at = level, (parent, None)
            self._check_step(state, parent, mover, before)
        except EvalError as error:
            self._fail(error, self._trace_with(state, parent, mover))
        self.entering = 0
        if self.options.keep_graph and parent >= 0 and index >= 0 and mover is not None:
            self.search.edges.append((parent, index, mover.action.name))

    def _allowed(self, before: State, after: State, level: int) -> bool:
        """Whether the action constraints allow a step; then it counts for what is possible."""
        looked_at, self.level = self.looked_at, level
        self.looked_at = looked_at[0], None
        allowed = all(holds(before, after) for holds in self.action_constraints)
        if allowed:
            self.possible.observe_step(before, after)
        self.level, self.looked_at = level + 1, looked_at
        return allowed

    def _keep(self, state: State, key: Any, parent: int) -> int:
        search = self.search
        self.entering = 0 if parent < 0 else 1  # TLC queues a successor once it is checked
        index = len(search.states)
        self.known[key] = index
        search.states.append(state)
        search.parents.append(parent)
        search.levels.append(search.levels[parent] + 1 if parent >= 0 else 1)
        for observe in self.observers:
            observe(state)
        return index

    # ---- checks ----

    def _check_step(
        self, state: State, parent: int, mover: Mover | None, before: State | None
    ) -> None:
        if before is None:
            for name, holds in self.starts:
                if not holds(state):
                    self._violated("temporal", name, state, -1, None)
            return
        for name, holds in self.steps:
            if not holds(before, state):
                self._violated("action", name, state, parent, mover)

    def _violated(
        self, kind: Kind, name: str, state: State, parent: int, mover: Mover | None
    ) -> None:
        """Record the first violation, and with `keep_going` the first of each other property."""
        self.search.violations[name] += 1
        known = (self.search.verdict, *self.search.more)
        if any(isinstance(v, Violated) and v.property == name for v in known):
            return
        found = Violated(kind, name, self._trace_with(state, parent, mover))
        if self.search.verdict is None:
            self.search.verdict = found
        else:
            self.search.more.append(found)
        if not self.options.keep_going:
            raise _Stop

    def _fail(self, error: EvalError, trace: Trace | None) -> None:
        kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
        if isinstance(self.search.verdict, Violated):
            self.search.more.insert(0, self.search.verdict)
        self.search.verdict = Failed(kind, (diagnose(error, self.system),), trace)
        raise _Stop

    def _pause(self, at: int) -> None:
        """Now and then: limits, and a word on how it goes."""
        search, limits = self.search, self.options
        now = time.monotonic()
        if limits.seconds is not None and now - self.started > limits.seconds:
            self._stopped(f"stopped after {limits.seconds:g} s")
            raise _Stop
        if limits.max_states is not None and len(search.states) > limits.max_states:
            self._stopped(f"stopped after {limits.max_states} distinct states")
            raise _Stop
        if limits.memory is not None and memory_in_use() > limits.memory:
            self._stopped(f"stopped: more than {limits.memory >> 20} MiB of memory in use")
            raise _Stop
        if self.progress is not None and now - self.reported >= 0.5:
            self.reported = now
            frontier = len(search.states) - at
            self.progress(
                Progress(
                    search.generated,
                    len(search.states),
                    frontier,
                    search.levels[at],
                    now - self.started,
                    memory_in_use(),
                )
            )

    # ---- traces ----

    def _states_so_far(self) -> Value | None:
        """`Trace`: the states up to the one that is looked at."""
        parent, state = self.looked_at
        rows = [] if state is None else [state]
        while parent >= 0:
            rows.append(self.search.states[parent])
            parent = self.search.parents[parent]
        variables = self.system.variables
        return trace_value(dict(zip(variables, r, strict=True)) for r in reversed(rows)) or None

    def trace(self, index: int) -> Trace:
        """The path by which a state was discovered."""
        path = []
        while index >= 0:
            path.append(index)
            index = self.search.parents[index]
        path.reverse()
        steps = [self._step(self.search.states[path[0]])]
        for before, after in pairwise(path):
            steps.append(self._move(before, self.search.states[after]))
        return Trace(tuple(steps))

    def _trace_with(self, state: State, parent: int, mover: Mover | None) -> Trace:
        if parent < 0:
            return Trace((self._step(state),))
        before = self.trace(parent)
        last = self._move(parent, state, mover)
        return replace(before, steps=(*before.steps, last))

    def _move(self, at: int, after: State, mover: Mover | None = None) -> Step:
        """The step from one state to another, found again by running the actions.

        One that was drawn by lot, or decided by a register, may not be found: then the state
        is all that is known.
        """
        level, self.level = self.level, self.search.levels[at]
        try:
            with self.machine.context.quietly():
                return self._moved(self.search.states[at], after, mover)
        finally:
            self.level = level

    def _moved(self, before: State, after: State, mover: Mover | None) -> Step:
        for candidate in (mover,) if mover is not None else self.machine.movers:
            for state, arguments in self.machine.moves(before, candidate):
                if state == after:
                    action = candidate.action
                    return replace(
                        self._step(after), action=action.name, arguments=arguments, span=action.span
                    )
        return self._step(after)

    def _step(self, state: State) -> Step:
        return Step(dict(zip(self.system.variables, state, strict=True)))


def memory_in_use() -> int:
    """The resident memory of this process in bytes, as far as the system tells."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * 4096
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
