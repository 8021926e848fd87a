"""A message sequence chart as an SVG image.

A message is an arrow from where it is sent to where it is received, an exchange a thick horizontal
one; one that is never received ends in a dot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from holdfast.report.sequence_chart import Arrow, Chart

_CHARACTER = 7.25
_ROW = 30
_TOP = 24
_HEAD = 24
_STUB = 26
_NARROWEST = 110

_STYLE = """\
text { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1a1a1a }
.where { fill: #767676 }
.halo { stroke: #fff; stroke-width: 4px; stroke-linejoin: round; paint-order: stroke }
.mark { fill: #b3261e; font-weight: bold }
.head { fill: #eef3fb; stroke: #5a7bb0 }
.life { stroke: #9aa5b4; stroke-width: 1.2 }
.step { fill: #5a7bb0 }
.loop { fill: #fdf3dc }
.message, .exchange, .create { stroke: #24508f; stroke-width: 1.4; fill: none }
.exchange { stroke-width: 2.4 }
.create { stroke: #6b7280; stroke-dasharray: 5 3 }
.end { stroke: #4b5563; stroke-width: 1.8 }
.lost { fill: #b3261e }
.tip { fill: #24508f }"""


def chart_svg(chart: Chart, title: str = "") -> str:
    """The chart as the text of an SVG file."""
    return "\n".join(_Image(chart, title).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Point:
    x: float
    y: float


class _Image:
    def __init__(self, chart: Chart, title: str) -> None:
        self.chart, self.title = chart, title
        places = [row.place for row in chart.rows]
        self.margin = 52 + _CHARACTER * max(map(len, places))
        self.top = _TOP + (22 if title else 0)
        self.columns, self.width = self._columns()

    def _columns(self) -> tuple[list[float], float]:
        """Where the line of each lane is, so that all texts have room, and the whole width."""
        room = [max(_NARROWEST, _wide(lane.name) + 40) for lane in self.chart.lanes]
        for note in self.chart.notes:
            room[note.lane] = max(room[note.lane], _wide(note.text) + 24)
        for a in self.chart.arrows:
            if a.target is None:
                room[a.source] = max(room[a.source], _wide(a.text) + _STUB + 24)
            elif a.target != a.source:
                low, high = sorted((a.source, a.target))
                head = _wide(self.chart.lanes[a.target].name) / 2 if a.kind == "create" else 0
                missing = _wide(a.text) + head + 44 - sum(room[low:high])
                for i in range(low, high):
                    room[i] += max(0.0, missing / (high - low))
        first = self.margin + max(_wide(self.chart.lanes[0].name), 40) / 2
        columns = [first + sum(room[:i]) for i in range(len(room))]
        return columns, max(columns[-1] + room[-1], _wide(self.title) + 40)

    def _at(self, lane: int, row: int) -> _Point:
        return _Point(self.columns[lane], self.top + _HEAD + 16 + row * _ROW)

    def lines(self) -> Iterator[str]:
        """The elements of the image, from back to front."""
        chart = self.chart
        height = self._at(0, len(chart.rows)).y + (22 if chart.mark else 0)
        size = f"{self.width:.0f} {height:.0f}"
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        yield f'     width="{self.width:.0f}" height="{height:.0f}">'
        yield f"<style>\n{_STYLE}\n</style>"
        yield f'<rect width="{self.width:.0f}" height="{height:.0f}" fill="#fff"/>'
        if self.title:
            yield f'<text x="12" y="24" font-weight="bold">{escape(self.title)}</text>'
        yield from self._loop()
        yield from self._lanes()
        yield from self._rows()
        for a in chart.arrows:
            yield from self._arrow(a)
        for note in chart.notes:
            at = self._at(note.lane, note.row)
            yield f'<circle class="step" cx="{at.x:.1f}" cy="{at.y:.1f}" r="3"/>'
            yield _text(at.x + 9, at.y + 4, note.text, "halo")
        if chart.mark:
            yield _text(12, height - 16, chart.mark, "mark")
        yield "</svg>"

    def _loop(self) -> Iterator[str]:
        chart = self.chart
        if chart.loop is None:
            return
        first, last = self._at(0, chart.loop).y - 14, self._at(0, len(chart.rows) - 1).y + 14
        size = f'width="{self.width - 8:.1f}" height="{last - first:.1f}"'
        yield f'<rect class="loop" x="4" y="{first:.1f}" {size} rx="4"/>'
        label = f"repeats from {chart.loop + 1}"
        yield _text(self.width - _wide(label) - 12, first + 14, label, "where")

    def _lanes(self) -> Iterator[str]:
        last = len(self.chart.rows) - 1
        for i, lane in enumerate(self.chart.lanes):
            ended = last if lane.ended is None else lane.ended
            begin, end = self._at(i, lane.begun), self._at(i, ended)
            tail = end.y + (0 if lane.ended is not None else 14)
            y = begin.y - _HEAD - 8 if lane.begun == 0 else begin.y - _HEAD / 2
            yield f'<path class="life" d="M {begin.x:.1f} {y:.1f} V {tail:.1f}"/>'
            half = _wide(lane.name) / 2 + 8
            size = f'width="{2 * half:.1f}" height="{_HEAD}"'
            yield f'<rect class="head" x="{begin.x - half:.1f}" y="{y:.1f}" {size} rx="3"/>'
            yield _text(begin.x - half + 8, y + _HEAD / 2 + 4, lane.name)
            if lane.ended is not None:
                yield f'<path class="end" d="{_cross(end)}"/>'

    def _rows(self) -> Iterator[str]:
        for at, row in enumerate(self.chart.rows):
            y = self._at(0, at).y + 4
            yield _text(12, y, f"{row.number:>3}  {row.place}", "where")

    def _arrow(self, a: Arrow) -> Iterator[str]:
        begin = self._at(a.source, a.sent)
        if a.target is None or a.received is None:
            yield f'<path class="message" d="M {begin.x:.1f} {begin.y:.1f} h {_STUB}"/>'
            yield f'<circle class="lost" cx="{begin.x + _STUB:.1f}" cy="{begin.y:.1f}" r="4"/>'
            yield _text(begin.x + _STUB + 9, begin.y + 4, a.text, "halo")
            return
        end = self._at(a.target, a.received)
        if a.target == a.source:
            bend = f"C {begin.x + 40:.1f} {begin.y:.1f} {end.x + 40:.1f} {end.y:.1f}"
            target = f"{end.x + 7:.1f} {end.y:.1f}"
            yield f'<path class="message" d="M {begin.x:.1f} {begin.y:.1f} {bend} {target}"/>'
            yield _tip(_Point(end.x + 40, end.y), end)
            yield _text(begin.x + 9, begin.y + 4, a.text, "halo")
            return
        if a.kind == "create":
            half = _wide(self.chart.lanes[a.target].name) / 2 + 8
            end = _Point(end.x - half if begin.x < end.x else end.x + half, end.y)
        line = f"M {begin.x:.1f} {begin.y:.1f} L {end.x:.1f} {end.y:.1f}"
        yield f'<path class="{a.kind}" d="{line}"/>'
        yield _tip(begin, end)
        # Where it is sent, a slanted arrow is beside no other.
        x = begin.x + 9 if begin.x < end.x else begin.x - 9 - _wide(a.text)
        if a.sent == a.received:
            x = (begin.x + end.x - _wide(a.text)) / 2
        if a.kind == "create":
            x = min(begin.x, end.x) + 9
        yield _text(x, begin.y - 5, a.text, "halo")


def _wide(text: str) -> float:
    return _CHARACTER * len(text)


def _text(x: float, y: float, text: str, style: str = "") -> str:
    style = style and f' class="{style}"'
    # Several blanks in a row would be one.
    return f'<text x="{x:.1f}" y="{y:.1f}"{style} xml:space="preserve">{escape(text)}</text>'


def _cross(at: _Point) -> str:
    x, y = at.x, at.y
    return f"M {x - 6:.1f} {y - 6:.1f} l 12 12 M {x + 6:.1f} {y - 6:.1f} l -12 12"


def _tip(begin: _Point, end: _Point) -> str:
    """The tip of an arrow at its end."""
    dx, dy = end.x - begin.x, end.y - begin.y
    size = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / size, dy / size
    back = _Point(end.x - 9 * ux, end.y - 9 * uy)
    left, right = (back.x - 4 * uy, back.y + 4 * ux), (back.x + 4 * uy, back.y - 4 * ux)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (left, right, (end.x, end.y)))
    return f'<polygon class="tip" points="{points}"/>'
