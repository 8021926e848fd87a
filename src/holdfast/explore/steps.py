"""States and steps as the page shows them: values, changes, truths, watched expressions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from holdfast.explore.formulas import SECONDS_TO_EVALUATE, Formula, Formulas, truth_of
from holdfast.explore.ids import Key
from holdfast.explore.opened import SECONDS_TO_STEP, Opened, Taken
from holdfast.explore.places import place_of
from holdfast.explore.values import cut, value_tree
from holdfast.explore.wire import Change, Step, Variable, Watched
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.system import Action
from holdfast.ir.values import Value
from holdfast.report.trace_diff import differences
from holdfast.source import Diagnostic, SpecError

PASSED = "a check passes this state within a step, and does not evaluate it"
_LATE = "not evaluated: that would take too long"


_MOST_CACHED = 3_000


class Row(NamedTuple):
    """A step to be shown, with the state before it; `label` replaces that of the action.

    `level` is the number of the state, if it is known.
    """

    before: State | None
    taken: Taken
    key: Key
    label: str | None = None
    level: int | None = None

    @property
    def mark(self) -> Hashable:
        """What tells a row from others."""
        return self.before, self.taken.mark, self.key, self.label, self.level


class Shown(NamedTuple):
    """What is evaluated in each state beside the properties of the model."""

    watch: Sequence[str] = ()
    truth: Sequence[str] = ()


class _Job(NamedTuple):
    """A formula to evaluate in each state, or over each step, or what is wrong with it."""

    formula: Formula | Diagnostic
    of_step: bool = False
    everywhere: bool = True


class _Values(NamedTuple):
    """What was evaluated in a state, or over the step to it, as far as there was time."""

    judged: dict[str, Value | Diagnostic]
    watched: dict[str, Watched]


class Steps:
    """Describes steps of a model."""

    def __init__(self, model: Opened, formulas: Formulas) -> None:
        self.model = model
        self.formulas = formulas
        self._known: dict[Hashable, Step] = {}
        self._made_for: Hashable = None

    def describe(self, rows: Sequence[Row], shown: Shown) -> list[Step]:
        """The steps as JSON; what cannot be evaluated in time is left open."""
        jobs, watched = self._jobs(shown)
        self._refresh(shown)
        new = [row for row in rows if row.mark not in self._known]
        values = self._evaluated(new, jobs, watched)
        try:
            with self.model.limited(SECONDS_TO_STEP):
                made = {
                    row.mark: self._step(row, own, jobs, shown)
                    for row, own in zip(new, values, strict=True)
                }
        except EvalError as error:
            raise SpecError(self.model.diagnose(error)) from None
        found = [made[row.mark] if row.mark in made else self._known[row.mark] for row in rows]
        self._known |= made if len(self._known) < _MOST_CACHED else {}
        return [step.copy() for step in found]

    def _refresh(self, shown: Shown) -> None:
        """Forget what was described with other expressions, or before an interruption."""
        made_for = id(self.model.machine), tuple(shown.watch), tuple(shown.truth)
        if made_for != self._made_for or len(self._known) >= _MOST_CACHED:
            self._known, self._made_for = {}, made_for

    # ---- formulas ----

    def names(self, shown: Shown) -> list[str]:
        """The formulas whose truth is told."""
        return list(self._jobs(shown)[0])

    def _jobs(self, shown: Shown) -> tuple[dict[str, _Job], dict[str, _Job]]:
        """The formulas whose truth is told, and those whose values are."""
        system, machine = self.model.system, self.model.machine
        known = self.formulas.find(shown.watch)
        judged = self.formulas.find(shown.truth, predicates=True)
        jobs = {
            p.name: _Job(Formula(p.name, machine, p.expr), everywhere=p.everywhere)
            for p in system.invariants
            if not p.axiom
        }
        for p in system.step_properties:
            jobs[p.name] = _Job(Formula(p.name, machine, p.expr), of_step=True)
        for text in shown.truth:
            jobs.setdefault(text, _Job(judged[text], everywhere=False))
        return jobs, {text: _Job(known[text]) for text in shown.watch}

    def _evaluated(
        self, rows: Sequence[Row], jobs: Mapping[str, _Job], watched: Mapping[str, _Job]
    ) -> list[_Values]:
        """The values in each state, as far as there is time."""
        found = [_Values({}, {}) for _ in rows]
        try:
            with self.model.limited(SECONDS_TO_EVALUATE):
                for row, own in zip(rows, found, strict=True):
                    self.model.level = row.level
                    for name, job in jobs.items():
                        value = self._value(job, row)
                        if value is not None:
                            own.judged[name] = value
                    for name, job in watched.items():
                        value = self._value(job, row)
                        if value is not None:
                            own.watched[name] = self._watched(value)
        except EvalError as error:
            self.model.diagnose(error)
        return found

    def _value(self, job: _Job, row: Row) -> Value | Diagnostic | None:
        if isinstance(job.formula, Diagnostic):
            return job.formula
        if not job.of_step:
            return self.formulas.value(job.formula, row.taken.state)
        if row.before is None:
            return None
        return self.formulas.value(job.formula, row.before, row.taken.state)

    # ---- one step ----

    def _step(self, row: Row, values: _Values, jobs: Mapping[str, _Job], shown: Shown) -> Step:
        taken, action = row.taken, row.taken.action
        changes = self._changes(row)
        transient = self.is_transient(taken.state)
        truth: dict[str, bool | None] = {}
        reasons: dict[str, str] = {}
        for name, job in jobs.items():
            if job.of_step and row.before is None:
                continue
            told = self._truth(values.judged.get(name), transient and not job.everywhere)
            truth[name] = told if isinstance(told, bool) else None
            if isinstance(told, str):
                reasons[name] = told
        truth |= dict.fromkeys(taken.broken, False)
        step: Step = {
            "id": row.key.id,
            "key": row.key.key,
            "label": row.label if action is None else step_label(self.model, taken),
            "action": None if action is None else action.name,
            "arguments": arguments_of(self.model, taken),
            "place": None if action is None else place_of(action.span, self.model.folder),
            "state": self._state(row),
            "changes": changes,
            "truth": truth,
            "watch": {text: values.watched.get(text, {"error": _LATE}) for text in shown.watch},
            "lane": lane_of(self.model, taken),
            "transient": transient,
            "outside": self._outside(row),
        }
        if reasons:
            step["reasons"] = reasons
        return step

    def _truth(self, value: Value | Diagnostic | None, passed: bool) -> bool | str:
        if passed:
            return PASSED
        return _LATE if value is None else truth_of(value, self.model.notation)

    def _watched(self, value: Value | Diagnostic) -> Watched:
        if isinstance(value, Diagnostic):
            return {"error": value.message}
        tree = value_tree(value, self.model.notation)
        return {"text": tree["text"], "value": tree}

    def is_transient(self, state: State) -> bool:
        """Whether a check passes this state within a step."""
        transient = self.model.system.transient
        if transient is None or not self.model.machine.holds(transient, state):
            return False
        return bool(self.model.successors(state).steps)

    def _outside(self, row: Row) -> list[str]:
        """The constraints of the model that exclude the state or the step."""
        system, machine, state = self.model.system, self.model.machine, row.taken.state
        found: list[str] = []
        self.model.level = row.level
        try:
            found += [p.name for p in system.constraints if not machine.holds(p.expr, state)]
            if row.before is not None:
                self.model.level = None if row.level is None else row.level - 1
                found += [
                    p.name
                    for p in system.action_constraints
                    if not machine.holds(p.expr, row.before, state)
                ]
        except EvalError as error:
            self.model.diagnose(error)
        return found

    def _state(self, row: Row) -> list[Variable]:
        notation = self.model.notation
        before = {} if row.before is None else self._cells(row.before)
        return [
            {
                "name": cell.name,
                "value": value_tree(cell.value, cell.notation),
                "changed": row.before is not None and before.get(cell.name) != cell.value,
            }
            for cell in notation.cells(state_mapping(self.model, row.taken.state))
        ]

    def _cells(self, state: State) -> dict[str, Value]:
        cells = self.model.notation.cells(state_mapping(self.model, state))
        return {cell.name: cell.value for cell in cells}

    def _changes(self, row: Row) -> list[Change]:
        return (
            [] if row.before is None else changes_between(self.model, row.before, row.taken.state)
        )


def state_mapping(model: Opened, state: State) -> dict[str, Value]:
    """The values of a state by the names of the variables."""
    return dict(zip(model.system.variables, state, strict=True))


def changes_between(model: Opened, before: State, after: State) -> list[Change]:
    """What differs between two states, also who no longer exists."""
    notation = model.notation
    old, new = state_mapping(model, before), state_mapping(model, after)
    found: list[Change] = [
        {
            "place": cut(c.place),
            "before": None if c.before is None else cut(c.before),
            "after": None if c.after is None else cut(c.after),
            "text": cut(c.text),
        }
        for c in differences(old, new, notation)
    ]
    left = notation.lanes(new) or {}
    for who, name in (notation.lanes(old) or {}).items():
        if who not in left:
            found.append({"place": name, "before": name, "after": None, "text": "ends"})
    return found


def step_label(model: Opened, taken: Taken) -> str | None:
    """The action with its arguments."""
    if taken.action is None:
        return None
    return model.notation.step(taken.action.name, taken.arguments)


def arguments_of(model: Opened, taken: Taken) -> list[tuple[str | None, str]]:
    """The arguments of a step, with the names of the parameters as far as they are known."""
    if taken.action is None:
        return []
    texts = model.notation.arguments(taken.action.name, taken.arguments)
    if not model.notation.is_tla:
        pairs = [text.partition("=") for text in texts]
        return [(name, value) if sign else (None, name) for name, sign, value in pairs]
    return list(zip(parameters_of(model, taken.action), texts, strict=True))


def parameters_of(model: Opened, action: Action) -> list[str | None]:
    """The names of the parameters of an action: those of its definition, or those bound."""
    definition = model.system.definitions.get(action.name)
    if definition is not None and len(definition.params) == len(action.args):
        return list(definition.params)
    return [a.name if isinstance(a, ir.Name) else None for a in action.args]


def lane_of(model: Opened, taken: Taken) -> str | None:
    """Who acts: what the step tells, or its first argument."""
    if taken.account is not None:
        lane = taken.account.lane
        lanes = model.notation.lanes(state_mapping(model, taken.state)) or {}
        return lanes.get(lane) or model.notation.show(lane)
    arguments = arguments_of(model, taken)
    return arguments[0][1] if arguments else None
