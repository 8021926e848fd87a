"""Why a formula is false, why an action is disabled, and which implications are vacuous."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from holdfast.interp.explain_formula import Formulas, grouped
from holdfast.interp.explain_step import Attempts, Obstacles
from holdfast.interp.frames import NEXT
from holdfast.interp.scene import Place, Scene
from holdfast.interp.vacuity import Implication, Vacuity, implications, tautologies
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import sort_sets
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Action
from holdfast.ir.values import TRUE, Value
from holdfast.verdict import Reason

if TYPE_CHECKING:
    from holdfast.interp.machine import Machine
    from holdfast.interp.step import State

__all__ = [
    "Implication",
    "Vacuity",
    "explain",
    "explain_disabled",
    "explain_false",
    "implications",
    "tautologies",
]


def explain_false(
    machine: Machine, e: ir.Expr, state: State | None, after: State | None = None
) -> Reason:
    """Why a formula that is false in a state, or over a step, is false."""
    return explain(machine, e, state, after, False)


def explain(
    machine: Machine,
    e: ir.Expr,
    state: State | None,
    after: State | None = None,
    truth: bool | None = None,
) -> Reason:
    """Why a formula has its value; `truth` is that value, if it is known."""
    place = Place()
    with ranked_by(machine.ranks), machine.compiler.layout() as slots:
        scene = Scene(machine, slots, state, after)
        if truth is None:
            truth = scene.value(e, place) is TRUE
        # A name from the model is not a useful explanation.
        while isinstance(e, ir.Call) and not e.args:
            entered = scene.enter(e, place)
            if entered is None:
                break
            e, place = entered.body, entered.place
        return _settled(Formulas(scene).explain(e, place, truth))


def explain_disabled(
    machine: Machine, action: Action, state: State, bindings: Mapping[str, Value] | None = None
) -> Reason:
    """Why an action is disabled in a state: the false condition for each choice of its names.

    `bindings` fixes the values of some of the names that the action is quantified over. If
    the action is enabled, the explanation says so.
    """
    with ranked_by(machine.ranks), machine.compiler.layout() as slots:
        scene = Scene(machine, slots, state)
        scene.frame[NEXT] = [None] * machine.width
        attempts = Attempts(scene)

        def attempt(bounds: tuple[tuple[ir.Bound, ...], ...], place: Place) -> Obstacles:
            if bounds:
                return attempts.for_some(bounds[0], place, lambda p: attempt(bounds[1:], p))
            chosen = {name: scene.frame[slot] for name, slot in place.names.slots.items()}
            if any(chosen[name] != value for name, value in (bindings or {}).items()):
                return []
            return attempts.attempt(action.body, place, lambda: None)

        try:
            found = attempt(action.bounds, Place())
        except EvalError as error:
            return Reason(f"{action.name} cannot be evaluated: {error.message}", error.span)
        if found is None:
            return Reason(f"{action.name} is enabled", action.span)
        because = grouped(found)
        return _settled(Reason(f"{action.name} is not enabled", action.span, because=because))


def _settled(reason: Reason) -> Reason:
    """The same explanation; the sets in it are sorted now, by the ranks of the machine."""
    for _, value in reason.values:
        sort_sets(value)
    for part in reason.because:
        _settled(part)
    return reason
