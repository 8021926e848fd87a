"""Values of expressions: constant ones, and those over variables in each of some states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from holdfast.check.advice import diagnose
from holdfast.check.steps import action_step
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Level, Levels
from holdfast.ir.notation import sort_sets
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import Value
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Step

MOST_INITIAL_STATES = 10_000
"""How many initial states an expression is evaluated in."""

Outcome: TypeAlias = "Value | Diagnostic"
"""The value of an expression, or why it cannot be evaluated."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An expression and its value in each state; a constant one has one value."""

    text: str
    constant: bool
    outcomes: tuple[Outcome, ...]


def is_constant(machine: Machine, e: ir.Expr) -> bool:
    """Whether an expression mentions no variable."""
    return Levels.of_system(machine.system).of(e) == Level.CONSTANT


def evaluate(machine: Machine, text: str, e: ir.Expr, states: Sequence[State]) -> Evaluation:
    """The value of an expression in each of the states, or its only value."""
    if is_constant(machine, e):
        return Evaluation(text, True, (outcome(machine, e),))
    return Evaluation(text, False, tuple(outcome(machine, e, state) for state in states))


def outcome(machine: Machine, e: ir.Expr, state: State | None = None) -> Outcome:
    """The value of an expression, enumerated if it is a finite set."""
    try:
        with ranked_by(machine.ranks):
            value = machine.value(e, state)
            try:
                value = canonical(value)
            except EvalError:
                return value  # a set such as Nat is shown by its name
            return sort_sets(value)
    except EvalError as error:
        return diagnose(error, machine.system)


class _Enough(Exception):
    """There are more initial states than are needed."""


def initial_states(machine: Machine, most: int = MOST_INITIAL_STATES) -> tuple[State, ...]:
    """The distinct initial states, at most so many; raises SpecError."""
    if machine.system.init is None:
        message = "there is no initial predicate, and so no state to evaluate this in"
        raise SpecError(Diagnostic("model-no-behaviour", message, None))
    found: dict[State, None] = {}

    def visit(state: State) -> None:
        found[state] = None
        if len(found) >= most:
            raise _Enough

    try:
        machine.initial_states(visit)
    except _Enough:
        pass
    except EvalError as error:
        raise SpecError(diagnose(error, machine.system)) from None
    return tuple(found)


def steps_from(machine: Machine, state: State) -> tuple[Step, ...]:
    """All steps from a state, repetitions included; raises SpecError."""
    try:
        return tuple(
            action_step(machine.system, mover.action, move)
            for mover in machine.movers
            for move in machine.moves(state, mover)
        )
    except EvalError as error:
        raise SpecError(diagnose(error, machine.system)) from None
