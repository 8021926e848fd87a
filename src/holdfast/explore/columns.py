"""Values of expressions in all states of a graph, and in how many states invariants fail."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from holdfast.cancellation import tick
from holdfast.explore.formulas import Formula, Formulas
from holdfast.explore.opened import Opened
from holdfast.ir.errors import EvalError
from holdfast.ir.values import FALSE, TRUE, Value
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Graph

SECONDS_FOR_COLUMN = 10.0
"""How long an expression may be evaluated in all states."""
SECONDS_TO_JUDGE = 5.0
"""How long the invariants may be evaluated in all states."""


class Columns:
    """The values of expressions in the states of a graph; each is computed once."""

    def __init__(self, model: Opened, graph: Graph) -> None:
        self.model = model
        self.graph = graph
        self.formulas = Formulas(model)
        self._known: dict[str, tuple[Value, ...]] = {}
        self._violating: dict[str, frozenset[int]] | None = None
        self.not_judged: tuple[str, ...] = ()

    def values(self, text: str) -> tuple[Value, ...]:
        """The value of an expression in each state; raises SpecError if it has none in one."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._computed(text)
        return found

    def _computed(self, text: str) -> tuple[Value, ...]:
        variables = self.model.system.variables
        if text in variables:
            at = variables.index(text)
            return tuple(state[at] for state in self.graph.states)
        formula = self.formulas.find([text])[text]
        if isinstance(formula, Diagnostic):
            raise SpecError(formula)
        found: list[Value] = []
        try:
            with self.model.limited(SECONDS_FOR_COLUMN):
                for state in self.graph.states:
                    tick()
                    found.append(formula.machine.value(formula.expr, state))
        except EvalError as error:
            raise SpecError(self.model.diagnose(error)) from None
        return tuple(found)

    def violating(self) -> Mapping[str, frozenset[int]]:
        """The states in which each invariant is false; `not_judged` are left out for lack of time.

        An invariant that cannot be evaluated in a state is not judged.
        """
        if self._violating is None:
            self._violating = {}
            left = time.monotonic() + SECONDS_TO_JUDGE
            for name, formula in self._invariants().items():
                found = self._false_states(formula, left - time.monotonic())
                if found is None:
                    self.not_judged = (*self.not_judged, name)
                else:
                    self._violating[name] = found
        return self._violating

    def _invariants(self) -> dict[str, Formula]:
        machine = self.model.machine
        return {
            p.name: Formula(p.name, machine, p.expr)
            for p in self.model.system.invariants
            if not p.axiom
        }

    def _false_states(self, formula: Formula, seconds: float) -> frozenset[int] | None:
        found: list[int] = []
        if seconds <= 0:
            return None
        try:
            with self.model.limited(seconds):
                for i, state in enumerate(self.graph.states):
                    tick()
                    value = formula.machine.value(formula.expr, state)
                    if value is FALSE:
                        found.append(i)
                    elif value is not TRUE:
                        return None
        except EvalError:
            return None
        return frozenset(found)


def distinct(values: Sequence[Value]) -> int:
    """How many different values there are."""
    return len(set(values))
