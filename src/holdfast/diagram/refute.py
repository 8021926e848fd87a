"""Counterexamples of conditions: from a solver's model, confirmed by the interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from holdfast.cancellation import OutOfTime, running, tick
from holdfast.diagram.conditions import Condition
from holdfast.diagram.instance import Example, observed
from holdfast.diagram.meaning import Meaning
from holdfast.diagram.queries import Queries
from holdfast.diagram.views import Viewer, initial_problems, state_problems, step_problems
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import sort_sets
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Property, System
from holdfast.limits import Limits
from holdfast.native.run.explore import Keep, explore
from holdfast.prove.confirm import Judge, NotConfirmed
from holdfast.prove.counterexample import Counterexamples
from holdfast.prove.obligations import Part
from holdfast.prove.settle import Settled
from holdfast.prove.small import BOUNDS, small_query
from holdfast.prove.strategies import FIRST, Effort
from holdfast.smt.solvers.model import Model, UnreadableModel
from holdfast.smt.solvers.pool import Attempt, Pool
from holdfast.smt.terms.term import to_smtlib
from holdfast.source import SpecError

_MOST_MODELS = 4
_SECONDS = 10.0
_LOOKING = 10.0
"""The time for the search for a model that is not small."""
_SEARCHED = Limits(seconds=5.0, states=200_000)
"""The effort of the search for the state of a counterexample."""


class NotEvaluated(NotConfirmed):
    """An action cannot be evaluated in the state of a counterexample, which may be unreachable."""

    def __init__(self, message: str, example: Example) -> None:
        super().__init__(message)
        self.example = example


@dataclass(frozen=True, slots=True)
class Refuter:
    """Finds confirmed counterexamples for refuted conditions of one diagram."""

    meaning: Meaning
    queries: Queries
    pool: Pool
    effort: Effort
    until: float | None = None

    def example(self, condition: Condition, settled: Settled) -> Example:
        """A confirmed counterexample; raises NotConfirmed if there is none."""
        part = settled.obligation.parts[settled.part]
        problem = NotConfirmed("no solver gives a state for it")
        for model in self._models(part, settled.parts[settled.part].texts[-1]):
            try:
                return self._confirmed(condition, part.states[0], model)
            except NotConfirmed as error:
                problem = error
        raise problem

    def _models(self, part: Part, text: str) -> Iterator[Model]:
        """Models of the negated goal: with small integers, then those that solvers find soon."""
        for most in BOUNDS:
            query = small_query(part.query, most)
            if query is not None:
                limits = self.effort.limits(FIRST, self.until)
                attempt = Attempt(to_smtlib(query), self.effort.solvers[0], limits, model=True)
                model = self.pool.ask(attempt).outcome.model
                if model is not None:
                    yield model
        soon = time.monotonic() + _LOOKING
        until = soon if self.until is None else min(soon, self.until)
        system, encoding = self.meaning.system, self.queries.encoding
        finder = Counterexamples(system, encoding, self.pool, self.effort, until)
        yield from islice(finder.models(text), _MOST_MODELS)

    def _confirmed(self, condition: Condition, state: object, model: Model) -> Example:
        try:
            with running(seconds=_SECONDS):
                return self._interpreted(condition, state, model)
        except OutOfTime:
            tick()  # raises if it is the time limit of the whole
            raise NotConfirmed(f"it takes the interpreter more than {_SECONDS:g} s") from None

    def _interpreted(self, condition: Condition, state: object, model: Model) -> Example:
        encoding, system = self.queries.encoding, self.meaning.system
        try:
            constants = encoding.read_constants(model)
            judge = Judge(system, constants)
            with ranked_by(judge.machine.ranks):
                row = judge.row(encoding.read_state(model, state))  # type: ignore[arg-type]  # a state
        except (UnreadableModel, EvalError) as error:
            raise NotConfirmed(f"the solver's model cannot be read: {error}") from None
        with ranked_by(judge.machine.ranks):
            judge.require_assumptions()
            chosen = {n: sort_sets(judge.machine.value(ir.Call(n))) for n in constants}
            try:
                found = self._violation(condition, judge, row)
            except EvalError as error:
                raise NotConfirmed(f"a formula cannot be evaluated there: {error}") from None
            except NotEvaluated as problem:
                raise NotEvaluated(
                    str(problem), replace(problem.example, constants=chosen)
                ) from None
            return replace(found, constants=chosen, reachable=is_reachable(judge.system, row))

    def _violation(self, c: Condition, judge: Judge, row: State) -> Example:
        viewer = Viewer(self.meaning, judge.machine)
        if c.kind == "O1":
            judge.require_initial(row)
            self._require(c, initial_problems(viewer.state(row), self.meaning.diagram))
            return Example(judge.named(row))
        judge.require_lemmas(self.queries.lemmas, row)
        if c.about == "domain" or c.kind == "O4b":
            self._require(c, state_problems(viewer.state(row), self.meaning.diagram))
            return Example(judge.named(row))
        try:
            steps = list(judge.steps(row, c.action or None))
        except NotConfirmed as problem:
            raise NotEvaluated(str(problem), Example(judge.named(row), reachable=None)) from None
        for step, after in steps:
            if after == row:
                continue
            found = step_problems(viewer.step(row, after), self.meaning.diagram)
            if replace(c, action="") in set(found):
                return Example(judge.named(row), step)
        raise NotConfirmed("no step from this state violates the condition")

    def _require(self, c: Condition, found: Iterable[Condition]) -> None:
        if c not in set(found):
            raise NotConfirmed("the condition holds in this state")


def is_reachable(system: System, state: State) -> bool | None:
    """Whether a state is reachable in an instance; None if a quick search does not decide."""
    everything = replace(observed(system), constraints=(), action_constraints=())
    try:
        found = explore(everything, Keep.STATES, limits=_SEARCHED)
    except SpecError:
        return None
    if state in set(found.states()):
        return True
    return False if found.complete and found.event is None else None


def false_in(system: System, example: Example, formulas: Iterable[Property]) -> tuple[str, ...]:
    """The formulas that are false in the state of an example."""
    judge = Judge(system, example.constants)
    state = judge.row(example.before)
    found = []
    for formula in formulas:
        try:
            if not judge.machine.holds(formula.expr, state):
                found.append(formula.name)
        except EvalError:
            continue  # it says nothing about this state
    return tuple(found)
