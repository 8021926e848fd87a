"""The states and steps of a stored trace, found again in the model when they are needed."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from holdfast.explore.instances import may_be_of
from holdfast.explore.model import OpenModel
from holdfast.explore.model_values import model_value_names
from holdfast.explore.opened import Opened, Taken
from holdfast.explore.steps import step_label
from holdfast.explore.stored import StoredTrace
from holdfast.interp.step import State
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import TLA, from_itf
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.report.saved import decode_value
from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.prepared import prepare_asked


class Recorded:
    """A stored trace in an open model; states are numbered from 1. Raises SpecError."""

    def __init__(self, model: OpenModel, stored: StoredTrace) -> None:
        self.model = model
        self.stored = stored
        self._states: dict[int, State] = {}
        self._steps: dict[int, Taken] = {}
        self._ranks: object = None

    def __len__(self) -> int:
        return len(self.stored)

    @property
    def opened(self) -> Opened:
        """The model without its methods."""
        return self.model.opened

    @cached_property
    def _model_values(self) -> frozenset[str]:
        return frozenset(model_value_names(self.opened.system))

    # ---- states ----

    def state(self, number: int) -> State:
        """A state of the trace."""
        if not 1 <= number <= len(self):
            message = f"the trace has no state {number}; it has {len(self)}"
            raise SpecError(Diagnostic("why-state", message, None))
        self._refresh()
        found = self._states.get(number)
        if found is None:
            found = self._states[number] = self._decoded(number)
        return found

    def _refresh(self) -> None:
        """Forget values of a machine that is no longer used."""
        if self._ranks is not self.opened.machine.ranks:
            self._ranks = self.opened.machine.ranks
            self._states, self._steps = {}, {}

    def _decoded(self, number: int) -> State:
        try:
            data = self.stored.states[number - 1]
        except ValueError:
            message = "the stored trace cannot be read"
            raise SpecError(Diagnostic("why-trace", message, None)) from None
        if not set(data) <= set(self.opened.system.variables):
            self._make_room(set(data))
        self._refresh()
        variables = set(self.opened.system.variables)
        with ranked_by(self.opened.machine.ranks):
            try:
                values = {n: self._value(v) for n, v in data.items() if n in variables}
            except EvalError as error:
                raise SpecError(Diagnostic("why-trace", error.message, None)) from None
        default = self._unused(set(values))
        return tuple(values[n] if n in values else default[n] for n in self.opened.system.variables)

    def _value(self, data: Any) -> Value:
        if self.stored.marked:
            return decode_value(data)
        return canonical(from_itf(data, self._model_values))

    def _make_room(self, names: set[str]) -> None:
        """Open the model with room for as many processes as the trace has."""
        while not names <= set(self.opened.system.variables) | self._claims:
            room = self.opened.prepared.room
            larger = None if room is None else room.larger()
            if larger is None:
                raise _other_variables(names, self.opened.system)
            self.opened.enlarge(larger)

    @cached_property
    def _claims(self) -> frozenset[str]:
        """The variables of claims, which a check follows beside the model, and a walk does not."""
        opened = self.opened
        explored = prepare_asked(opened.spec, replace(opened.asked, explored=True)).system
        return frozenset(explored.variables).difference(opened.system.variables)

    def _unused(self, names: set[str]) -> dict[str, Value]:
        """The values of variables of processes for which the trace had no room."""
        system = self.opened.system
        if names == set(system.variables):
            return {}
        initial = self.opened.initial().steps
        if self.opened.prepared.room is None or not initial:
            raise _other_variables(names, system)
        return dict(zip(system.variables, initial[0].state, strict=True))

    # ---- steps ----

    def taken(self, number: int) -> Taken:
        """The step to a state, with its action if that is found again."""
        self.state(number)
        found = self._steps.get(number)
        if found is None:
            found = self._steps[number] = self._found(number)
        return found

    def _found(self, number: int) -> Taken:
        after, label = self.state(number), self.stored.labels[number - 1]
        if number == 1 or label is None:
            return Taken(after)
        return self._between(self.state(number - 1), after, label)

    def _between(self, before: State, after: State, label: str) -> Taken:
        """The step with a label; one without an action if it is not found."""
        opened = self.opened
        try:
            # Of all actions, those that the label may be of: the others may be expensive.
            steps = opened.steps_by(before, lambda a: may_be_of(label, a.name))
        except EvalError as error:
            opened.diagnose(error)
            return Taken(after)
        same = [step for step in steps if step.state == after]
        with ranked_by(opened.machine.ranks):
            exact = [step for step in same if label in _labels(opened, step)]
        return (exact or same or [Taken(after)])[0]

    def closing(self) -> str | None:
        """The step from the last state back to the loop, in the language of the spec."""
        loop, label = self.stored.loop, self.stored.closing
        if label is None or not isinstance(loop, int):
            return label
        found = self._between(self.state(len(self)), self.state(loop + 1), label)
        with ranked_by(self.opened.machine.ranks):
            return step_label(self.opened, found) or label

    def before(self, number: int) -> State | None:
        """The state before a step; None before the first."""
        return self.state(number - 1) if number > 1 else None


def _labels(opened: Opened, step: Taken) -> tuple[str | None, ...]:
    """How results write a step: in the language of the spec, or, in JSON, as TLA+."""
    plain = None if step.action is None else TLA.step(step.action.name, step.arguments)
    return step_label(opened, step), plain


def _other_variables(names: set[str], system: System) -> SpecError:
    there = ", ".join(sorted(names - set(system.variables))) or "fewer"
    message = f"the variables of the trace are not those of the spec: it has {there}"
    return SpecError(Diagnostic("why-trace", message, None, "run `holdfast check` again"))
