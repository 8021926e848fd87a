"""Traces of lassos in a graph whose states are identified by SYMMETRY or VIEW.

Each state of such a lasso stands for others. The trace follows real steps as far as possible:
from a state, a step to some state that is identified with the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.check.reductions import key_function
from holdfast.check.steps import action_step, state_step
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.verdict import Step, Trace


def identified_trace(machine: Machine, states: Sequence[State], loop: int) -> Trace:
    """The trace of a lasso; its loop leads back to a state that is identified with one of it."""
    key = key_function(machine)

    def move(before: State, like: State) -> tuple[Step, State]:
        wanted = key(like)
        with machine.context.quietly():
            for mover in machine.movers:
                for found in machine.moves(before, mover):
                    if key(found.state) == wanted:
                        return action_step(machine.system, mover.action, found), found.state
        return state_step(machine.system, like), like

    at = states[0]
    steps = [state_step(machine.system, at)]
    for like in states[1:]:
        step, at = move(at, like)
        steps.append(step)
    closing, last = move(at, states[loop])
    if loop == len(states) - 1 and last in (at, states[loop]):
        return Trace(tuple(steps), "stutter")
    return Trace(tuple(steps), loop, closing)
