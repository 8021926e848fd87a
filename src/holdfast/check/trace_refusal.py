"""Why a state of a trace is not allowed: the false conjunct of Init, or of each action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from holdfast.check.json_values import value_like
from holdfast.check.trace_validation import Validation
from holdfast.interp.explain import explain_false
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import Action, System
from holdfast.ir.values import FALSE
from holdfast.verdict import Reason


def refusals(machine: Machine, found: Validation) -> tuple[Reason, ...]:
    """Why the first state that does not match is not allowed, as far as it has a value."""
    file = found.file
    if found.valid or file.partial or (found.matched and found.before is None):
        return ()
    at = found.matched if found.loops else file.loop
    assert at is not None, "a loop that does not close has a beginning"
    with ranked_by(machine.ranks):
        try:
            state = _state(machine, file.lines[at].values, found)
        except EvalError:
            return ()
        return tuple(_reasons(machine, found.before, state))


def _state(machine: Machine, data: Mapping[str, Any], found: Validation) -> State:
    """The most likely values of the variables; those of the spec are examples."""
    names = _model_values(machine.system)
    near = found.alternatives[0].step.state if found.alternatives else {}
    return tuple(value_like(data[v], near.get(v), names) for v in machine.system.variables)


def _model_values(system: System) -> tuple[str, ...]:
    bodies = [d.body for d in system.definitions.values()]
    return tuple(
        str(part.args[0].value)
        for body in bodies
        for part in ir.walk(body)
        if isinstance(part, ir.Apply)
        and part.op is Op.MODEL
        and isinstance(part.args[0], ir.Literal)
    )


def _reasons(machine: Machine, before: State | None, after: State) -> Iterator[Reason]:
    if before is None:
        if machine.system.init_formula is not None:
            yield from _reason(machine, "Init", machine.system.init_formula, after, None)
        return
    for action in machine.system.actions:
        yield from _reason(machine, action.name, _formula(action), before, after)


def _formula(action: Action) -> ir.Expr:
    """The action as a formula over two states."""
    e = action.body.expr
    for bounds in reversed(action.bounds):
        e = ir.Bind(Binder.EXISTS, bounds, e, span=action.span)
    return e


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
