"""Why a state of a trace is not allowed: the false conjunct of Init, or of each action."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.trace_formulas import action_formula, given_state
from holdfast.check.trace_validation import Validation
from holdfast.interp.explain import explain_false
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import FALSE
from holdfast.verdict import Reason


def refusals(machine: Machine, found: Validation) -> tuple[Reason, ...]:
    """Why the first state that does not match is not allowed, as far as it has a value."""
    file = found.file
    if found.valid or file.partial or (found.matched and found.before is None):
        return ()
    at = found.matched if found.loops else file.loop
    assert at is not None, "a loop that does not close has a beginning"
    near = found.alternatives[0].step.state if found.alternatives else None
    like = found.before if near is None else tuple(near.values())
    with ranked_by(machine.ranks):
        state = given_state(machine, file.lines[at].values, like)
        return () if state is None else tuple(reasons(machine, found.before, state))


def reasons(machine: Machine, before: State | None, after: State) -> Iterator[Reason]:
    """Why no action leads from one state to another, or why a state is not initial."""
    if before is None:
        if machine.system.init_formula is not None:
            yield from _reason(machine, "Init", machine.system.init_formula, after, None)
        return
    for action in machine.system.actions:
        yield from _reason(machine, action.name, action_formula(action), before, after)


def _reason(
    machine: Machine, name: str, e: ir.Expr, state: State, after: State | None
) -> Iterator[Reason]:
    try:
        if machine.value(e, state, after) is FALSE:
            why = explain_false(machine, e, state, after)
            yield Reason(name, e.span, because=(why,))
    except EvalError as error:
        because = Reason(f"cannot be evaluated: {error.message}", error.span)
        yield Reason(name, e.span, because=(because,))
