"""The steps of traces, from states and the actions that the interpreter takes."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.interp.machine import Machine, Mover
from holdfast.interp.step import State
from holdfast.ir.system import Action, System
from holdfast.ir.values import Value
from holdfast.verdict import Step


def state_step(system: System, state: State) -> Step:
    """A state by itself, such as the first of a trace."""
    return Step(dict(zip(system.variables, state, strict=True)))


def action_step(system: System, state: State, action: Action, arguments: tuple[Value, ...]) -> Step:
    """A state that an action leads to."""
    values = dict(zip(system.variables, state, strict=True))
    return Step(values, action.name, arguments, action.span, formula=action.formula.span)


def step_between(
    machine: Machine, before: State, after: State, movers: Sequence[Mover] | None = None
) -> Step | None:
    """The first step from one state to another, of any action or some; None if there is none."""
    with machine.context.quietly():
        for mover in machine.movers if movers is None else movers:
            for state, arguments in machine.moves(before, mover):
                if state == after:
                    return action_step(machine.system, after, mover.action, arguments)
    return None
