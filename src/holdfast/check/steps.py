"""The steps of traces, from states and the actions that the interpreter takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.interp.machine import Machine, Move, Mover
from holdfast.interp.step import State
from holdfast.interp.transient import Paths, Reached
from holdfast.ir.system import Action, System
from holdfast.verdict import Step


def state_step(system: System, state: State) -> Step:
    """A state by itself, such as the first of a trace."""
    return Step(dict(zip(system.variables, state, strict=True)))


def action_step(system: System, action: Action, move: Move) -> Step:
    """A state that an action leads to."""
    values = dict(zip(system.variables, move.state, strict=True))
    formula = action.formula.span
    return Step(values, action.name, move.arguments, action.span, None, formula, move.account)


def step_between(
    machine: Machine, before: State, after: State, movers: Sequence[Mover] | None = None
) -> Step | None:
    """The first step from one state to another, of any action or some; None if there is none."""
    with machine.context.quietly():
        for mover in machine.movers if movers is None else movers:
            for move in machine.moves(before, mover):
                if move.state == after:
                    return action_step(machine.system, mover.action, move)
    return None


def steps_along(machine: Machine, before: State | None, path: Sequence[Reached]) -> list[Step]:
    """The steps of a path that starts in a state, or is the first state itself.

    A step that depends on a random choice or a TLCSet register may not be found again: then the
    state is shown without its action.
    """
    steps = []
    for each in path:
        movers = [m for m in machine.movers if each.mover and m.action is each.mover.action]
        step = None if before is None else step_between(machine, before, each.state, movers)
        before = each.state
        steps.append(step or state_step(machine.system, before))
    return steps


def path_to(
    machine: Machine, before: State | None, wanted: Callable[[Reached], bool]
) -> list[Reached] | None:
    """The first path from a state, or initially, to what is wanted; None if there is none."""
    paths = Paths(machine)
    with machine.context.quietly():
        for reached in paths.start(before):
            if wanted(reached):
                return list(paths.path)
    return None
