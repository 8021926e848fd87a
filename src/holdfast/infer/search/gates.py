"""Violations in samples, which end an inference before any search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from holdfast.cancellation import tick
from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.infer.lift import Lifted
from holdfast.infer.samples.instances import Instance, Model, instantiate
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.system import Property, System
from holdfast.limits import Limits
from holdfast.verdict import Answer, Violated


def asked_about(system: System, questions: tuple[Property, ...]) -> System:
    """The system with these invariants as its only properties."""
    return replace(
        system,
        invariants=questions,
        properties=(),
        initial_properties=(),
        step_properties=(),
        temporal=(),
        postconditions=(),
        check_deadlock=False,
    )


def violating(
    states: Iterable[State], test: Callable[[State], bool], known: tuple[object, ...] | None
) -> State | None:
    """A sample that fails a test; those whose constants are `known` are skipped."""
    for state in states:
        tick()
        if known is not None and state[: len(known)] == known:
            continue
        try:
            if not test(state):
                return state
        except EvalError:
            continue  # `check` reports evaluation errors
    return None


def violation_at(
    state: State, system: System, model: Model, lifted: Lifted, question: tuple[Property, float]
) -> tuple[Answer, str] | None:
    """The trace to a violation in the instance of a state, and a note on that instance."""
    property, seconds = question
    constants = dict(zip(lifted.constants, state, strict=False))
    instance = instantiate(system, Instance(constants, {}), model.names)
    asked = replace(asked_about(instance, (property,)), constraints=(), action_constraints=())
    answer = check(asked, SearchOptions(limits=Limits(seconds=seconds)))
    if not isinstance(answer.verdict, Violated) or answer.verdict.kind != "invariant":
        return None
    values = ", ".join(f"{name} = {show(value)}" for name, value in constants.items())
    return answer, f"it is violated for {values}: not the size of the configuration"
