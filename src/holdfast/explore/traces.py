"""The trace of a result: its steps in detail, as lanes, beside another trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from holdfast.explore.compared import compare_traces
from holdfast.explore.ids import DIGITS, Key, state_id
from holdfast.explore.lanes import lanes_of
from holdfast.explore.model import OpenModel
from holdfast.explore.places import relative
from holdfast.explore.recorded import Recorded
from holdfast.explore.steps import Row, Shown
from holdfast.explore.stored import StoredTrace, stored_in_envelope, stored_in_text, stored_of
from holdfast.explore.wire import (
    Animated,
    Bundle,
    Compared,
    Drawn,
    Evaluated,
    Explained,
    Lanes,
    Trace,
    Walk,
    Why,
)
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.report.result import Answered
from holdfast.source import SpecError
from holdfast.version import VERSION
from holdfast.workbench.specification import load

T = TypeVar("T")

MOST_IN_LANES = 200
"""Lanes of a longer trace are sent only if they are asked for."""
MOST_BUNDLED = 2_000
"""How many steps of a trace a bundle has."""
MOST_PICTURES = 500
SECONDS_TO_FIND = 10.0
"""How long the steps of a whole trace may be looked for."""
MOST_EXPLAINED = 50


class RunTrace:
    """A trace of a result in its model; states are numbered from 1."""

    def __init__(self, model: OpenModel, stored: StoredTrace) -> None:
        self.model = model
        self.recorded = Recorded(model, stored)
        self._known_lanes: dict[tuple[str | None, int], Lanes | None] = {}

    @staticmethod
    def of_envelope(model: OpenModel, envelope: Mapping[str, Any]) -> RunTrace | None:
        """The trace in an object that `--json` printed; None if there is none.

        Such an object writes model values as strings: what the model has as a model value is one.
        """
        stored = stored_in_envelope(envelope)
        return None if stored is None else RunTrace(model, stored)

    @staticmethod
    def of_saved(
        model: OpenModel, text: str, envelope: Mapping[str, Any] | None = None
    ) -> RunTrace:
        """The trace in a text of `report/saved.py`, which is exact; raises SpecError."""
        return RunTrace(model, stored_in_text(text, envelope))

    @staticmethod
    def of_result(result: Answered[Any], model: OpenModel | None = None) -> RunTrace | None:
        """The trace of a result in memory; None if there is none. Opens its model if necessary."""
        stored = stored_of(result)
        if stored is None:
            return None
        return RunTrace(model or opened_model(result), stored)

    # ---- the trace ----

    def trace(
        self,
        first: int = 1,
        last: int | None = None,
        watch: Sequence[str] = (),
        truth: Sequence[str] = (),
    ) -> Trace:
        """The steps from `first` to `last`, which are the only ones that are evaluated."""
        return self.model.repeat(lambda: self._trace(first, last, Shown(watch, self._truth(truth))))

    def _truth(self, given: Sequence[str]) -> list[str]:
        """The formulas to judge: also the violated one, if it is not of the model."""
        stored = self.recorded.stored
        own = [stored.property] if stored.kind == "invariant" and stored.property else []
        return list(dict.fromkeys((*own, *given)))

    def _trace(self, first: int, last: int | None, shown: Shown) -> Trace:
        stored, recorded = self.recorded.stored, self.recorded
        length = len(stored)
        end = length if last is None else min(last, length)
        numbers = range(max(first, 1), end + 1)
        # Decoding may open the model again: all states first, then what depends on the machine.
        for number in numbers:
            recorded.state(number)
        steps = self.model.steps.describe([self._row(n) for n in numbers], shown)
        lanes = self._quick_lanes()
        acting = {} if lanes is None or not lanes["guessed"] else _acting(lanes)
        for number, step in zip(numbers, steps, strict=True):
            step["number"] = number
            step["lane"] = acting.get(number, step["lane"])
        loop = stored.loop
        return {
            "length": length,
            "loop": loop + 1 if isinstance(loop, int) else loop,
            "property": stored.property,
            "kind": stored.kind,
            "reason": stored.reason,
            "invariants": self.model.steps.names(shown),
            "variables": list(self.model.opened.system.variables),
            "steps": steps,
            "lanes": lanes,
            "closing": recorded.closing(),
        }

    def _row(self, number: int) -> Row:
        taken = self.recorded.taken(number)
        mark = state_id(self.model.opened, taken.state)[:DIGITS]
        label = self.recorded.stored.labels[number - 1]
        return Row(self.recorded.before(number), taken, Key(mark, mark), label, number)

    def lanes(self, by: str | None = None) -> Lanes | None:
        """The trace as lanes and messages; raises SpecError if there are none of this kind."""
        return self.model.repeat(lambda: self._lanes(by))

    def _lanes(self, by: str | None) -> Lanes | None:
        key = by, id(self.model.opened.machine.ranks)
        if key not in self._known_lanes:
            self._known_lanes[key] = self._computed_lanes(by)
        return self._known_lanes[key]

    def _quick_lanes(self) -> Lanes | None:
        """The lanes, unless they take long: then whoever asks for them is told."""
        if len(self.recorded) > MOST_IN_LANES:
            return None
        try:
            return self._lanes(None)
        except SpecError:
            return None

    def _computed_lanes(self, by: str | None) -> Lanes | None:
        opened = self.model.opened
        for number in range(1, len(self.recorded) + 1):
            self.recorded.state(number)  # this may open the model again
        try:
            with opened.limited(SECONDS_TO_FIND):
                taken = [self.recorded.taken(n) for n in range(1, len(self.recorded) + 1)]
        except EvalError as error:
            raise SpecError(opened.diagnose(error)) from None
        return lanes_of(opened, taken, by)

    def compare(self, other: RunTrace) -> Compared:
        """This trace beside another one, as traces of the model of this one."""
        return self.model.repeat(lambda: compare_traces(self.recorded, other.recorded))

    def bundle(self) -> Bundle:
        """The whole trace with explanations, pictures and the texts of the spec."""
        trace = self.trace(last=MOST_BUNDLED)
        spec, opened = self.model.opened.spec, self.model.opened
        false = [
            (step["number"], name)
            for step in trace["steps"]
            for name, truth in step["truth"].items()
            if truth is False and self._is_formula(name)
        ]
        pictures = self._pictures(trace["length"])
        return {
            "holdfast": VERSION,
            "spec": relative(str(spec.path), opened.folder),
            "config": opened.prepared.question.config,
            "constants": dict(opened.prepared.constants),
            "trace": trace,
            "explanations": {
                f"{number}:{name}": self.explain(name, number)
                for number, name in false[-MOST_EXPLAINED:]
            },
            "pictures": pictures,
            "texts": {
                relative(name, opened.folder): text
                for name, text in (spec.files.texts or {}).items()
            },
        }

    def _pictures(self, length: int) -> list[Drawn | None]:
        """The pictures of the states; none if the spec makes no pictures."""
        if self.animate(1)["definition"] is None:
            return []
        numbers = range(1, min(length, MOST_PICTURES) + 1)
        return [self.animate(number)["picture"] for number in numbers]

    def _is_formula(self, name: str) -> bool:
        """Whether a truth is that of a formula over a state, and not over a step."""
        of_steps = {p.name for p in self.model.opened.system.step_properties}
        return name not in of_steps and name not in self.model.opened.assertions

    # ---- one state ----

    def path(self, number: int) -> list[str]:
        """The states up to this one as a path of a walk."""
        return self.model.repeat(lambda: [self._key(n) for n in range(1, number + 1)])

    def _key(self, number: int) -> str:
        return self.model.key_of(self.recorded.before(number), self.recorded.taken(number)).key

    def walk(self, number: int, watch: Sequence[str] = (), truth: Sequence[str] = ()) -> Walk:
        """The walk along the trace up to this state, and the next steps."""
        return self.model.walk(self.path(number), watch, truth)

    def evaluate(self, expr: str, number: int) -> Evaluated:
        """The value of an expression in a state."""
        return self._at(number, lambda state: self.model.evaluate_at(expr, state))

    def why(self, action: str, number: int) -> Why:
        """Why the instances of an action are disabled in a state."""
        return self._at(number, lambda state: self.model.why_at(action, state))

    def explain(self, formula: str, number: int) -> Explained:
        """Why a formula has its value in a state."""
        return self._at(number, lambda state: self.model.explain_at(formula, state))

    def animate(self, number: int) -> Animated:
        """The picture of a state."""
        return self._at(number, self.model.animate_at)

    def _at(self, number: int, work: Callable[[State], T]) -> T:
        def attempt() -> T:
            state = self.recorded.state(number)
            self.model.opened.level = number
            return work(state)

        return self.model.repeat(attempt)


def _acting(lanes: Lanes) -> dict[int, str]:
    """Who acts in the step to each state."""
    return {note["row"] + 1: lanes["lanes"][note["lane"]]["name"] for note in lanes["notes"]}


def opened_model(result: Answered[Any]) -> OpenModel:
    """The model of a result, opened from its files; raises SpecError, OSError."""
    files = result.model
    spec = load(
        files.spec,
        files.search_path,
        config=files.config,
        constants=files.constants,
        translate=files.translate,
        automaton=files.automaton,
        wide=files.wide,
        overlays=files.texts,
    )
    return OpenModel(spec)
