"""Why an action can or cannot happen in a state: text and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdfast.ir import expr as ir
from holdfast.ir.notation import show
from holdfast.ir.values import FALSE, TRUE, Value, model_value
from holdfast.report.envelope import Json
from holdfast.report.layout import Look
from holdfast.report.reason import reason_line, show_reason
from holdfast.verdict import Reason

if TYPE_CHECKING:
    from holdfast.interp.machine import Machine, Mover
    from holdfast.interp.step import State

_CALL = re.compile(r"\s*([\w!]+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_ARGUMENT = re.compile(r'"(?:[^"\\]|\\.)*"|[^,"]+')


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to take an action: enabled if `reason` is None; `action` has its arguments."""

    action: str
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Why:
    """What was found out about an action in a state of a trace; states count from 1."""

    spec: str
    violated: str | None
    state: int
    step: str
    attempts: tuple[Attempt, ...]

    @property
    def enabled(self) -> bool:
        """Whether some way to take the action is enabled."""
        return any(each.reason is None for each in self.attempts)


def show_why(found: Why, look: Look) -> str:
    """A paragraph for each way to take the action; those that fail only if all do."""
    reached = "an initial state" if found.step == "initial" else f"reached by {found.step}"
    head = look.paint("dim", f"{found.spec}, state {found.state}: {reached}")
    shown = [a for a in found.attempts if a.reason is None] or found.attempts
    return "\n\n".join([head, *(_attempt(each, found.state, look) for each in shown)])


def _attempt(attempt: Attempt, state: int, look: Look) -> str:
    if attempt.reason is None:
        return look.paint("good", f"{attempt.action} is enabled in state {state}")
    head = look.paint("bad", f"{attempt.action} is not enabled in state {state}")
    # The reason's own message says again which action it is; what is below says why.
    parts = attempt.reason.because or (attempt.reason,)
    return "\n".join([head, "", *(show_reason(part, look) for part in parts)])


def why_json(found: Why) -> dict[str, Json]:
    """What only `why` says."""
    return {
        "state": found.state,
        "step": found.step,
        "enabled": found.enabled,
        "actions": [
            {
                "action": each.action,
                "enabled": each.reason is None,
                "reason": None if each.reason is None else reason_line(each.reason),
            }
            for each in found.attempts
        ],
    }


# ---- finding out ----


def attempts_at(machine: Machine, action: str, state: State) -> tuple[Attempt, ...]:
    """All ways to take an action in a state; none if there is no such action."""
    call = _CALL.fullmatch(action)
    if call is None:
        return ()
    wanted = None if call[2] is None else tuple(_ARGUMENT.findall(call[2]))
    texts = None if wanted is None else tuple(text.strip() for text in wanted)
    return tuple(
        attempt
        for mover in machine.movers
        if mover.action.name == call[1]
        for attempt in _attempts(machine, mover, state, texts)
    )


def _attempts(
    machine: Machine, mover: Mover, state: State, texts: tuple[str, ...] | None
) -> Iterator[Attempt]:
    from holdfast.interp.explain import explain_disabled

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
