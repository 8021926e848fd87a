"""`_POSSIBLE`: formulas that some reachable state, or some step, should satisfy."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.levels import Level, Levels
from holdfast.ir.system import Property


class Possible:
    """Watches a search for the formulas that no state and no step has satisfied yet."""

    def __init__(self, machine: Machine) -> None:
        system = machine.system
        levels = Levels(system.variables, system.definitions)
        self._machine = machine
        self.of_states = [p for p in system.possible if levels.of(p.expr) <= Level.STATE]
        self.of_steps = [p for p in system.possible if levels.of(p.expr) > Level.STATE]

    def observe(self, state: State) -> None:
        """Look at one more state."""
        if self.of_states:
            holds = self._machine.holds
            self.of_states = [p for p in self.of_states if not holds(p.expr, state)]

    def observe_step(self, before: State, after: State) -> None:
        """Look at one more step."""
        if self.of_steps:
            holds = self._machine.holds
            self.of_steps = [p for p in self.of_steps if not holds(p.expr, before, after)]

    def keep(self, waiting: Iterable[Property]) -> None:
        """Keep only these formulas for the states that follow."""
        self.of_states = list(waiting)

    def never_seen(self) -> tuple[Property, ...]:
        """The formulas that no state and no step has satisfied."""
        return (*self.of_states, *self.of_steps)
