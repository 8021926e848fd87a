"""Why an action is disabled in a state; the action is named as in a trace."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.interp.explain import explain_disabled
from holdfast.interp.machine import Machine, Mover
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.ranks import ranked_by
from holdfast.verdict import Reason

_CALL = re.compile(r"\s*([\w!]+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_ARGUMENT = re.compile(r'"(?:[^"\\]|\\.)*"|[^,"]+')
_NAMED = re.compile(r"\s*\w+\s*=\s*")


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
    notation = machine.system.notation
    moves = dict.fromkeys(move.arguments for move in machine.moves(state, mover))
    fitting = [
        m
        for m in moves
        if texts is None or _unnamed(notation.arguments(action.name, m)) == _unnamed(texts)
    ]
    for arguments in fitting:
        yield Attempt(notation.step(action.name, arguments), None)
    if not fitting:
        names = [a.name if isinstance(a, ir.Name) else "" for a in action.args]
        chosen = dict(zip(names, map(notation.plain, _unnamed(texts or ())), strict=False))
        reason = explain_disabled(machine, action, state, chosen)
        yield Attempt(f"{action.name}({', '.join(texts)})" if texts else action.name, reason)


def _unnamed(arguments: Sequence[str]) -> tuple[str, ...]:
    """The texts of arguments, without the names of their parameters."""
    return tuple(_NAMED.sub("", text, count=1).strip() for text in arguments)
