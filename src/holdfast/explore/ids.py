"""Ids of states: the first digits of a fingerprint that depends on the values alone.

The fingerprint is that of the record of the variables. So an id survives another engine, another
machine, and an edit of the spec that does not change the variables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from holdfast.explore.opened import Opened, Taken
from holdfast.interp.step import State
from holdfast.ir.fingerprint import argument, of_terms
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import Value

DIGITS = 8
_ALL_DIGITS = 16
_MOST_CACHED = 20_000
_ENTRY = re.compile(r"([0-9a-f]{8,16})(?:-([1-9][0-9]{0,5}))?")


class Key(NamedTuple):
    """The id of a state, and the entry of a path that leads to it by one of several steps."""

    id: str
    key: str


def state_id(model: Opened, state: State) -> str:
    """All digits of the fingerprint of a state."""
    known = model.ids.get(state)
    if known is None:
        if len(model.ids) >= _MOST_CACHED:
            model.ids.clear()
        known = model.ids[state] = _computed(model, state)
    return known


def _computed(model: Opened, state: State) -> str:
    pairs = list(zip(model.system.variables, state, strict=True))
    if model.prepared.room is not None:
        # There may be room for more processes another time: their variables are zero.
        pairs = [(name, value) for name, value in pairs if not _is_zero(value)]
    with ranked_by(model.machine.ranks):
        mark = of_terms([argument(name) for name, _ in pairs], [value for _, value in pairs])
    return f"{mark:0{_ALL_DIGITS}x}"


def _is_zero(value: Value) -> bool:
    return value == 0 or (isinstance(value, tuple) and all(map(_is_zero, value)))


def keys_of(model: Opened, steps: Sequence[Taken]) -> list[Key]:
    """The ids of the states that steps lead to; longer ones if the first digits are equal.

    The second step to the same state has the key `id-2`.
    """
    full = [state_id(model, step.state) for step in steps]
    short = Counter(mark[:DIGITS] for mark in set(full))
    seen: Counter[str] = Counter()
    keys = []
    for mark in full:
        seen[mark] += 1
        own = mark[:DIGITS] if short[mark[:DIGITS]] == 1 else mark
        keys.append(Key(own, own if seen[mark] == 1 else f"{own}-{seen[mark]}"))
    return keys


def find_step(model: Opened, steps: Sequence[Taken], entry: str) -> Taken | None:
    """The step that an entry of a path names."""
    read = _ENTRY.fullmatch(entry)
    if read is None:
        return None
    digits, number = read[1], int(read[2] or 1)
    found = [step for step in steps if state_id(model, step.state).startswith(digits)]
    same = [step for step in found if step.state == found[0].state]
    return same[min(number, len(same)) - 1] if same else None
