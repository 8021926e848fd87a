"""A picture for the terminal: drawn with box characters if it is small, else as a table.

The layout is that of the other drawings, with cells as units. Lines are vertical, and horizontal
between ranks, where each has a row of its own if it would touch another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor

from holdfast.report.layered import arrange, components
from holdfast.report.layered_vertices import Chain, Item, Link, Part, Spacing, Vertices
from holdfast.report.picture import Arrow, Line, Picture, Shape, cells, line, merged, plain

_MOST = 12
"""A picture with more boxes is a table."""

_SPACING = Spacing(boxes=4, labels=2, lines=2, ranks=1, ports=2, crowded=2, corner=1.5, slope=0)
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = " │││─┘┐┤─└┌├─┴┬┼"
_DASHES = " ╎╎╎╌┘┐┤╌└┌├╌┴┬┼"
_PLAIN, _DOUBLE = "┌─┐│├┤└┘", "╔═╗║╟╢╚╝"


def graph_text(picture: Picture, width: int = 100) -> str:
    """The picture as lines of text, at most so wide if it is drawn."""
    drawn = None
    if len(picture.shapes) <= _MOST:
        drawn = drawn_text(picture)
    if drawn is None or max(map(cells, drawn), default=0) > width:
        drawn = list(_table(picture))
    notes = [plain(note) for note in picture.notes]
    return "\n".join([*drawn, *([""] if notes else []), *notes, ""])


# ---- a table ----


def _table(picture: Picture) -> Iterator[str]:
    """A paragraph for each box, with the arrows that leave it."""
    for shape in picture.shapes:
        marks = [f"({style})" for style in shape.styles if style in ("initial", "open")]
        rows = [plain(x) for section in shape.sections for x in section]
        yield " ".join([rows[0], *marks])
        yield from (f"    {row}" for row in rows[1:])
        for arrow in (a for a in picture.arrows if a.source == shape.key):
            words = "; ".join(_words(picture, arrow))
            dashed = " (not always)" if "dashed" in arrow.styles else ""
            way = {"end": "->", "start": "<-", "none": "--"}[arrow.tip]
            name = _name(picture.shape(arrow.target))
            yield f"  {way} {name}{': ' if words else ''}{words}{dashed}"


def _name(shape: Shape) -> str:
    """The name of a box, or all of its first section if it has none."""
    first = shape.sections[0]
    rows = first[:1] if first[0][-1].kind == "name" else first
    return ", ".join(map(plain, rows))


def _words(picture: Picture, arrow: Arrow) -> list[str]:
    rows = [plain(x) for x in arrow.label]
    if arrow.row is not None:
        rows.append(plain(picture.shape(arrow.source).sections[-1][arrow.row]))
    return rows


# ---- a drawing ----


def drawn_text(picture: Picture) -> list[str] | None:
    """The rows of a drawing; None if two lines cannot be told apart."""
    shapes = [_with_loops(picture, shape) for shape in picture.shapes]
    arrows = [_labelled(picture, a) for a in picture.arrows if a.source != a.target]
    arrows = list(merged(arrows))
    number = {shape.key: i for i, shape in enumerate(shapes)}
    links = [Link(number[a.source], number[a.target], _size(a.label)) for a in arrows]
    items = [_item(shape) for shape in shapes]
    rows: list[str] = []
    for part in components(len(items), links):
        found = _part(part, [shapes[v] for v in part.items], [arrows[i] for i in part.links],
                      [items[v] for v in part.items], links)  # fmt: skip
        if found is None:
            return None
        rows += [*([""] if rows else []), *found]
    return rows


def _with_loops(picture: Picture, shape: Shape) -> Shape:
    """The box with its loops as lines of text."""
    loops = [a for a in picture.arrows if a.source == a.target == shape.key]
    rows = tuple(line(f"↺ {words}") for a in loops for words in _words(picture, a))
    sections = (*shape.sections, rows) if rows else shape.sections
    (first, *others), *below = sections
    within = "".join(f"  (in {c.title})" for c in picture.clusters if c.key == shape.cluster)
    head = (line(f"{plain(first)}{within}"), *others)
    return replace(shape, sections=(head, *below))


def _labelled(picture: Picture, arrow: Arrow) -> Arrow:
    return replace(arrow, label=tuple(map(line, _words(picture, arrow))), row=None)


def _size(label: Sequence[Line]) -> tuple[float, float] | None:
    return (max(cells(plain(x)) for x in label), len(label)) if label else None


def _item(shape: Shape) -> Item:
    lines = [x for section in shape.sections for x in section]
    width = max(cells(plain(x)) + 4 for x in lines)
    return Item(width, len(lines) + len(shape.sections) + 1)


def _part(
    part: Part,
    shapes: Sequence[Shape],
    arrows: Sequence[Arrow],
    items: Sequence[Item],
    links: Sequence[Link],
) -> list[str] | None:
    number = {v: i for i, v in enumerate(part.items)}
    own = [links[i].between(number) for i in part.links]
    graph = arrange(items, own, _SPACING)
    channels = [_tracks(graph, rank) for rank in range(len(graph.layers))]
    if any(each is None for each in channels):
        return None
    return _Canvas(graph, [each or {} for each in channels], shapes, arrows).rows()


def _whole(x: float) -> int:
    """The nearest whole number; places that are one apart stay apart."""
    return floor(x + 0.5)


def _column(graph: Vertices, segment: int, is_upper: bool) -> int:
    own = graph.segments[segment]
    if is_upper:
        return _whole(graph.places[own.upper] + own.port_upper)
    return _whole(graph.places[own.lower] + own.port_lower)


def _tracks(graph: Vertices, rank: int) -> dict[int, int] | None:
    """The row of each segment below a rank that is not straight; None if they depend on a cycle."""
    spans: dict[int, tuple[int, int]] = {}
    for v in graph.layers[rank]:
        for s in graph.below[v]:
            spans[s] = _column(graph, s, True), _column(graph, s, False)
    bent = {s: ends for s, ends in spans.items() if ends[0] != ends[1]}
    # Where one leaves a column that another one enters, its row has to be above.
    after = {s: [t for t in bent if t != s and bent[t][0] == bent[s][1]] for s in bent}
    found: dict[int, int] = {}
    while len(found) < len(bent):
        ready = [s for s in bent if s not in found and all(t in found for t in after[s])]
        if not ready:
            return None
        for s in sorted(ready, key=lambda s: sorted(bent[s])):
            low, high = sorted(bent[s])
            track = 1 + max((found[t] for t in after[s]), default=-1)
            while any(
                found[t] == track and max(low, min(bent[t])) <= min(high, max(bent[t])) + 1
                for t in found
            ):
                track += 1
            found[s] = track
    return found


@dataclass(slots=True)
class _Cell:
    ways: int = 0
    dashed: bool = False
    text: str = ""


class _Canvas:
    def __init__(
        self,
        graph: Vertices,
        tracks: Sequence[dict[int, int]],
        shapes: Sequence[Shape],
        arrows: Sequence[Arrow],
    ) -> None:
        self.graph, self.tracks, self.shapes, self.arrows = graph, tracks, shapes, arrows
        self.cells: dict[tuple[int, int], _Cell] = {}
        self.tops: list[int] = []
        self.bottoms: list[int] = []
        y = 0
        for rank, layer in enumerate(graph.layers):
            self.tops.append(y)
            y += _whole(max((graph.depth[v] for v in layer), default=0))
            self.bottoms.append(y)
            y += 2 + max(tracks[rank].values(), default=-1) + 1

    def rows(self) -> list[str]:
        """The drawing as rows of text, without blanks at their ends."""
        for i, arrow in enumerate(self.arrows):
            self._arrow(arrow, self.graph.chains[i])
        for v, shape in enumerate(self.shapes):
            self._box(v, shape)
        left = min((x for x, _ in self.cells), default=0)
        grid: dict[int, dict[int, str]] = {}
        for (x, y), cell in self.cells.items():
            shown = cell.text or (_DASHES if cell.dashed else _LINES)[cell.ways]
            grid.setdefault(y, {})[x - left] = shown
        return [_row(grid.get(y, {})) for y in range(max(grid, default=-1) + 1)]

    def _cell(self, x: int, y: int) -> _Cell:
        return self.cells.setdefault((x, y), _Cell())

    def _write(self, x: int, y: int, text: str) -> None:
        for character in text:
            self._cell(x, y).text = character
            for extra in range(1, cells(character)):
                self._cell(x + extra, y).text = "\0"
            x += cells(character)

    def _vertical(self, x: int, start: int, end: int, dashed: bool) -> None:
        """A line in the rows from `start` to before `end`, which continues on both sides."""
        for y in range(start, end):
            cell = self._cell(x, y)
            cell.ways |= _UP | _DOWN
            cell.dashed |= dashed

    # ---- boxes ----

    def _box_rows(self, v: int) -> tuple[int, int]:
        rank, height = self.graph.ranks[v], _whole(self.graph.bodies[v][1])
        top = self.tops[rank] + (self.bottoms[rank] - self.tops[rank] - height) // 2
        return top, top + height

    def _box(self, v: int, shape: Shape) -> None:
        width = _whole(self.graph.bodies[v][0])
        x = _whole(self.graph.places[v] - width / 2)
        y, _ = self._box_rows(v)
        edge = _DOUBLE if "initial" in shape.styles else _PLAIN
        self._write(x, y, edge[0] + edge[1] * (width - 2) + edge[2])
        for index, section in enumerate(shape.sections):
            if index:
                y += 1
                self._write(x, y, edge[4] + "─" * (width - 2) + edge[5])
            for each in section:
                y += 1
                text = plain(each)
                self._write(x, y, f"{edge[3]} {text}{' ' * (width - 3 - cells(text))}{edge[3]}")
        self._write(x, y + 1, edge[6] + edge[1] * (width - 2) + edge[7])

    # ---- arrows ----

    def _arrow(self, arrow: Arrow, chain: Chain) -> None:
        dashed = "dashed" in arrow.styles
        for s in chain.segments:
            self._segment(s, dashed)
        for v in chain.vertices[1:-1]:
            rank = self.graph.ranks[v]
            x = _whole(self.graph.places[v])
            self._vertical(x, self.tops[rank], self.bottoms[rank], dashed)
        if chain.label is not None:
            self._label(chain.label, arrow.label)
        if arrow.tip == "end":
            self._tip(chain.segments[-1], chain.vertices[-1])
        elif arrow.tip == "start":
            self._tip(chain.segments[0], chain.vertices[0])

    def _segment(self, s: int, dashed: bool) -> None:
        graph, own = self.graph, self.graph.segments[s]
        rank = graph.ranks[own.upper]
        start, end = _column(graph, s, True), _column(graph, s, False)
        top, bottom = self.bottoms[rank], self.tops[rank + 1]
        if own.upper < len(graph.items):
            self._vertical(start, self._box_rows(own.upper)[1], top, dashed)
        if own.lower < len(graph.items):
            self._vertical(end, bottom, self._box_rows(own.lower)[0], dashed)
        track = self.tracks[rank].get(s)
        if track is None:
            self._vertical(start, top, bottom, dashed)
            return
        row = top + 1 + track
        self._vertical(start, top, row, dashed)
        self._vertical(end, row + 1, bottom, dashed)
        right = end > start
        self._cell(start, row).ways |= _UP | (_RIGHT if right else _LEFT)
        self._cell(end, row).ways |= _DOWN | (_LEFT if right else _RIGHT)
        for x in range(min(start, end) + 1, max(start, end)):
            cell = self._cell(x, row)
            cell.ways |= _LEFT | _RIGHT
            cell.dashed |= dashed

    def _label(self, v: int, label: Sequence[Line]) -> None:
        rank = self.graph.ranks[v]
        y = self.tops[rank] + (self.bottoms[rank] - self.tops[rank] - len(label)) // 2
        for i, each in enumerate(label):
            text = plain(each)
            self._write(_whole(self.graph.places[v] - cells(text) / 2), y + i, text)

    def _tip(self, s: int, v: int) -> None:
        """The tip of an arrow, at the box that it leads to."""
        is_upper = self.graph.segments[s].upper == v
        top, bottom = self._box_rows(v)
        x = _column(self.graph, s, is_upper)
        self._cell(x, bottom if is_upper else top - 1).text = "▲" if is_upper else "▼"


def _row(found: dict[int, str]) -> str:
    text = "".join(found.get(x, " ") for x in range(max(found, default=-1) + 1))
    return text.replace("\0", "").rstrip()
