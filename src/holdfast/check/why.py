"""Why an action is disabled in a state; the action is named as in a trace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.interp.explain import explain_disabled
from holdfast.interp.machine import Machine, Mover
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.notation import show
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import FALSE, TRUE, Value, model_value
from holdfast.verdict import Reason

_CALL = re.compile(r"\s*([\w!]+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_ARGUMENT = re.compile(r'"(?:[^"\\]|\\.)*"|[^,"]+')


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to take an action: enabled if `reason` is None; `action` has its arguments."""

    action: str
    reason: Reason | None


def attempts_at(machine: Machine, action: str, state: State) -> tuple[Attempt, ...]:
    """All ways to take an action in a state; none if there is no such action."""
    call = _CALL.fullmatch(action)
    if call is None:
        return ()
    wanted = None if call[2] is None else tuple(_ARGUMENT.findall(call[2]))
    texts = None if wanted is None else tuple(text.strip() for text in wanted)
    with ranked_by(machine.ranks):
        return tuple(
            attempt
            for mover in machine.movers
            if mover.action.name == call[1]
            for attempt in _attempts(machine, mover, state, texts)
        )


def _attempts(
    machine: Machine, mover: Mover, state: State, texts: tuple[str, ...] | None
) -> Iterator[Attempt]:
    action = mover.action
    moves = dict.fromkeys(arguments for _, arguments in machine.moves(state, mover))
    fitting = [m for m in moves if texts is None or tuple(map(show, m)) == texts]
    for arguments in fitting:
        yield Attempt(_label(action.name, tuple(map(show, arguments))), None)
    if not fitting:
        names = [a.name if isinstance(a, ir.Name) else "" for a in action.args]
        chosen = dict(zip(names, map(_value, texts or ()), strict=False))
        reason = explain_disabled(machine, action, state, chosen)
        yield Attempt(_label(action.name, texts or ()), reason)


def _label(name: str, arguments: tuple[str, ...]) -> str:
    return f"{name}({', '.join(arguments)})" if arguments else name


def _value(text: str) -> Value:
    """A plain value as the trace shows it."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if text.startswith('"'):
        return text[1:-1]
    return {"TRUE": TRUE, "FALSE": FALSE}.get(text) or model_value(text)
