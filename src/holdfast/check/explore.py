"""Breadth-first search of all reachable states with the interpreter.

States are counted, checked and stored in TLC's order, so that counts and the length of a
counterexample agree with it: a successor is generated, its constraint decides whether it
is stored, and it is checked if it is new or outside the constraint.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from holdfast.cancellation import Interruption, cancel_by, honour
from holdfast.check.advice import diagnose
from holdfast.check.coverage import Profile
from holdfast.check.engine import (
    EVERY,
    Ending,
    Exploration,
    Search,
    SearchObserver,
    SearchProgress,
    memory_in_use,
)
from holdfast.check.figures import Standing
from holdfast.check.reductions import key_function
from holdfast.check.steps import state_step, step_between
from holdfast.check.temporal import check_temporal
from holdfast.check.trace_values import trace_value
from holdfast.interp.counters import Counters
from holdfast.interp.machine import Mover
from holdfast.interp.observe import Observer
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.sites import Sites
from holdfast.ir.values import Value
from holdfast.limits import NO_LIMITS, Limits
from holdfast.source import Diagnostic
from holdfast.verdict import Failed, Kind, Step, Trace, Violated

if TYPE_CHECKING:
    from holdfast.check.liveness.interpreted_graph import InterpretedGraph


class InterpretedEngine:
    """The search with the interpreter, which supports every system that can be checked."""

    def refusals(self, exploration: Exploration) -> tuple[Diagnostic, ...]:
        """None: the interpreter supports every system."""
        return ()

    def run(
        self, exploration: Exploration, limits: Limits, observer: SearchObserver | None
    ) -> Search:
        """Search until everything is explored, a property fails or a limit is reached."""
        explorer = Explorer(exploration, limits, observer)
        return check_temporal(exploration, explorer.run(), limits, explorer.graph, observer)


class _Stop(Exception):
    """Ends the search with the recorded verdict."""


class Explorer:
    """One breadth-first search."""

    def __init__(
        self,
        exploration: Exploration,
        limits: Limits = NO_LIMITS,
        observer: SearchObserver | None = None,
    ) -> None:
        self.exploration = exploration
        self.system = system = exploration.system
        # Traces and reasons are evaluated by a machine that counts nothing.
        self.machine, self.profile = exploration.machine, self._profile()
        counted = None if self.profile is None else self.profile.counters
        self.running = machine = self.machine.counting(counted) if counted else self.machine
        self.limits = limits
        self.observer = observer
        self.search = Search()
        self.known: dict[Any, int] = {}
        self.key = key_function(machine)
        self.constraints = [machine.test(p.expr) for p in system.constraints]
        self.action_constraints = [machine.test(p.expr) for p in system.action_constraints]
        self.invariants = [(p.name, machine.test(p.expr)) for p in system.invariants]
        self.starts = [(p.name, machine.test(p.expr)) for p in system.initial_properties]
        self.steps = [(p.name, machine.test(p.expr)) for p in system.step_properties]
        self.possible = exploration.possible
        observation = exploration.options.observation
        self.terms = None if observation is None else Observer(self.machine, observation)
        taken = () if exploration.liveness is None else exploration.liveness.taken()
        test = self.machine.test  # temporal properties are not counted
        self.step_tests = {a: test(a.expr, a.names, a.values) for a in taken}
        self.keep_edges = exploration.options.keep_graph or exploration.liveness is not None
        self.plain = not (
            system.constraints
            or system.action_constraints
            or system.step_properties
            or system.view
            or system.symmetry
            or self.possible.of_steps
            or self.keep_edges
        )
        self.at = 0
        self.taken = 0
        self.entering = 0
        self.looked_at: tuple[int, State | None] = -1, None
        self.reported = time.monotonic()
        exploration.standing = self._standing
        machine.context.trace = self._states_so_far

    def _profile(self) -> Profile | None:
        """Where evaluations are counted, if they are."""
        if not self.exploration.options.coverage:
            return None
        return Profile(self.system, Counters(Sites(self.system)))

    def run(self) -> Search:
        """Search until everything is explored, a property fails or a limit is reached."""
        try:
            self._explore()
            honour()
        except Interruption as stop:
            self._stopped(stop.cause)
        except KeyboardInterrupt as error:
            cancel_by(error)
            self._stopped("cancelled")
        if self.profile is not None:
            self.search.coverage = self.profile.coverage()
        if self.terms is not None:
            self.search.observed = self.terms.found
        return self.search

    def _explore(self) -> None:
        try:
            with ranked_by(self.machine.ranks):
                self._initial_states()
                self._expand_all()
                self.search.complete = True
        except _Stop:
            pass

    def _stopped(self, cause: Ending) -> None:
        """End the search early; its partial result still counts."""
        honour()
        self.search.complete = False
        found = self.search.verdict
        self.search.verdict = found or self.exploration.stopped(cause, self.limits)

    def _standing(self) -> Standing:
        search = self.search
        distinct = len(search.states)
        diameter = search.levels[-1] if search.levels else 0
        queue = distinct - self.taken - self.entering
        initial = search.initial or distinct
        level = self.exploration.level
        return Standing(level, diameter, distinct, search.generated, queue, initial)

    # ---- states ----

    def _initial_states(self) -> None:
        def visit(state: State) -> None:
            self.search.generated += 1
            self._meet(state, -1, None)
            if self.search.generated & 0xFFF == 0:
                self._pause(0)

        try:
            self.running.initial_states(visit)
        except EvalError as error:
            self._fail(error, None)
        finally:
            self.search.initial = len(self.search.states)
            if self.profile is not None:
                self.profile.initial.generated = self.search.generated

    def _expand_all(self) -> None:
        states = self.search.states
        while self.at < len(states):
            at = self.at
            if self.limits.depth is not None and self.search.levels[at] >= self.limits.depth:
                self._stopped("depth")
                raise _Stop
            if at & 0xFF == 0 or self.machine.context.stopped:
                self._pause(at)
            self.taken += 1
            self._expand(at)
            self.at += 1

    def _expand(self, at: int) -> None:
        state = self.search.states[at]
        self.exploration.level, self.looked_at = self.search.levels[at], (at, None)
        moved = False
        machine, context, profile = self.running, self.machine.context, self.profile
        plain, known = self.plain, self.known  # already explored
        for mover in machine.movers:
            context.composed = 0
            if profile is not None:
                profile.begin()
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
            if profile is not None:
                profile.end(mover.action, len(successors))
        if not moved and self.system.check_deadlock:
            self._stuck(at)

    def _stuck(self, at: int) -> None:
        state, parent = self.search.states[at], self.search.parents[at]
        self._violated("deadlock", "deadlock", state, parent, None)

    def _meet(self, state: State, parent: int, mover: Mover | None) -> None:
        """Handle a generated state: store it if new and within the constraints, and check it."""
        before = self.search.states[parent] if parent >= 0 else None
        level, index = self.exploration.level, -1
        try:
            self.exploration.level, self.looked_at = level + 1, (parent, state)
            inside = not self.constraints or all(holds(state) for holds in self.constraints)
            if inside and before is not None:
                inside = self._allowed(before, state, level)
            new = not inside
            if inside:
                key = self.key(state)
                index = self.known.get(key, -1)
                if index < 0:
                    new, index = True, self._keep(state, key, parent)
                    if self.profile is not None:
                        self.profile.found(None if mover is None else mover.action)
            if new:
                if self.terms is not None:
                    self.terms.observe(state, inside)
                for name, holds in self.invariants:
                    if not holds(state):
                        self._violated("invariant", name, state, parent, mover)
            self.exploration.level, self.looked_at = level, (parent, None)
            self._check_step(state, parent, mover, before)
        except EvalError as error:
            self._fail(error, self._trace_with(state, parent, mover))
        self.entering = 0
        if self.keep_edges and parent >= 0 and index >= 0 and mover is not None:
            self.search.edges.append((parent, index, mover.action.name))
            if self.step_tests and before is not None:
                self._keep_taken(before, state)

    def _keep_taken(self, before: State, after: State) -> None:
        """Which atoms are true over a step to a state that may not be kept itself."""
        still = before == after
        found = 0
        for i, (atom, holds) in enumerate(self.step_tests.items()):
            found |= (atom.still if still else holds(before, after)) << i
        self.search.taken.append(found)

    def _allowed(self, before: State, after: State, level: int) -> bool:
        """Whether the action constraints allow a step; if so, `_POSSIBLE` sees it."""
        looked_at, self.exploration.level = self.looked_at, level
        self.looked_at = looked_at[0], None
        allowed = all(holds(before, after) for holds in self.action_constraints)
        if allowed:
            self.possible.observe_step(before, after)
        self.exploration.level, self.looked_at = level + 1, looked_at
        return allowed

    def _keep(self, state: State, key: Any, parent: int) -> int:
        search = self.search
        self.entering = 0 if parent < 0 else 1  # TLC queues a successor once it is checked
        index = len(search.states)
        self.known[key] = index
        search.states.append(state)
        search.parents.append(parent)
        search.levels.append(search.levels[parent] + 1 if parent >= 0 else 1)
        self.possible.observe(state)
        self.exploration.vacuity.observe(state)
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
        if not self.exploration.options.keep_going:
            raise _Stop

    def _fail(self, error: EvalError, trace: Trace | None) -> None:
        kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
        if isinstance(self.search.verdict, Violated):
            self.search.more.insert(0, self.search.verdict)
        self.search.verdict = Failed(kind, (diagnose(error, self.system),), trace)
        raise _Stop

    def _pause(self, at: int) -> None:
        """Enforce the limits, and report progress."""
        search, now = self.search, time.monotonic()
        reached = self.exploration.limit_reached(self.limits, len(search.states))
        if reached is not None:
            search.verdict = search.verdict or reached
            raise _Stop
        if self.observer is not None and now - self.reported >= EVERY:
            self.reported = now
            self.observer(
                SearchProgress(
                    seconds=now - self.exploration.started,
                    generated=search.generated,
                    distinct=len(search.states),
                    frontier=len(search.states) - at,
                    depth=search.levels[at],
                    memory=memory_in_use(),
                    initial=search.initial,
                )
            )

    def graph(self) -> InterpretedGraph:
        """The graph of the states that were explored."""
        from holdfast.check.liveness.interpreted_graph import InterpretedGraph

        search = self.search
        steps = search.edges, search.taken, tuple(self.step_tests)
        return InterpretedGraph(self.machine, search.states, search.initial, *steps)

    # ---- traces ----

    def _states_so_far(self) -> Value | None:
        """`Trace`: the states up to the current one."""
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
        """The step from one state to another, recomputed by running the actions.

        One that depends on a random choice or a TLCSet register may not be found: then the state
        is shown without its action.
        """
        level, self.exploration.level = self.exploration.level, self.search.levels[at]
        try:
            movers = [m for m in self.machine.movers if mover is None or m.action is mover.action]
            step = step_between(self.machine, self.search.states[at], after, movers)
            return step or self._step(after)
        finally:
            self.exploration.level = level

    def _step(self, state: State) -> Step:
        return state_step(self.system, state)
