"""Traces and error messages of a native search, reconstructed by the interpreter.

C stores for each state its predecessor and its index among the successors generated from it;
the interpreter runs these steps again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdfast.check.steps import action_step, state_step, steps_along
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.interp.transient import Paths, Reached
from holdfast.ir.body import assertion_names
from holdfast.ir.errors import EvalError
from holdfast.ir.system import System
from holdfast.native.emit.emit import predicates
from holdfast.native.run import events as native
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Event
from holdfast.verdict import Step, Trace


class NotFoundAgain(Exception):
    """A step of the native search that the interpreter does not take."""


class _Reached(Exception):
    """The requested initial state was found."""

    def __init__(self, state: State) -> None:
        self.state = state


class Replay:
    """Runs steps of a native search again, quietly.

    `level` is the level of the current state, for TLCGet; None while nothing is run. If it
    `passes`, a position is that of a state on paths, among transient states if there are any.
    """

    def __init__(self, machine: Machine, key: Callable[[State], Any], passes: bool = True) -> None:
        self.machine = machine
        self.system: System = machine.system
        self.key = key
        self.level: int | None = None
        transient = self.system.transient if passes else None
        self.passes = transient is not None or bool(assertion_names(self.system))
        self._through = transient is not None
        self._to_error: list[Step] = []

    def trace(
        self, engine: Engine, event: Event
    ) -> tuple[Trace | None, State | None, State | None]:
        """The trace to where something happened, the state before it and the state reached.

        Evaluation prints nothing, and leaves the registers unchanged.
        """
        try:
            with self.machine.context.quietly():
                return self._trace(engine, event)
        finally:
            self.level = None

    def _trace(
        self, engine: Engine, event: Event
    ) -> tuple[Trace | None, State | None, State | None]:
        if self.passes:
            return self._trace_of_paths(engine, event)
        places = engine.path(event.parent)
        if event.place and (event.what != native.ACTION or event.parent == 0):
            places.append(event.place)
        steps: list[Step] = []
        before: State | None = None
        after: State | None = None
        for self.level, place in enumerate(places):
            before = after
            step, after = self._first(place) if before is None else self._next(before, place)
            steps.append(step)
        if not event.place:
            before = after
        return Trace(tuple(steps)) if steps else None, before, after

    def _trace_of_paths(
        self, engine: Engine, event: Event
    ) -> tuple[Trace | None, State | None, State | None]:
        places = engine.path(event.parent)
        if event.place and not self._is_on_path(event):
            places.append(event.place)
        steps: list[Step] = []
        before: State | None = None
        after: State | None = None
        for self.level, place in enumerate(places):
            path = self._path(after, place)
            steps += steps_along(self.machine, after, path)
            before, after = path[-2].state if len(path) > 1 else after, path[-1].state
        if not event.place:
            before = after
        return Trace(tuple(steps)) if steps else None, before, after

    def _is_on_path(self, event: Event) -> bool:
        """Whether the error is one of the path itself, which is walked again for it."""
        first = len(predicates(self.system)) - (self.system.may_end is not None) - 1
        return event.what == native.ACTION or (self._through and event.what == first)

    def _path(self, before: State | None, place: int) -> list[Reached]:
        paths = Paths(self.machine, passes=self._through)
        for reached in paths.start(before):
            if reached.number == place:
                return list(paths.path)
        raise NotFoundAgain("a step cannot be found again")

    def to_the_error(self, trace: Trace | None) -> Trace | None:
        """The trace to the state whose successors were computed when the error occurred."""
        steps = (*(() if trace is None else trace.steps), *self._to_error)
        return Trace(steps) if steps else None

    def _walk_again(self, before: State | None) -> None:
        paths = Paths(self.machine, passes=self._through)
        try:
            for _ in paths.start(before):
                pass
        except EvalError:
            self._to_error = steps_along(self.machine, before, paths.path)
            raise

    def _first(self, place: int) -> tuple[Step, State]:
        seen = 0

        def visit(state: State) -> None:
            nonlocal seen
            seen += 1
            if seen == place:
                raise _Reached(state)

        try:
            self.machine.initial_states(visit)
        except _Reached as reached:
            return state_step(self.system, reached.state), reached.state
        raise NotFoundAgain("an initial state cannot be found again")

    def _next(self, state: State, place: int) -> tuple[Step, State]:
        for mover in self.machine.movers:
            moves = self.machine.moves(state, mover)
            if place <= len(moves):
                move = moves[place - 1]
                return action_step(self.system, mover.action, move), move.state
            place -= len(moves)
        raise NotFoundAgain("a step cannot be found again")

    def evaluate(
        self, event: Event, trace: Trace | None, before: State | None, after: State | None
    ) -> None:
        """Evaluate what C could not, for the error that this raises, if any."""
        try:
            self.level = len(trace) if trace is not None else 0
            self._evaluate(event, before, after)
        finally:
            self.level = None

    def _evaluate(self, event: Event, before: State | None, after: State | None) -> None:
        machine = self.machine
        if self.passes and self._is_on_path(event):
            self._walk_again(after)
        elif event.what == native.ACTION:
            if before is not None:
                machine.successors(before, machine.movers[event.action])
        elif event.what == native.KEY:
            assert after is not None
            self.key(after)
        elif event.what < native.DEADLOCK:
            prop = predicates(self.system)[event.what]
            steps = (*self.system.step_properties, *self.system.action_constraints)
            if any(prop is p for p in steps):
                self.level = (self.level or 1) - 1
                machine.holds(prop.expr, before, after)
            else:
                machine.holds(prop.expr, after)
