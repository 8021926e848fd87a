"""Traces of a search with the interpreter, recomputed by running the actions again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from holdfast.check.engine import Exploration, Search
from holdfast.check.steps import path_to, state_step, step_between, steps_along
from holdfast.interp.machine import Mover
from holdfast.interp.step import State
from holdfast.interp.transient import Reached
from holdfast.ir.values import Value
from holdfast.verdict import Step, Trace


class Traces:
    """Traces to the states of a search, and to those just generated.

    A step that depends on a random choice or a TLCSet register may not be found: then the state is
    shown without its action.
    """

    def __init__(self, exploration: Exploration, search: Search) -> None:
        self.exploration, self.search = exploration, search
        self.machine, self.system = exploration.machine, exploration.system
        self.passes = self.system.transient is not None and not exploration.exposes

    def ancestors(self, index: int) -> list[int]:
        """The states on the path by which one was discovered, and itself."""
        path = []
        while index >= 0:
            path.append(index)
            index = self.search.parents[index]
        return path[::-1]

    def to(self, index: int) -> Trace:
        """The path by which a state was discovered."""
        return Trace(tuple(self._steps_to(index)))

    def along(self, parent: int, path: Sequence[Reached]) -> Trace:
        """The same for a state, followed by a path from it; -1: the path starts initially."""
        before = self.search.states[parent] if parent >= 0 else None
        return Trace((*self._steps_to(parent), *steps_along(self.machine, before, path)))

    def with_step(self, state: State, parent: int, mover: Mover | None) -> Trace:
        """The same for a state, followed by a step from it; -1: the state is an initial one."""
        if parent < 0:
            return Trace((state_step(self.system, state),))
        return Trace((*self._steps_to(parent), self._move(parent, state, mover)))

    def _steps_to(self, index: int) -> list[Step]:
        path = self.ancestors(index)
        if self.passes:
            return self._through(path)
        steps = [state_step(self.system, self.search.states[i]) for i in path[:1]]
        for before, after in pairwise(path):
            steps.append(self._move(before, self.search.states[after]))
        return steps

    def _through(self, path: list[int]) -> list[Step]:
        """The steps between states of the search, with the transient states between them."""
        steps: list[Step] = []
        before: State | None = None
        for index in path:
            after = self.search.states[index]
            passed = path_to(self.machine, before, lambda r, to=after: r.proper and r.state == to)  # type: ignore[misc]  # `to` is bound here
            if passed is None:
                steps.append(state_step(self.system, after))
            else:
                steps += steps_along(self.machine, before, passed)
            before = after
        return steps

    def _move(self, at: int, after: State, mover: Mover | None = None) -> Step:
        level, self.exploration.level = self.exploration.level, self.search.levels[at]
        try:
            movers = [m for m in self.machine.movers if mover is None or m.action is mover.action]
            step = step_between(self.machine, self.search.states[at], after, movers)
            return step or state_step(self.system, after)
        finally:
            self.exploration.level = level

    def values_to(self, parent: int, state: State | None) -> list[dict[str, Value]]:
        """The states up to one that is looked at: it follows `parent`, or is that itself."""
        rows = [self.search.states[i] for i in self.ancestors(parent)]
        rows += [] if state is None else [state]
        return [dict(zip(self.system.variables, r, strict=True)) for r in rows]
