"""Some reachable states, from which the terms of a system are found."""

from __future__ import annotations

import time

from holdfast.cancellation import tick
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError

_STATES = 200
_SECONDS = 0.5


class _Enough(Exception):
    pass


def sample_states(machine: Machine, states: int = _STATES) -> list[State]:
    """The first states of a search; as many as there are before one cannot be computed."""
    found: dict[State, None] = {}
    until = time.monotonic() + _SECONDS

    def visit(state: State) -> None:
        tick()
        found.setdefault(state)
        if len(found) >= states or time.monotonic() > until:
            raise _Enough

    try:
        machine.initial_states(visit)
        pending = list(found)
        for state in pending:
            for mover in machine.movers:
                for successor in machine.successors(state, mover):
                    if successor not in found:
                        visit(successor)
                        pending.append(successor)
    except (_Enough, EvalError):
        pass
    return list(found)
