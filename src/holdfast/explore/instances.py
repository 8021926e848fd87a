"""The instances of actions: one for each value of the names bound around an action.

Only names that range over constant sets are enumerated. Other names of a label stand for
themselves: `Receive(p1, m)` is about every `m` of a set of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from holdfast.explore.opened import Opened, Taken
from holdfast.explore.wire import Disabled
from holdfast.interp.machine import Mover
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir import system
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Action
from holdfast.ir.values import Value, model_value


class Chosen(NamedTuple):
    """An instance of an action: the values of the names bound around it."""

    mover: Mover
    names: tuple[str, ...]
    values: tuple[Value, ...]

    @property
    def bindings(self) -> dict[str, Value]:
        """The values by name."""
        return dict(zip(self.names, self.values, strict=True))


def instances_of(model: Opened, mover: Mover) -> Iterator[Chosen]:
    """The instances of an action, in the order of its sets."""
    bounds = mover.action.bounds[: len(mover.groups)]
    names = tuple(name for group in bounds for b in group for name in b.names)
    for values in model.machine.bindings(mover):
        yield Chosen(mover, names, values)


def may_be_of(label: str, action: str) -> bool:
    """Whether a label may be that of a step of an action."""
    # Promela writes the number of a process into the name: `user[1]:5 x++` is of `user:5 x++`.
    return label.startswith(action) or label.split("[")[0] == action.split(":")[0]


def instance_label(model: Opened, chosen: Chosen) -> str:
    """The action with its arguments."""
    values = [_argument(model, e, chosen) for e in chosen.mover.action.args]
    return model.notation.step(chosen.mover.action.name, values)


def _argument(model: Opened, e: ir.Expr, chosen: Chosen) -> Value:
    known = chosen.bindings
    if isinstance(e, ir.Name) and e.name in known:
        return known[e.name]
    if names_in(e) <= known.keys():
        try:
            return model.machine.value_of(e, chosen.names, chosen.values)
        except EvalError:
            pass  # the text of the argument is all there is
    # Written like the name that it is.
    return model_value(e.name if isinstance(e, ir.Name) else "_")


def disabled_actions(model: Opened, state: State, steps: Sequence[Taken]) -> list[Disabled]:
    """The actions that have disabled instances, given all steps from a state.

    In a language of processes, statements that no process has reached are left out.
    """
    total: dict[str, int] = {}
    taken: dict[str, int] = {}
    for mover in model.machine.movers:
        if _is_elsewhere(model, mover.action, state):
            continue
        name = mover.action.name
        own = {step.arguments for step in steps if step.action is mover.action}
        count = _count(model, mover)
        total[name] = total.get(name, 0) + max(count, len(own))
        taken[name] = taken.get(name, 0) + len(own)
    return [
        {"action": name, "instances": count - taken[name], "enabled": taken[name]}
        for name, count in total.items()
        if count > taken[name]
    ]


def _is_elsewhere(model: Opened, action: Action, state: State) -> bool:
    """Whether the process of an action is at another statement."""
    body = action.body
    while isinstance(body, system.Sequence) and body.items:
        body = body.items[0]
    match body:
        case system.Test(ir.Apply(Op.EQ, (ir.Name(name), ir.Literal(point)))):
            at = model.notation.is_location(name)
            return at and state[model.system.variables.index(name)] != point
        case _:
            return False


_MOST_COUNTED = 10_000


def _count(model: Opened, mover: Mover) -> int:
    """How many instances an action has, as far as its arguments tell them apart."""
    args, bounds = mover.action.args, mover.action.bounds[: len(mover.groups)]
    names = [name for group in bounds for b in group for name in b.names]
    if not all(isinstance(a, ir.Name) and a.name in names for a in args) or len(args) != len(names):
        return 1
    known = model.counts.get(id(mover.action))
    if known is None:
        known = sum(1 for _ in islice(model.machine.bindings(mover), _MOST_COUNTED))
        model.counts[id(mover.action)] = known
    return known
