"""Breadth-first search of all reachable states with the interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from holdfast.cancellation import Interruption, cancel_by, honour
from holdfast.check.discovery import Discovery, Stop
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
from holdfast.check.temporal import check_temporal
from holdfast.interp.machine import Mover
from holdfast.interp.step import State
from holdfast.interp.transient import Paths, Reached
from holdfast.ir.body import assertion_names
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.limits import NO_LIMITS, Limits
from holdfast.source import Diagnostic

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


class Explorer(Discovery):
    """One breadth-first search."""

    def __init__(
        self,
        exploration: Exploration,
        limits: Limits = NO_LIMITS,
        observer: SearchObserver | None = None,
    ) -> None:
        super().__init__(exploration)
        system, machine = self.system, self.running
        self.limits = limits
        self.observer = observer
        self.assertions = assertion_names(system)
        self.may_end = None if system.may_end is None else machine.test(system.may_end)
        passes = system.transient is not None and not exploration.exposes
        if self.assertions or passes:
            self.paths = Paths(machine, self._successors, passes)
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
        self.reported = time.monotonic()
        exploration.standing = self._standing

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
        except Stop:
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
        try:
            if self.paths is None:
                self._meet_initial_states()
            else:
                self._pass(self.paths.from_initial(), -1)
        except EvalError as error:
            self.fail(error, None)
        finally:
            self.search.initial = len(self.search.states)
            if self.profile is not None:
                found = self.search.generated if self.paths is None else len(self.paths.initial)
                self.profile.initial.generated = found

    def _meet_initial_states(self) -> None:
        def visit(state: State) -> None:
            self.search.generated += 1
            self.meet(state, -1, None)
            if self.search.generated & 0xFFF == 0:
                self._pause(0)

        self.running.initial_states(visit)

    def _expand_all(self) -> None:
        states = self.search.states
        while self.at < len(states):
            at = self.at
            if self.limits.depth is not None and self.search.levels[at] >= self.limits.depth:
                self._stopped("depth")
                raise Stop
            if at & 0xFF == 0 or self.machine.context.stopped:
                self._pause(at)
            self.taken += 1
            self._expand(at)
            self.at += 1

    def _expand(self, at: int) -> None:
        state = self.search.states[at]
        self.exploration.level, self.looked_at = self.search.levels[at], (at, None)
        if self.paths is not None:
            moved = self._pass(self.paths.from_state(state), at)
        else:
            moved = self._step(at, state)
        if not moved:
            self._stuck(at, state)

    def _step(self, at: int, state: State) -> bool:
        """Meet the successors of a state; whether there are any."""
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
                self.fail(error, self.traces.to(at))
            self.search.generated += context.composed
            if successors:
                moved = True
                self.search.fired.add(id(mover.action))
            for successor in successors:
                self.search.generated += 1
                if not (plain and successor in known):
                    self.meet(successor, at, mover)
            if profile is not None:
                profile.end(mover.action, len(successors))
        return moved

    def _successors(self, state: State, mover: Mover) -> list[State]:
        """The successors by one action, on a path through transient states."""
        profile, context = self.profile, self.machine.context
        context.composed = 0
        if profile is not None:
            profile.begin()
        found = self.running.successors(state, mover)
        self.search.generated += context.composed
        if found:
            self.search.fired.add(id(mover.action))
        if profile is not None:
            profile.end(mover.action, len(found))
        return found

    def _pass(self, reached: Iterator[Reached], at: int) -> bool:
        """Meet the states proper that are reached from a state; whether there are any steps."""
        assert self.paths is not None
        moved = False
        try:
            for each in reached:
                moved = True
                for number in each.broken:
                    self.violated("assert", self.assertions[number], at, each.state, each.mover)
                if each.proper:
                    self.search.generated += 1
                    self.meet(each.state, at, each.mover)
        except EvalError as error:
            trace = self.traces.along(at, self.paths.path)
            self.fail(error, trace if trace.steps else None)
        return moved

    def _stuck(self, at: int, state: State) -> None:
        """Check a state without successors."""
        self.search.stuck.append(at)
        try:
            if self.exposed is not None and self.exposed(state):  # a state proper after all
                for name, holds in self.proper:
                    if not holds(state):
                        self.violated("invariant", name, at)
            if self.system.check_deadlock and not (self.may_end and self.may_end(state)):
                self.violated("deadlock", "deadlock", at)
        except EvalError as error:
            self.fail(error, self.traces.to(at))

    def _pause(self, at: int) -> None:
        """Enforce the limits, and report progress."""
        search, now = self.search, time.monotonic()
        reached = self.exploration.limit_reached(self.limits, len(search.states))
        if reached is not None:
            search.verdict = search.verdict or reached
            raise Stop
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
        stuck = search.stuck if self.system.maximal else None
        return InterpretedGraph(self.machine, search.states, search.initial, *steps, stuck)
