"""States of a trace as values, and the actions of a spec as formulas over two such states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.check.json_values import value_like
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, System
from holdfast.ir.values import TRUE


def given_state(machine: Machine, data: Mapping[str, Any], like: State | None) -> State | None:
    """The state that data most likely describes, by an example; None if it describes none."""
    names, variables = _model_values(machine.system), machine.system.variables
    examples = (None,) * len(variables) if like is None else like
    try:
        pairs = zip(variables, examples, strict=True)
        return tuple(value_like(data[name], example, names) for name, example in pairs)
    except EvalError:
        return None


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


def action_formula(action: Action) -> ir.Expr:
    """The action as a formula over two states."""
    e = action.body.expr
    for bounds in reversed(action.bounds):
        e = ir.Bind(Binder.EXISTS, bounds, e, span=action.span)
    return e


def is_true(machine: Machine, e: ir.Expr, state: State, after: State | None = None) -> bool:
    """Whether a formula is true in a state, or over a step.

    A comparison of values of different kinds is false: the state has a value of a wrong kind. Any
    other error is raised, because it decides nothing.
    """
    try:
        return machine.value(e, state, after) is TRUE
    except EvalError as error:
        if error.code != "eval-kinds-differ":
            raise
        return False
