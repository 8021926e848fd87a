"""Parts of results as HTML tables, for notebooks: traces, matrices of obligations, steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from holdfast.ir.notation import TLA, Cell, Notation
from holdfast.notebook import MOST_DRAWN, grid_html
from holdfast.report.layout import Look
from holdfast.report.trace import (
    change_items,
    place_of,
    remark_on,
    show_trace,
    shown_state,
    step_label,
    trace_of,
)
from holdfast.report.trace_diff import changes
from holdfast.verdict import Trace, Verdict

if TYPE_CHECKING:
    from holdfast.ir.values import Value
    from holdfast.prove.settle import Settled

_MARKS = {"proved": "ok", "refuted": "x", "unknown": "??", "timeout": ".."}
_FIRST = 100
"""How many steps of a long trace are shown before a gap."""


def trace_tables(verdicts: Sequence[Verdict], look: Look) -> dict[str, str]:
    """The traces of some verdicts as tables, each by the paragraph of its text."""
    tables = {}
    for verdict in verdicts:
        trace, mark = trace_of(verdict), remark_on(verdict)
        if trace is not None and trace.steps:
            tables[show_trace(trace, look, mark)] = trace_table(trace, look.notation, mark)
    return tables


def trace_table(trace: Trace, notation: Notation, mark: str = "") -> str:
    """What each step changed; of a long trace the first and the last steps."""
    rows = list(_trace_rows(trace, notation, mark))
    if len(rows) > MOST_DRAWN:
        last = MOST_DRAWN - _FIRST
        gap = ("...", "", "", f"{len(rows) - MOST_DRAWN:,} more steps")
        rows = [*rows[:_FIRST], gap, *rows[-last:]]
    return grid_html(("#", "step", "where", "what changed"), rows)


def _trace_rows(trace: Trace, notation: Notation, mark: str) -> Iterator[tuple[str, ...]]:
    steps = trace.steps
    for at, step in enumerate(steps):
        before = shown_state(steps[at - 1]) if at else None
        changes = change_items(before, shown_state(step), notation)
        if mark and at == len(steps) - 1:
            changes.append(f"<- {mark}")
        within = isinstance(trace.loop, int) and at >= trace.loop
        number = f"{at + 1} |" if within else f"{at + 1}"
        yield number, step_label(step, notation), place_of(step.span), "\n".join(changes)
    if trace.loop == "stutter":
        yield "", "", "", "nothing changes from then on (stuttering)"
    elif trace.loop is not None:
        label = "" if trace.closing is None else step_label(trace.closing, notation)
        yield "", label, "", f"back to state {trace.loop + 1}"


def matrix(settled: Sequence[Settled]) -> str:
    """A row for each lemma, a column for each action: which obligations are proved."""
    lemmas = list(dict.fromkeys(s.obligation.lemma for s in settled))
    actions = list(dict.fromkeys(s.obligation.action for s in settled))
    marks = {(s.obligation.lemma, s.obligation.action): _MARKS[s.status] for s in settled}
    rows = [[lemma, *(marks.get((lemma, action), "") for action in actions)] for lemma in lemmas]
    return grid_html(("", *actions), rows) if rows else ""


def side_by_side(states: Sequence[tuple[str, Mapping[str, Value]]], notation: Notation) -> str:
    """The variables of labelled states in columns, and what the last step changed."""
    tables = [{cell.name: cell for cell in notation.cells(state)} for _, state in states]
    names = list(dict.fromkeys(name for table in tables for name in table))
    rows = [
        [name, *(_cell_text(table.get(name)) for table in tables), _change(name, tables)]
        for name in names
    ]
    return grid_html(("", *(label for label, _ in states), "what changed"), rows)


def _cell_text(cell: Cell | None) -> str:
    return "" if cell is None else cell.notation.show(cell.value)


def _change(name: str, tables: Sequence[Mapping[str, Cell]]) -> str:
    if len(tables) < 2:
        return ""
    old, new = (table.get(name) for table in tables[-2:])
    notation = new.notation if new is not None else TLA
    found = changes(name, old and old.value, new and new.value, notation)
    return "\n".join(map(str, found))
