"""A message sequence chart as text.

    #  where      init:0       Receiver:1
                  |            |
    2  abp.pml:9  |-- c!3 (1)  |
    3  abp.pml:4  |            | n = 0
    4  abp.pml:5  |- - -(1)- ->|

A message that is received later has a number, which is written again where it is received.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.report.sequence_chart import Arrow, Chart

_NARROWEST = 8
_WIDEST_NOTE = 40


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters that a chart is drawn with."""

    life: str
    end: str
    line: str
    dashes: str
    right: str
    left: str
    lost: str
    more: str


UNICODE = Glyphs("│", "╳", "─", "╌", "▶", "◀", "●", "…")
ASCII = Glyphs("|", "X", "-", ".", ">", "<", "*", "~")


@dataclass(frozen=True, slots=True)
class _Item:
    """Text in a row, from a column of characters on."""

    at: int
    text: str

    @property
    def end(self) -> int:
        return self.at + len(self.text)


def chart_text(chart: Chart, glyphs: Glyphs = UNICODE) -> str:
    """The chart as lines of text."""
    return "\n".join(line.rstrip() for line in _Text(chart, glyphs).lines()) + "\n"


class _Text:
    def __init__(self, chart: Chart, glyphs: Glyphs) -> None:
        self.chart, self.glyphs = chart, glyphs
        later = [a for a in chart.arrows if a.kind == "message" and a.target is not None]
        self.numbers = {id(a): i for i, a in enumerate(later, 1)}
        self.columns = self._columns()

    def lines(self) -> Iterator[str]:
        """The lanes by name, then every row."""
        chart = self.chart
        number = len(str(len(chart.rows)))
        place = max(5, *(len(row.place) for row in chart.rows))
        band = "" if chart.loop is None else "  "
        heads = [
            _Item(x, lane.name)
            for x, lane in zip(self.columns, chart.lanes, strict=True)
            if lane.begun == 0
        ]
        yield f"{band}{'#':>{number}}  {'where':<{place}}  {_joined(heads)}"
        for at, row in enumerate(chart.rows):
            bar = band and ("| " if chart.loop is not None and at >= chart.loop else "  ")
            begin = f"{bar}{row.number:>{number}}  {row.place:<{place}}  "
            drawn = [self._draw(items, at) for items in _levels(self._items(at))]
            if at == len(chart.rows) - 1 and chart.mark:
                drawn[-1] = f"{drawn[-1].rstrip()}   <- {chart.mark}"
            for text in drawn:
                yield begin + text
                begin = bar + " " * (len(begin) - len(bar))
        if chart.loop is not None:
            yield f"+-{'-' * number}> back to state {chart.loop + 1}"

    # ---- columns ----

    def _columns(self) -> list[int]:
        """Where the line of each lane is, so that all texts have room."""
        lanes = self.chart.lanes
        room = [max(_NARROWEST, len(lane.name) + 3) for lane in lanes]
        for note in self.chart.notes:
            room[note.lane] = max(room[note.lane], len(self._short(note.text)) + 4)
        spans: list[tuple[int, int, int]] = []
        for a in self.chart.arrows:
            if a.kind == "message":
                room[a.source] = max(room[a.source], len(self._stub(a)) + 3)
            if a.target is not None and a.target != a.source:
                low, high = sorted((a.source, a.target))
                spans.append((low, high, len(self._over(a)) + 6))
        for low, high, width in sorted(spans, key=lambda s: s[1] - s[0]):
            missing = width - sum(room[low:high])
            for i in range(low, high):
                room[i] += max(0, -(-missing // (high - low)))
        return [sum(room[:i]) for i in range(len(lanes))]

    # ---- rows ----

    def _items(self, row: int) -> list[_Item]:
        found = [
            _Item(self.columns[n.lane], f"{self._life(n.lane, row)} {self._short(n.text)}")
            for n in self.chart.notes
            if n.row == row
        ]
        for a in self.chart.arrows:
            if a.kind == "message" and a.sent == row:
                found.append(_Item(self.columns[a.source], self._stub(a)))
            if a.received == row and a.target is not None:
                found.append(self._arrow(a, a.target))
        return found

    def _arrow(self, a: Arrow, target: int) -> _Item:
        g, begin, end = self.glyphs, self.columns[a.source], self.columns[target]
        text = self._over(a)
        if begin == end:
            return _Item(begin, f"{g.life} receives {text}")
        line = g.dashes if a.kind == "message" else g.line
        name = f" {self.chart.lanes[target].name}" if a.kind == "create" else g.life
        middle = f"{text:{line}^{abs(end - begin) - 2}}"
        if begin < end:
            return _Item(begin, f"{g.life}{middle}{g.right}{name}")
        if a.kind == "create":
            return _Item(end, f"{g.left}{middle}{line}{g.life}{name}")
        return _Item(end, f"{name}{g.left}{middle}{g.life}")

    def _stub(self, a: Arrow) -> str:
        g = self.glyphs
        number = self.numbers.get(id(a))
        return f"{g.life}{g.line}{g.line} {a.text} {g.lost if number is None else f'({number})'}"

    def _over(self, a: Arrow) -> str:
        """What is written on an arrow."""
        number = self.numbers.get(id(a))
        return f" {self._short(a.text)} " if number is None else f" ({number}) {a.text} "

    def _short(self, text: str) -> str:
        return text if len(text) <= _WIDEST_NOTE else text[: _WIDEST_NOTE - 1] + self.glyphs.more

    def _draw(self, items: Sequence[_Item], row: int) -> str:
        """Items with the lines of all lanes that exist where there is no item."""
        lines = [_Item(x, self._life(i, row)) for i, x in enumerate(self.columns)]
        free = [e for e in lines if e.text and not any(i.at <= e.at < i.end for i in items)]
        return _joined([*items, *free])

    def _life(self, lane: int, row: int) -> str:
        found = self.chart.lanes[lane]
        if row < found.begun or (found.ended is not None and row > found.ended):
            return ""
        return self.glyphs.end if row == found.ended else self.glyphs.life


def _joined(items: Sequence[_Item]) -> str:
    text = ""
    for item in sorted(items, key=lambda i: i.at):
        text = f"{text:<{item.at}}{item.text}"
    return text


def _levels(items: list[_Item]) -> list[list[_Item]]:
    """The items of a row in lines in which they do not overlap; at least one line."""
    levels: list[list[_Item]] = [[]]
    for item in items:
        free = (lv for lv in levels if all(i.end <= item.at or item.end <= i.at for i in lv))
        level = next(free, None)
        if level is None:
            levels.append([item])
        else:
            level.append(item)
    return levels
