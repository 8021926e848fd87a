"""A trace as a message sequence chart: a lane for each process, the messages between them.

A message is sent to the end of its channel and received from its head, unless it has a position,
so that each receive has one send. What is in a channel at the end was never received.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.ir import account
from holdfast.ir.notation import TLA, Notation
from holdfast.ir.values import Value
from holdfast.report.trace import place_of
from holdfast.verdict import Step, Trace


@dataclass(slots=True)
class Lane:
    """Someone who acts, from a row on; `ended` is the row of the end, if there is one."""

    name: str
    begun: int = 0
    ended: int | None = None


@dataclass(slots=True)
class Arrow:
    """A message from a lane to another, sent and received in these rows.

    One that is never received has no target. The creation of a lane is an arrow to it.
    """

    kind: Literal["message", "exchange", "create"]
    text: str
    source: int
    sent: int
    target: int | None = None
    received: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """What a lane does by itself in a row."""

    lane: int
    row: int
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A step of the trace, with its number and location; the states are numbered from 1."""

    number: int
    place: str


@dataclass(slots=True)
class Chart:
    """Lanes from left to right, rows from top to bottom; the first row is the initial state.

    `loop` is the row that the last one leads back to, `mark` the remark on the last one.
    """

    lanes: list[Lane] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    loop: int | None = None
    mark: str = ""


def chart_of(trace: Trace, notation: Notation = TLA, mark: str = "") -> Chart | None:
    """The chart of a trace; None if its steps do not tell who acts."""
    if not any(step.account for step in trace.steps) and not notation.lanes(trace.steps[0].state):
        return None
    drawing = _Drawing(notation)
    closing = () if trace.closing is None else (trace.closing,)
    for number, step in enumerate((*trace.steps, *closing), 1):
        drawing.add(number, step)
    drawing.chart.loop = trace.loop if isinstance(trace.loop, int) else None
    drawing.chart.mark = mark
    return drawing.chart


_Message: TypeAlias = account.Message[Value]


class _Drawing:
    """A chart that grows step by step; `live` are the lanes that exist, by who acts in them."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.chart = Chart()
        self.live: dict[Value, int] = {}
        self.channels: dict[Value, list[Arrow]] = defaultdict(list)

    def add(self, number: int, step: Step) -> None:
        row = len(self.chart.rows)
        self.chart.rows.append(Row(number, place_of(step.span)))
        after = self.notation.lanes(step.state)
        told = step.account
        if told is None:
            self._follow(after, row, None)
            return
        lane = self._lane(told.lane)
        texts = [text for m in told.messages for text in self._message(m, lane, row)]
        created = self._follow(after, row, lane)
        if not told.messages or (created and not texts):
            texts.append(self.notation.statement(step.action or "", step.arguments))
        if not created:
            self.chart.notes += [Note(lane, row, text) for text in texts]
        for arrow in created:
            arrow.text = ", ".join(texts)

    def _lane(self, who: Value) -> int:
        if who not in self.live:
            self.live[who] = len(self.chart.lanes)
            self.chart.lanes.append(Lane(self.notation.show(who)))
        return self.live[who]

    def _follow(self, after: Mapping[Value, str] | None, row: int, by: int | None) -> list[Arrow]:
        """Begin and end lanes as the state has them; returns the arrows to new ones."""
        if after is None:
            return []
        made = []
        for who in [w for w in self.live if w not in after]:
            self.chart.lanes[self.live.pop(who)].ended = row
        for who in [w for w in after if w not in self.live]:
            self.live[who] = len(self.chart.lanes)
            self.chart.lanes.append(Lane(after[who], row))
            if by is not None:
                made.append(Arrow("create", "", by, row, self.live[who], row))
        self.chart.arrows += made
        return made

    def _message(self, m: _Message, lane: int, row: int) -> Iterator[str]:
        """Draw a message; returns what is written beside the lane instead, if anything."""
        queue = self.channels[m.channel]
        at = m.position if isinstance(m.position, int) else None
        text = self.notation.message(m.channel, m.fields)
        if m.kind == "exchange":
            target = lane if m.receiver is None else self._lane(m.receiver)
            self.chart.arrows.append(Arrow("exchange", text, lane, row, target, row))
        elif m.kind == "send":
            arrow = Arrow("message", text, lane, row)
            queue.insert(len(queue) if at is None else at, arrow)
            self.chart.arrows.append(arrow)
        elif (at or 0) >= len(queue):
            yield f"receives {text}"
        elif m.stays:
            yield f"reads {queue[at or 0].text}"
        else:
            arrow = queue.pop(at or 0)
            arrow.target, arrow.received = lane, row
