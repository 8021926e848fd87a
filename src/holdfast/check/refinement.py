"""The trace of a violated refinement as the abstract specification sees it.

The substituted expressions, evaluated in the states of the trace, are states of the abstract
specification; the interpreter runs that as a system of its own, which names the abstract step for
each concrete one, and lists what would have been allowed where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, product
from typing import Literal

from holdfast.cancellation import Cancellation, Interruption, running, tick
from holdfast.check.evaluate import initial_states
from holdfast.check.steps import action_step, state_step, step_between
from holdfast.check.trace_formulas import action_formula, is_true
from holdfast.check.trace_refusal import reasons
from holdfast.check.trace_validation import STUTTERING
from holdfast.interp.context import Context
from holdfast.interp.machine import Machine, Move
from holdfast.interp.sets import elements
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.literals import expr_of
from holdfast.ir.ops import Op
from holdfast.ir.ranks import ranked_by
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Property, System
from holdfast.passes.abstractions import (
    Abstraction,
    Candidate,
    abstraction_of,
    candidates,
    without_model,
)
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import SpecError
from holdfast.verdict import Answer, Reason, Refinement, Step, Trace, Violated

NOT_ALLOWED = "not allowed"
"""The label of a step for which there is no abstract action."""
_NEAREST = 5
_MOST_INITIAL = 10_000
_MOST_SECONDS = 10.0
_MOST_INSTANCES = 1_000


def with_abstract_views(
    answer: Answer, source: System, cancellation: Cancellation | None = None
) -> Answer:
    """The answer with the abstract view of each violated refinement.

    `source` is the system before the passes. Views that take long are left out.
    """
    if not isinstance(answer.verdict, Violated):
        return answer
    tokens = () if cancellation is None else (cancellation,)
    more = list(answer.more_violations)
    try:
        with running(*tokens, seconds=_MOST_SECONDS):
            answer = replace(answer, verdict=_viewed(answer.verdict, source))
            for at, each in enumerate(more):
                more[at] = _viewed(each, source)
    except Interruption:
        pass
    return replace(answer, more_violations=tuple(more))


def _viewed(violated: Violated, source: System) -> Violated:
    prop = next((p for p in source.properties if p.name == violated.property), None)
    if prop is None or violated.trace is None or violated.kind not in ("action", "temporal"):
        return violated
    try:
        return replace(violated, refinement=next(_views(source, prop, violated), None))
    except (SpecError, EvalError):
        return violated  # of the set that a quantifier around the specification ranges over


def _views(source: System, prop: Property, violated: Violated) -> Iterator[Refinement]:
    """The views of the specifications in the property that the trace violates."""
    for candidate in candidates(source, prop):
        for each in _instances(source, candidate):
            found = abstraction_of(source, each)
            if found is None or violated.trace is None:
                continue
            try:
                view = _view(found, violated, violated.trace)
            except EvalError as error:
                view = Refinement(found.name, Trace(()), allowed=None, note=error.message)
            if view is not None:
                yield view


def _instances(source: System, candidate: Candidate) -> Iterator[Candidate]:
    """The specification for all values of the quantified names around it."""
    if not candidate.bounds:
        yield candidate
        return
    bounds = [b for group in candidate.bounds for b in group]
    domains = [b.domain for b in bounds if b.domain is not None and not b.pattern]
    if len(domains) < len(bounds):
        return
    machine, asked = _machine_for(source, domains)
    names = [b.names for b in bounds]
    with ranked_by(machine.ranks):
        sets = [tuple(elements(machine.value(e))) for e in asked]
        ranges = [values for own, values in zip(names, sets, strict=True) for _ in own]
        for values in islice(product(*ranges), _MOST_INSTANCES):
            flat = [n for own in names for n in own]
            given = {n: expr_of(v) for n, v in zip(flat, values, strict=True)}
            yield Candidate(substitute(candidate.formula, given), candidate.name)


def _machine_for(source: System, asked: Sequence[ir.Expr]) -> tuple[Machine, tuple[ir.Expr, ...]]:
    """A machine that evaluates some expressions over the variables of the source."""
    view = Property("view", ir.Apply(Op.TUPLE, tuple(asked)))
    system = run_pipeline(replace(without_model(source), view=view))
    assert system.view is not None
    assert isinstance(system.view.expr, ir.Apply)
    return Machine(system, Context(output=_ignore)), system.view.expr.args


def _ignore(text: str) -> None:
    """The output of an evaluation that only explains."""


# ---- one view ----


def _view(found: Abstraction, violated: Violated, trace: Trace) -> Refinement | None:
    """The trace as a specification sees it; None if the violation has another reason."""
    refining, values = _machine_for(found.refining, found.values)
    variables = found.refining.variables
    states: list[State] = []
    for step in trace.steps:
        state = tuple(step.state[v] for v in variables)
        states.append(tuple(canonical(refining.value(e, state)) for e in values))
    try:
        machine = Machine(run_pipeline(found.system), Context(output=_ignore))
    except SpecError as error:
        return _only_states(found, trace, states, error.diagnostics[0].message)
    with ranked_by(machine.ranks):
        return _View(machine, found.name, states, trace).shown(violated.kind == "action")


def _only_states(found: Abstraction, trace: Trace, states: Sequence[State], why: str) -> Refinement:
    steps = tuple(state_step(found.system, state) for state in states)
    return Refinement(found.name, Trace(steps, trace.loop), allowed=None, note=why)


@dataclass(slots=True)
class _View:
    """The abstract states of one trace, in the machine of the abstract specification."""

    machine: Machine
    name: str
    states: list[State]
    concrete: Trace

    def shown(self, last_step_fails: bool) -> Refinement | None:
        """The view; None if the specification allows what is said to fail."""
        loop = self.concrete.loop
        if loop is not None:
            return self._lasso(loop)
        if not last_step_fails:
            return self._initial()
        before, after = self.states[-2:]
        if self._step(before, after) is not None:
            return None
        refused = replace(state_step(self.machine.system, after), action=NOT_ALLOWED)
        steps = (*self._steps(self.states[:-1]), refused)
        nearest, allowed = self._alternatives(before, after)
        why = _nearest_first(tuple(reasons(self.machine, before, after)), nearest)
        return Refinement(self.name, Trace(steps), True, nearest, allowed, why)

    def _initial(self) -> Refinement | None:
        """The view of a violated initial predicate."""
        state, init = self.states[0], self.machine.system.init_formula
        if init is None or is_true(self.machine, init, state):
            return None
        trace = Trace((state_step(self.machine.system, state),))
        why = tuple(reasons(self.machine, None, state))
        try:
            allowed = initial_states(self.machine, _MOST_INITIAL)
        except SpecError as error:
            note = error.diagnostics[0].message
            return Refinement(self.name, trace, True, (), None, why, note=note)
        nearest = [state_step(self.machine.system, s) for s in _sorted(allowed, state)]
        return Refinement(self.name, trace, True, tuple(nearest[:_NEAREST]), len(allowed), why)

    def _lasso(self, loop: int | Literal["stutter"]) -> Refinement:
        start = len(self.states) - 1 if loop == "stutter" else loop
        steps = self._steps(self.states)
        closing = self._labelled(self.states[-1], self.states[start])
        taken = {s.action for s in (*steps[start + 1 :], closing)}
        enabled = [self._enabled(state) for state in self.states[start:]]
        neglected = [n for n in enabled[0] if all(n in e for e in enabled) and n not in taken]
        back = None if loop == "stutter" else closing
        return Refinement(self.name, Trace(steps, loop, back), neglected=tuple(neglected))

    def _enabled(self, state: State) -> dict[str, None]:
        """The actions with a step that changes the state."""
        found: dict[str, None] = {}
        for mover in self.machine.movers:
            try:
                if any(s != state for s in self.machine.successors(state, mover)):
                    found[mover.action.name] = None
            except EvalError:
                continue
        return found

    # ---- steps ----

    def _steps(self, states: Sequence[State]) -> tuple[Step, ...]:
        first = state_step(self.machine.system, states[0])
        return (first, *(self._labelled(a, b) for a, b in pairwise(states)))

    def _labelled(self, before: State, after: State) -> Step:
        found = self._step(before, after)
        return found or replace(state_step(self.machine.system, after), action=NOT_ALLOWED)

    def _step(self, before: State, after: State) -> Step | None:
        """The abstract step between two states; None if there is none."""
        system = self.machine.system
        if before == after:
            return replace(state_step(system, after), action=STUTTERING)
        for mover in self.machine.movers:
            try:
                step = step_between(self.machine, before, after, (mover,))
            except EvalError:
                formula = action_formula(mover.action)
                taken = is_true(self.machine, formula, before, after)
                step = action_step(system, mover.action, Move(after, ())) if taken else None
            if step is not None:
                return step
        # `[Next]_v` also allows a step that changes other variables than those in `v`.
        if all(is_true(self.machine, p.expr, before, after) for p in system.step_properties):
            return replace(state_step(system, after), action=STUTTERING)
        return None

    def _alternatives(self, before: State, after: State) -> tuple[tuple[Step, ...], int | None]:
        """The allowed steps, the nearest first, and how many there are."""
        found: dict[State, Step] = {}
        enumerable = True
        for mover in self.machine.movers:
            tick()
            try:
                for move in self.machine.moves(before, mover):
                    step = action_step(self.machine.system, mover.action, move)
                    if move.state != before:
                        found.setdefault(move.state, step)
            except EvalError:
                enumerable = False
        nearest = tuple(found[state] for state in _sorted(found, after)[:_NEAREST])
        return nearest, len(found) if enumerable else None


def _sorted(states: Iterable[State], wanted: State) -> list[State]:
    """States in the order of the number of variables in which they differ from another."""
    return sorted(states, key=lambda s: sum(a != b for a, b in zip(s, wanted, strict=True)))


def _nearest_first(found: tuple[Reason, ...], nearest: tuple[Step, ...]) -> tuple[Reason, ...]:
    """The refusals of the actions that come nearest before the others."""
    names = [step.action for step in nearest]
    return tuple(
        sorted(found, key=lambda r: names.index(r.message) if r.message in names else len(names))
    )
