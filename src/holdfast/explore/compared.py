"""Two traces beside each other: which steps are the same, and what differs."""

from __future__ import annotations

from difflib import SequenceMatcher

from holdfast.explore.recorded import Recorded
from holdfast.explore.steps import changes_between
from holdfast.explore.wire import Compared, ComparedRow
from holdfast.ir.ranks import ranked_by

MOST_ALIGNED = 2_000
"""Longer traces are compared state by state."""


def compare_traces(left: Recorded, right: Recorded) -> Compared:
    """The two traces, aligned by the labels of their steps; raises SpecError.

    The second trace is read as one of the first model, so that values can be compared.
    """
    theirs = Recorded(left.model, right.stored)
    rows = [_row(left, theirs, a, b) for a, b in _aligned(left, theirs)]
    differing = [i for i, row in enumerate(rows) if not row["same"]]
    return {"rows": rows, "first_difference": differing[0] if differing else None}


def _aligned(left: Recorded, right: Recorded) -> list[tuple[int | None, int | None]]:
    """Pairs of states: up to the first difference one by one, then by the labels."""
    ours, theirs = _names(left), _names(right)
    if max(len(ours), len(theirs)) > MOST_ALIGNED:
        count = max(len(ours), len(theirs))
        return [
            (i if i <= len(ours) else None, i if i <= len(theirs) else None)
            for i in range(1, count + 1)
        ]
    pairs: list[tuple[int | None, int | None]] = []
    for tag, a, b, c, d in SequenceMatcher(None, ours, theirs, False).get_opcodes():
        if tag == "equal":
            pairs += zip(range(a + 1, b + 1), range(c + 1, d + 1), strict=True)
        else:
            pairs += [(i, None) for i in range(a + 1, b + 1)]
            pairs += [(None, i) for i in range(c + 1, d + 1)]
    return pairs


def _names(trace: Recorded) -> list[str]:
    return [label or "" for label in trace.stored.labels]


def _row(left: Recorded, right: Recorded, a: int | None, b: int | None) -> ComparedRow:
    trace, number = (left, a) if a is not None else (right, b)
    assert number is not None
    row: ComparedRow = {
        "left": a,
        "right": b,
        "same": False,
        "label": trace.stored.labels[number - 1],
        "changes": [],
    }
    if a is None or b is None:
        return row
    ours, theirs = left.state(a), right.state(b)
    same_label = left.stored.labels[a - 1] == right.stored.labels[b - 1]
    row["same"] = same_label and ours == theirs
    if ours != theirs:
        with ranked_by(left.opened.machine.ranks):
            row["changes"] = changes_between(left.opened, ours, theirs)
    return row
