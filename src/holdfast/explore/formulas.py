"""Expressions that a user gives, and the truth of formulas in states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from holdfast.check.advice import diagnose
from holdfast.check.evaluate import is_constant, outcome
from holdfast.explore.model_values import definitions_for, model_value_names
from holdfast.explore.opened import Opened
from holdfast.explore.values import cut
from holdfast.front.document import Scratch
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.notation import Notation
from holdfast.ir.values import FALSE, TRUE, Value
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.workbench.evaluating import EXPRESSION
from holdfast.workbench.prepared import prepare_asked

SECONDS_TO_EVALUATE = 2.0
"""How long the evaluation of an expression may take."""
_MOST_FORMULAS = 500
_MOST_VALUES = 50_000

T = TypeVar("T")


class Formula(NamedTuple):
    """An expression and the machine that evaluates it; `key` tells it from others."""

    key: str
    machine: Machine
    expr: Expr
    constant: bool = False


class Formulas:
    """The expressions that were given for a model; each is prepared once."""

    def __init__(self, model: Opened) -> None:
        self.model = model
        self._made_for = self._state_of_model()
        self._known: dict[tuple[str, bool], Formula | Diagnostic] = {}
        self._values: dict[Hashable, Value | Diagnostic] = {}

    def _state_of_model(self) -> tuple[int, int]:
        """Changes if the model is opened again, or if a machine was interrupted."""
        return id(self.model.machine.ranks), self.model.interruptions

    def _refresh(self) -> None:
        if self._made_for != self._state_of_model():
            self._made_for = self._state_of_model()
            self._known, self._values = {}, {}

    # ---- expressions ----

    def find(
        self, texts: Sequence[str], predicates: bool = False
    ) -> dict[str, Formula | Diagnostic]:
        """The expressions, or what is wrong with each; `predicates` are true or false.

        That is a difference in a language in which a number is a condition.
        """
        self._refresh()
        predicates = predicates and self.model.spec.document.has_widths
        new = [text for text in dict.fromkeys(texts) if (text, predicates) not in self._known]
        if len(self._known) + len(new) > _MOST_FORMULAS:
            self._known, new = {}, list(dict.fromkeys(texts))
        try:
            found = self._prepared(new, predicates)
            self._known |= {(text, predicates): each for text, each in found.items()}
        except SpecError as error:
            if len(new) == 1:
                self._known[new[0], predicates] = error.diagnostics[0]
            else:
                for text in new:
                    self.find([text], predicates)
        return {text: self._known[text, predicates] for text in texts}

    def _prepared(self, texts: Sequence[str], predicates: bool) -> dict[str, Formula]:
        if not texts:
            return {}
        model = self.model
        asked = replace(model.asked, scratch=None if predicates else self._scratch(texts))
        sources = [Source(EXPRESSION, text) for text in texts]
        prepared = prepare_asked(model.spec, asked, sources)
        assert prepared.system.variables == model.system.variables
        machine = Machine(prepared.system, model.context, like=model.machine)
        return {
            text: Formula(f"? {text}" if predicates else text, machine, e, is_constant(machine, e))
            for text, e in zip(texts, prepared.formulas, strict=True)
        }

    def _scratch(self, texts: Sequence[str]) -> Scratch:
        """The scope of expressions, with the model values that they mention."""
        model = self.model
        if not model.notation.is_tla:
            return Scratch()
        constants = model.prepared.constants
        declared = model.spec.document.names
        return Scratch(tuple(definitions_for(texts, self._model_values, declared, constants)))

    @cached_property
    def _model_values(self) -> list[str]:
        return model_value_names(self.model.system)

    # ---- values ----

    def value(
        self, formula: Formula, state: State | None, after: State | None = None
    ) -> Value | Diagnostic:
        """The value of an expression in a state or over a step, or why it has none.

        To be used inside `limited`.
        """
        if state is None:
            return _outcome(formula, None, None)
        place = formula.key, state, after, self.model.level
        found = self._values.get(place)
        if found is None:
            found = _outcome(formula, state, after)
            if len(self._values) >= _MOST_VALUES:
                self._values.clear()
            self._values[place] = found
        return found

    def value_within(
        self, formula: Formula, state: State | None, use: Callable[[Value], T]
    ) -> T | Diagnostic:
        """What is made of the value in a state, which is limited in time together."""
        try:
            with self.model.limited(SECONDS_TO_EVALUATE):
                value = self.value(formula, state)
                return value if isinstance(value, Diagnostic) else use(value)
        except EvalError as error:
            return self.model.diagnose(error)


def _outcome(formula: Formula, state: State | None, after: State | None) -> Value | Diagnostic:
    if after is None:
        return outcome(formula.machine, formula.expr, state)
    try:
        return formula.machine.value(formula.expr, state, after)
    except EvalError as error:
        return diagnose(error, formula.machine.system)


def truth_of(value: Value | Diagnostic, notation: Notation) -> bool | str:
    """Whether a formula with this value is true, or why that is not known."""
    if isinstance(value, Diagnostic):
        return value.message
    if value is not TRUE and value is not FALSE:
        return f"this is not a formula: its value is {cut(notation.show(value))}"
    return value is TRUE
