"""A trace as text: a table of what each step changed, or the states one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import assert_never

from holdfast.ir.notation import TLA, Cell, Notation
from holdfast.ir.values import Value
from holdfast.report.layout import Look, beside, wrap
from holdfast.report.trace_diff import differences
from holdfast.source import Span
from holdfast.verdict import Failed, Kind, Step, Trace, Verdict, Violated

_WIDEST_STEP = 36
_NARROWEST_CHANGES = 30
_GAP = "  "


def show_trace(trace: Trace, look: Look, mark: str = "") -> str:
    """The trace as text; `mark` is the remark on its last state."""
    match look.states:
        case "differences":
            return "\n".join(_table(trace, look, mark))
        case "changed" | "full":
            return "\n\n".join(_blocks(trace, look, mark))
        case _:
            assert_never(look.states)


def trace_of(verdict: Verdict) -> Trace | None:
    """The trace that leads to the violation or the error, if there is one."""
    match verdict:
        case Violated(trace=trace) | Failed(trace=trace):
            return trace
        case _:
            return None


_ERROR_MARK = "the error occurs here"
_MARKS: dict[Kind, str] = {
    "invariant": "violates {name}",
    "action": "this step violates {name}",
    "deadlock": "no step is possible",
    "assert": "the assertion fails",
}


def remark_on(verdict: Verdict) -> str:
    """The remark on the last state of the trace of a verdict."""
    match verdict:
        case Violated(kind=kind, property=name):
            return _MARKS.get(kind, "").format(name=name)
        case Failed():
            return _ERROR_MARK
        case _:
            return ""


def step_label(step: Step, notation: Notation = TLA) -> str:
    """The action of a step with its arguments, or a label for the initial state."""
    return "initial" if step.action is None else notation.step(step.action, step.arguments)


def place_of(span: Span | None) -> str:
    """The file, without its folder, and the line."""
    if span is None:
        return ""
    return f"{PurePath(span.source.name).name}:{span.source.position(span.start)[0]}"


def shown_state(step: Step) -> Mapping[str, Value]:
    """What is shown of a state: its ALIAS, if the model has one."""
    return step.state if step.alias is None else step.alias


# ---- the table ----


def _table(trace: Trace, look: Look, mark: str) -> Iterator[str]:
    steps = trace.steps
    labels = [step_label(s, look.notation) for s in steps]
    places = [place_of(s.span) for s in steps]
    number = len(str(len(steps)))
    widest = max((len(each) for each in (*labels, "step") if len(each) <= _WIDEST_STEP), default=4)
    place = max((len(each) for each in (*places, "where")), default=5)
    band = "  " if isinstance(trace.loop, int) else ""
    left = _GAP + band + " " * number + _GAP
    room = max(_NARROWEST_CHANGES, look.width - len(left) - widest - place - 4)
    head = beside("step", beside("where", ["what changed"], place), widest)
    yield look.paint("dim", f"{_GAP}{band}{'#':>{number}}{_GAP}{head[0]}")
    for at, step in enumerate(steps):
        before = shown_state(steps[at - 1]) if at else None
        rows = change_rows(before, shown_state(step), room, look.notation)
        if mark and at == len(steps) - 1:
            rows = _marked(rows, mark, room)
        lines = beside(labels[at], beside(places[at], rows, place), widest)
        start = f"{_GAP}{_band(trace, at)}{at + 1:>{number}}{_GAP}"
        yield start + lines[0]
        rest = _GAP + _band(trace, at) + " " * number + _GAP
        yield from ((rest + line).rstrip() for line in lines[1:])
    yield from _ending(trace, number, look.notation)


def change_rows(
    before: Mapping[str, Value] | None,
    after: Mapping[str, Value],
    room: int,
    notation: Notation = TLA,
) -> list[str]:
    """What a step changed, in lines; of the first state, all of it."""
    items = change_items(before, after, notation)
    together = ", ".join(items)
    # A comma inside an item would hide where the next one begins.
    if len(together) <= room and not any(", " in item for item in items):
        return [together]
    return [line for item in items for line in wrap(item, room)]


def change_items(
    before: Mapping[str, Value] | None, after: Mapping[str, Value], notation: Notation = TLA
) -> list[str]:
    """What a step changed, one by one; of the first state, all of it."""
    if before is None:
        return [f"{name} = {own.show(value)}" for name, value, own in notation.cells(after)]
    items = [str(change) for change in differences(before, after, notation)]
    return items or _ended(before, after, notation) or ["nothing changes"]


def _ended(
    before: Mapping[str, Value], after: Mapping[str, Value], notation: Notation
) -> list[str]:
    """Who no longer exists after a step."""
    there, left = notation.lanes(before) or {}, notation.lanes(after) or {}
    return [f"{name} ends" for who, name in there.items() if who not in left]


def _marked(rows: list[str], mark: str, room: int) -> list[str]:
    note = f"<- {mark}"
    if len(rows[-1]) + len(note) + 3 <= room:
        return [*rows[:-1], f"{rows[-1]}   {note}"]
    return [*rows, note]


def _band(trace: Trace, at: int) -> str:
    """A line beside the states of the loop."""
    if not isinstance(trace.loop, int):
        return ""
    return "| " if at >= trace.loop else "  "


def _ending(trace: Trace, number: int, notation: Notation) -> Iterator[str]:
    if trace.loop == "stutter":
        yield f"{_GAP}{' ' * number}{_GAP}and nothing changes from then on (stuttering)"
    elif trace.loop is not None:
        by = "" if trace.closing is None else f": {step_label(trace.closing, notation)}"
        yield f"{_GAP}+-{'-' * number}> back to state {trace.loop + 1}{by}"


# ---- states one after the other ----


def state_line(cell: Cell, notation: Notation) -> str:
    """A variable with its value."""
    return f"{notation.conjunct}{cell.name} = {cell.notation.show(cell.value)}"


def _blocks(trace: Trace, look: Look, mark: str) -> Iterator[str]:
    before: dict[str, Value] = {}
    for at, step in enumerate(trace.steps):
        cells = look.notation.cells(shown_state(step))
        state = {cell.name: cell.value for cell in cells}
        if look.states == "changed" and at:
            cells = tuple(c for c in cells if c.name not in before or before[c.name] != c.value)
        note = f"   <- {mark}" if mark and at == len(trace.steps) - 1 else ""
        label = step_label(step, look.notation)
        head = f"{_GAP}State {at + 1}: {label}{_GAP}{place_of(step.span)}".rstrip()
        body = [line for cell in cells for line in wrap(state_line(cell, look.notation), 96, 7)]
        yield "\n".join(
            [look.paint("strong", head) + note, *(_GAP + line for line in body or ["(unchanged)"])]
        )
        before = state
    ending = "\n".join(_ending(trace, 1, look.notation))
    if ending:
        yield ending
