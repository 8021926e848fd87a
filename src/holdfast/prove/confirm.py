"""Confirmation of a solver's counterexample by the interpreter.

A counterexample counts only if the interpreter agrees: the assumptions are true of the constants,
every lemma holds before the step, the action allows the step, and the lemma is false after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from holdfast.interp.explain import explain_false
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.prove.conjuncts import Conjunct
from holdfast.prove.instance import instance_of
from holdfast.verdict import Reason, Step


class NotConfirmed(Exception):
    """The interpreter does not confirm a counterexample, and why."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A step from a state in which every lemma holds to one in which `conjunct` does not."""

    before: State
    step: Step
    after: State
    conjunct: Conjunct


class _Enough(Exception):
    """The requested number of initial states was found."""


def _stop_at(_: State) -> None:
    raise _Enough


class Judge:
    """Confirms counterexamples, for one choice of the constants."""

    def __init__(self, system: System, constants: Mapping[str, Value] | None = None) -> None:
        self.system = instance_of(system, constants or {})
        self.machine = Machine(self.system)

    def require_assumptions(self) -> None:
        """Require that the constants satisfy the assumptions."""
        for assumption in self.system.assumptions:
            if not self._holds(assumption.name, assumption.expr):
                raise NotConfirmed(f"the constants do not satisfy {assumption.name}")

    def require_lemmas(self, lemmas: Sequence[Conjunct], state: State) -> None:
        """Require that every lemma holds in the state."""
        for lemma in lemmas:
            if not self._holds(lemma.name, lemma.expr, state):
                raise NotConfirmed(f"{lemma.name} does not hold in the state before the step")

    def require_initial(self, state: State) -> None:
        """Require that the state is initial."""
        if not self.is_initial(state):
            raise NotConfirmed("the first state is not an initial state")

    def is_initial(self, state: State) -> bool:
        """Whether the state is initial."""
        if self.system.init_formula is None:
            return state in self.initial_states()
        try:
            return self.machine.holds(self.system.init_formula, state)
        except EvalError:
            return False

    def initial_states(self, most: int | None = None) -> set[State]:
        """All initial states, or at most a given number of them."""
        found: set[State] = set()

        def visit(state: State) -> None:
            found.add(state)
            if len(found) == most:
                raise _Enough

        try:
            self.machine.initial_states(visit)
        except _Enough:
            pass
        except EvalError as error:
            raise NotConfirmed(f"the initial states: {error}") from None
        return found

    def starts(self) -> bool:
        """Whether there is an initial state."""
        try:
            self.machine.initial_states(_stop_at)
        except _Enough:
            return True
        return False

    def row(self, state: Mapping[str, Value]) -> State:
        """The values of a state in the order of the variables."""
        return tuple(state[name] for name in self.system.variables)

    def named(self, state: State) -> dict[str, Value]:
        """The values of a state by variable."""
        return dict(zip(self.system.variables, state, strict=True))

    def steps(self, state: State, action: str | None = None) -> Iterator[tuple[Step, State]]:
        """The steps from a state, of one action or of all."""
        for mover in self.machine.movers:
            if action in (None, mover.action.name):
                try:
                    moves = self.machine.moves(state, mover)
                except EvalError as error:
                    raise NotConfirmed(f"{mover.action.name}: {error}") from None
                for after, arguments, account in moves:
                    rule = mover.action
                    step = Step(self.named(after), rule.name, arguments, rule.span, account=account)
                    yield step, after

    def broken_step(self, state: State, conjunct: Conjunct, action: str | None) -> Broken:
        """A step of the action after which the conjunct does not hold."""
        for step, after in self.steps(state, action):
            if not self._holds(conjunct.name, conjunct.expr, after):
                return Broken(state, step, after, conjunct)
        raise NotConfirmed(f"no step of {action} from this state breaks {conjunct.name}")

    def step_error(self, state: State, action: str) -> EvalError | None:
        """The error in taking the action, if an expression cannot be evaluated."""
        for mover in self.machine.movers:
            if mover.action.name == action:
                try:
                    self.machine.moves(state, mover)
                except EvalError as error:
                    return error
        return None

    def lemma_error(self, lemmas: Sequence[Conjunct], state: State) -> EvalError | None:
        """The error in the first lemma that cannot be evaluated, if those before it hold."""
        for lemma in lemmas:
            try:
                if not self.machine.holds(lemma.expr, state):
                    raise NotConfirmed(f"{lemma.name} does not hold there")
            except EvalError as error:
                return error
        return None

    def is_broken(self, conjunct: Conjunct, state: State) -> bool:
        """Whether the conjunct does not hold in the state."""
        return not self._holds(conjunct.name, conjunct.expr, state)

    def why(self, conjunct: Conjunct, state: State) -> Reason | None:
        """Why the conjunct does not hold there."""
        try:
            return explain_false(self.machine, conjunct.expr, state)
        except EvalError:
            return None

    def _holds(self, name: str, e: ir.Expr, state: State | None = None) -> bool:
        try:
            return self.machine.holds(e, state)
        except EvalError as error:
            raise NotConfirmed(f"{name} cannot be evaluated there: {error}") from None
