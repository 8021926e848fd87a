"""Steps through transient states, to the states proper behind them.

Where a step comes to a transient state, it continues from there at once, by every action, until it
comes to a state that is not transient. Every path counts. A path ends where it returns to a state
of its own; a transient state without successors is a state proper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from holdfast.cancellation import tick
from holdfast.interp.machine import Machine, Mover
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError

RunAction: TypeAlias = Callable[[State, Mover], list[State]]


@dataclass(slots=True)
class Reached:
    """A state on a path: its number among all that were reached, from 1, and its action.

    The path continues unless the state is `proper`. `broken` are the assertions that the step to
    it violates, which are reported before anything else is known; `moved` if it has a successor.
    """

    number: int
    state: State
    mover: Mover | None
    broken: tuple[int, ...] = ()
    proper: bool = False
    moved: bool = False


_Move: TypeAlias = tuple[State, Mover | None, tuple[int, ...]]


class Paths:
    """All paths from a state, or from initial states, depth first in the order of the actions.

    `path` leads to the state that was reached last, or whose successors are being computed. Unless
    it `passes` through transient states, they are states proper.
    """

    def __init__(self, machine: Machine, run: RunAction | None = None, passes: bool = True) -> None:
        self.machine = machine
        self.run = run or machine.successors
        self.path: list[Reached] = []
        self.initial: list[State] = []
        transient = machine.system.transient if passes else None
        self._is_transient = None if transient is None else machine.test(transient)

    def start(self, before: State | None) -> Iterator[Reached]:
        """All states that are reached from a state, or initially, in order."""
        return self.from_initial() if before is None else self.from_state(before)

    def from_state(self, state: State) -> Iterator[Reached]:
        """All states that are reached from a state, in order."""
        return self._walk(self._moves(state))

    def from_initial(self) -> Iterator[Reached]:
        """All initial states, and those that are reached from transient ones, in order."""
        error: EvalError | None = None
        self.initial = []
        try:
            self.machine.initial_states(self.initial.append)
        except EvalError as found:
            error = found
        yield from self._walk((state, None, ()) for state in self.initial)
        if error is not None:
            raise error  # after the states before it

    def _moves(self, state: State) -> Iterator[_Move]:
        context = self.machine.context
        for mover in self.machine.movers:
            found = self.run(state, mover)
            violated = dict(context.violated)  # another action runs before the last is reached
            for i, after in enumerate(found):
                yield after, mover, violated.get(i, ())

    def _walk(self, moves: Iterator[_Move]) -> Iterator[Reached]:
        path = self.path = []
        pending, here, number = [moves], set[State](), 0
        while pending:
            tick()
            move = next(pending[-1], None)
            if move is None:
                pending.pop()
                if path:
                    here.discard(path[-1].state)
                    if not path[-1].moved:
                        yield replace(path[-1], proper=True)
                    path.pop()
                continue
            if path:
                path[-1].moved = True
            number += 1
            reached = Reached(number, *move)
            path.append(reached)
            if reached.broken:
                yield replace(reached)  # whatever the state is
                reached.broken = ()
            reached.proper = self._is_transient is None or not self._is_transient(reached.state)
            yield reached
            if reached.proper or reached.state in here:
                path.pop()
            else:
                here.add(reached.state)
                pending.append(self._moves(reached.state))
