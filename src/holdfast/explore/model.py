"""A model that is open for exploration: walks through it, values, explanations, pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from holdfast.explore.animation import Animation
from holdfast.explore.formulas import Formulas
from holdfast.explore.ids import DIGITS, Key, find_step, keys_of, state_id
from holdfast.explore.instances import disabled_actions
from holdfast.explore.lanes import lanes_of
from holdfast.explore.opened import Opened, Possible, Reopened, Taken
from holdfast.explore.places import failure
from holdfast.explore.reasons import explained, why
from holdfast.explore.steps import Row, Shown, Steps
from holdfast.explore.values import value_tree
from holdfast.explore.wire import Animated, Ended, Evaluated, Explained, Lanes, ModelKey, Walk, Why
from holdfast.front.files import Overlays
from holdfast.interp.step import State
from holdfast.ir.ranks import ranked_by
from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.prepared import LoadedModel
from holdfast.workbench.specification import load

MOST_NEXT = 200
"""How many initial states or successors are sent."""

T = TypeVar("T")


class Walked(NamedTuple):
    """The steps of a path as far as they are possible, and where that ended."""

    steps: tuple[Taken, ...]
    ended: Ended | None

    @property
    def state(self) -> State | None:
        """The last state."""
        return self.steps[-1].state if self.steps else None


class OpenModel:
    """A spec with its configuration, prepared once; for one thread at a time.

    A path is a list of ids of states, the first of which is an initial state, or the state that
    `begin` computes. Raises SpecError if the spec or the configuration has errors.
    """

    def __init__(
        self,
        spec: LoadedModel,
        folder: Path | None = None,
        begin: Callable[[OpenModel], State] | None = None,
    ) -> None:
        self.opened = Opened(spec, folder)
        self._begin = begin
        self.formulas = Formulas(self.opened)
        self.steps = Steps(self.opened, self.formulas)
        self._animation: Animation | None = None

    @staticmethod
    def open(key: ModelKey, folder: Path, overlays: Overlays | None = None) -> OpenModel:
        """The model of a key; `overlays` are texts to use instead of files."""
        options = key.get("options", {})
        config = key.get("config")
        spec = load(
            folder / key["spec"],
            config=None if config is None else folder / config,
            constants=key.get("constants", {}),
            translate=options.get("translate", False),
            automaton=options.get("automaton"),
            wide=options.get("wide", False),
            overlays=overlays,
        )
        return OpenModel(spec, folder)

    def repeat(self, work: Callable[[], T]) -> T:
        """The result of some work, which is repeated if the model is opened again meanwhile."""
        while True:
            try:
                return work()
            except Reopened:
                continue

    # ---- walks ----

    def walk(
        self, path: Sequence[str] = (), watch: Sequence[str] = (), truth: Sequence[str] = ()
    ) -> Walk:
        """The steps of a path with what is evaluated in their states, and the next steps."""
        return self.repeat(lambda: self._walk(path, Shown(watch, truth)))

    def walk_from(
        self,
        state: State,
        watch: Sequence[str] = (),
        truth: Sequence[str] = (),
        level: int | None = None,
    ) -> Walk:
        """The next steps from a state, without the steps that lead to it; `level` is its number."""
        shown = Shown(watch, truth)
        return self.repeat(lambda: self._described(Walked((), None), state, shown, level))

    def lanes(self, path: Sequence[str], by: str | None = None) -> Lanes | None:
        """A walk as lanes and messages; raises SpecError if there are none of this kind."""
        return self.repeat(lambda: lanes_of(self.opened, self.follow(path).steps, by))

    def _walk(self, path: Sequence[str], shown: Shown) -> Walk:
        walked = self.follow(path)
        return self._described(walked, walked.state, shown, len(walked.steps))

    def _described(
        self, walked: Walked, state: State | None, shown: Shown, level: int | None
    ) -> Walk:
        self.opened.level = level
        possible = self._possible(state)
        sent = possible.steps[:MOST_NEXT]
        rows = self._rows(walked.steps)
        after = [
            Row(state, taken, key, level=None if level is None else level + 1)
            for taken, key in zip(sent, keys_of(self.opened, sent), strict=True)
        ]
        described = self.steps.describe([*rows, *after], shown)
        steps = described[: len(rows)]
        for number, step in enumerate(steps, 1):
            step["number"] = number
        self.opened.level = level
        with ranked_by(self.opened.machine.ranks):
            disabled = [] if state is None else disabled_actions(self.opened, state, possible.steps)
        error = possible.error
        return {
            "ended": walked.ended,
            "path": [step["key"] for step in steps],
            "steps": steps,
            "next": described[len(rows) :],
            "more": len(possible.steps) - len(sent) if _is_counted(possible) else None,
            "disabled": disabled,
            "deadlock": state is not None and self.is_deadlock(state),
            "invariants": self.steps.names(shown),
            "variables": list(self.opened.system.variables),
            "error": None if error is None else failure(error, self.opened.folder),
        }

    def _possible(self, state: State | None) -> Possible:
        if state is not None:
            return self.opened.successors(state)
        if self._begin is not None:
            return Possible((Taken(self._begin(self)),))
        return self.opened.initial()

    def _rows(self, steps: Sequence[Taken]) -> list[Row]:
        """The steps of a path, with the key that each has among its neighbours."""
        rows: list[Row] = []
        before: State | None = None
        for number, taken in enumerate(steps, 1):
            self.opened.level = number - 1
            rows.append(Row(before, taken, self.key_of(before, taken), level=number))
            before = taken.state
        return rows

    def key_of(self, before: State | None, taken: Taken) -> Key:
        """The key of a step, which tells it from others to the same state."""
        beside = [t for t in self._possible(before).steps if t.state == taken.state]
        mark = state_id(self.opened, taken.state)[:DIGITS]
        for other, key in zip(beside, keys_of(self.opened, beside), strict=True):
            if other.mark == taken.mark:
                return key
        return Key(mark, mark)

    def follow(self, path: Sequence[str]) -> Walked:
        """The steps of a path; raises Reopened."""
        steps: list[Taken] = []
        before: State | None = None
        for number, entry in enumerate(path, 1):
            self.opened.level = number - 1
            possible = self._possible(before)
            found = find_step(self.opened, possible.steps, entry)
            if found is None:
                what = "no step leads to" if steps else "no initial state is"
                error = possible.error
                why_not = "" if error is None else f" ({error.message})"
                return Walked(tuple(steps), {"at": number, "reason": f"{what} {entry}{why_not}"})
            steps.append(found)
            before = found.state
        return Walked(tuple(steps), None)

    def is_deadlock(self, state: State) -> bool:
        """Whether a state has no successor, and the language does not let behaviours end there."""
        found = self.opened.successors(state)
        if found.steps or found.error is not None:
            return False
        may_end = self.opened.system.may_end
        return may_end is None or not self.opened.machine.holds(may_end, state)

    # ---- one state ----

    def evaluate(self, expr: str, path: Sequence[str] = ()) -> Evaluated:
        """The value of an expression in the last state of a path."""
        return self._at(path, lambda state: self.evaluate_at(expr, state))

    def evaluate_at(self, expr: str, state: State | None) -> Evaluated:
        """The value of an expression in a state."""
        formula = self.formulas.find([expr])[expr]
        if isinstance(formula, Diagnostic):
            return {"error": failure(formula, self.opened.folder)}
        notation = self.opened.notation
        found = self.formulas.value_within(
            formula, None if formula.constant else state, lambda value: value_tree(value, notation)
        )
        if isinstance(found, Diagnostic):
            return {"error": failure(found, self.opened.folder)}
        return {"value": found}

    def why(self, action: str, path: Sequence[str]) -> Why:
        """Why the instances of an action are disabled; raises SpecError if there is none."""
        return self._at(path, lambda state: self.why_at(action, _required(state)))

    def why_at(self, action: str, state: State) -> Why:
        """The same in a state."""
        return why(self.opened, action, state)

    def explain(self, formula: str, path: Sequence[str]) -> Explained:
        """Why a formula has its value; raises SpecError if it is not one."""
        return self._at(path, lambda state: self.explain_at(formula, state))

    def explain_at(self, formula: str, state: State | None) -> Explained:
        """The same in a state."""
        return explained(self.opened, self.formulas, formula, state)

    def animate(self, path: Sequence[str]) -> Animated:
        """The picture of the last state of a path, by a definition such as `AnimView`."""
        return self._at(path, lambda state: self.animate_at(_required(state)))

    def animate_at(self, state: State) -> Animated:
        """The same in a state."""
        if self._animation is None:
            self._animation = Animation(self.opened, self.formulas)
        return self._animation.picture(state)

    def _at(self, path: Sequence[str], work: Callable[[State | None], T]) -> T:
        def attempt() -> T:
            walked = self.follow(path)
            if walked.ended is not None:
                reason = walked.ended["reason"]
                raise SpecError(Diagnostic("why-state", f"the walk ends: {reason}", None))
            state = walked.state or self._only_initial()
            self.opened.level = max(1, len(walked.steps))
            return work(state)

        return self.repeat(attempt)

    def _only_initial(self) -> State | None:
        """The initial state, if there is only one."""
        if self.opened.system.init is None and self._begin is None:
            return None
        steps = self._possible(None).steps
        return steps[0].state if len(steps) == 1 else None


def _is_counted(possible: Possible) -> bool:
    return possible.complete or possible.error is not None


def _required(state: State | None) -> State:
    if state is None:
        message = "there are several initial states: choose one"
        raise SpecError(Diagnostic("why-state", message, None))
    return state
