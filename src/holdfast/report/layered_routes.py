"""From places to a drawing: the heights of ranks, boxes, labels and curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from holdfast.report.layered_vertices import Chain, Vertices

if TYPE_CHECKING:
    from holdfast.report.layered_vertices import Part, Spacing

Point: TypeAlias = tuple[float, float]

_NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    def moved(self, dx: float, dy: float) -> Rectangle:
        """The rectangle elsewhere."""
        return Rectangle(self.x + dx, self.y + dy, self.width, self.height)

    def turned(self) -> Rectangle:
        """The rectangle with its axes exchanged."""
        return Rectangle(self.y, self.x, self.height, self.width)

    def overlaps(self, other: Rectangle) -> bool:
        """Whether two rectangles have an inner point in common."""
        beside = self.x + self.width <= other.x or other.x + other.width <= self.x
        return not (beside or self.y + self.height <= other.y or other.y + other.height <= self.y)


@dataclass(frozen=True, slots=True)
class Route:
    """The curve of a link: the first point, then three points for each cubic piece; its label."""

    points: tuple[Point, ...]
    label: Rectangle | None = None

    def moved(self, dx: float, dy: float) -> Route:
        """The route elsewhere."""
        label = self.label and self.label.moved(dx, dy)
        return Route(tuple((x + dx, y + dy) for x, y in self.points), label)

    def turned(self) -> Route:
        """The route with its axes exchanged."""
        return Route(tuple((y, x) for x, y in self.points), self.label and self.label.turned())


@dataclass(frozen=True, slots=True)
class Drawing:
    """A layout: its size, the box of each item and the route of each link."""

    width: float
    height: float
    boxes: tuple[Rectangle, ...]
    routes: tuple[Route, ...]

    def turned(self) -> Drawing:
        """The drawing with its axes exchanged."""
        boxes = tuple(box.turned() for box in self.boxes)
        routes = tuple(route.turned() for route in self.routes)
        return Drawing(self.height, self.width, boxes, routes)


def packed(
    drawings: Sequence[Drawing], parts: Sequence[Part], spacing: Spacing, size: tuple[int, int]
) -> Drawing:
    """Drawings of the parts of a graph in rows, about as wide as all of it is high.

    `size` are the numbers of items and links.
    """
    area = sum((d.width + spacing.boxes) * (d.height + spacing.boxes) for d in drawings)
    most = max([1.6 * area**0.5, *(d.width for d in drawings)])
    boxes: list[Rectangle | None] = [None] * size[0]
    routes: list[Route | None] = [None] * size[1]
    x = y = row = wide = 0.0
    for drawing, part in zip(drawings, parts, strict=True):
        if x and x + drawing.width > most:
            x, y, row = 0.0, y + row + spacing.boxes, 0.0
        for v, box in zip(part.items, drawing.boxes, strict=True):
            boxes[v] = box.moved(x, y)
        for i, route in zip(part.links, drawing.routes, strict=True):
            routes[i] = route.moved(x, y)
        row = max(row, drawing.height)
        wide = max(wide, x + drawing.width)
        x += drawing.width + spacing.boxes
    return Drawing(wide, y + row, tuple(b for b in boxes if b), tuple(r for r in routes if r))


def draw_routes(graph: Vertices) -> Drawing:
    """The drawing of a graph with places."""
    return _Sheet(graph).drawing()


class _Sheet:
    def __init__(self, graph: Vertices) -> None:
        self.graph = graph
        self.tops, self.bottoms = rank_bands(graph)
        free = graph.spacing.boxes / 2
        items = range(len(graph.items))
        edges = [graph.places[v] - graph.left[v] + (free if v in items else 0.0)
                 for v in range(len(graph.left))]  # fmt: skip
        self.shift = -min(edges, default=0.0)

    def drawing(self) -> Drawing:
        """All boxes and routes."""
        graph = self.graph
        boxes = tuple(self._box(v) for v in range(len(graph.items)))
        loops = {i: self._loop(v, i, boxes[v]) for v in graph.loops for i in graph.loops[v]}
        routes = tuple(
            loops[i] if i in loops else self._route(graph.chains[i])
            for i in range(len(graph.links))
        )
        right = [box.x + box.width for box in boxes]
        right += [r.label.x + r.label.width for r in routes if r.label]
        right += [x for r in routes for x, _ in r.points]
        return Drawing(max(right, default=0.0), self.bottoms[-1], boxes, routes)

    def _middle(self, v: int) -> Point:
        rank = self.graph.ranks[v]
        return self.graph.places[v] + self.shift, (self.tops[rank] + self.bottoms[rank]) / 2

    def _box(self, v: int) -> Rectangle:
        (x, y), (width, height) = self._middle(v), self.graph.bodies[v]
        return Rectangle(x - width / 2, y - height / 2, width, height)

    def _loop(self, v: int, link: int, box: Rectangle) -> Route:
        """A loop at the right side of a box, with its label right of it."""
        graph, out = self.graph, self.graph.spacing.loop
        own = graph.loops[v]
        sizes = [graph.links[i].label or (0.0, 0.0) for i in own]
        heights = [graph.loop_height(i) for i in own]
        at = own.index(link)
        y = box.y + box.height / 2 - sum(heights) / 2 + sum(heights[:at]) + heights[at] / 2
        x, bend = box.x + box.width, out * 0.27
        ends = ((x, y - bend), (x + out, y - 1.3 * bend), (x + out, y + 1.3 * bend), (x, y + bend))
        width, height = sizes[at]
        label = Rectangle(x + out * 0.8, y - height / 2, width, height)
        return Route(ends, label if graph.links[link].label else None)

    def _route(self, chain: Chain) -> Route:
        graph = self.graph
        stops = [self._stop(chain, i) for i in range(len(chain.vertices))]
        label = None
        if chain.label is not None:
            x, y = self._middle(chain.label)
            width = 2 * graph.left[chain.label] - graph.spacing.labels
            height = graph.depth[chain.label]
            label = Rectangle(x - width / 2, y - height / 2, width, height)
        start, end = chain.vertices[0], chain.vertices[-1]
        if graph.ranks[start] == graph.ranks[end]:
            return Route(self._turn(stops[0][1], stops[2][0], chain.vertices[1]), label)
        points = [stops[0][0]]
        for (_, leave), (arrive, beyond) in pairwise(stops):
            points += _piece(points[-1], leave)
            points += _piece(leave, arrive)
            points += _piece(arrive, beyond)
        return Route(_joined(points), label)

    def _stop(self, chain: Chain, i: int) -> tuple[Point, Point]:
        """Where a link enters and leaves the rank of one of its vertices."""
        graph, v = self.graph, chain.vertices[i]
        rank = graph.ranks[v]
        x, y = self._middle(v)
        top, bottom = self.tops[rank], self.bottoms[rank]
        if 0 < i < len(chain.vertices) - 1:
            downwards = graph.ranks[chain.vertices[i - 1]] < rank
            return ((x, top), (x, bottom)) if downwards else ((x, bottom), (x, top))
        segment = graph.segments[chain.segments[0 if i == 0 else -1]]
        half = graph.bodies[v][1] / 2
        if segment.upper == v:
            ends = (x + segment.port_upper, y + half), (x + segment.port_upper, bottom)
        else:
            ends = (x + segment.port_lower, y - half), (x + segment.port_lower, top)
        return ends if i == 0 else ends[::-1]

    def _turn(self, start: Point, end: Point, turn: int) -> tuple[Point, ...]:
        """A link between boxes of one rank: it turns round below, above its label."""
        x, top = self._middle(turn)[0], self.tops[self.graph.ranks[turn]]
        side = 5.0 if start[0] <= end[0] else -5.0
        before, after = (x - side, top - 6), (x + side, top - 6)
        points = [(start[0], self._foot(start)), start]
        curve = [points[0], *_piece(points[0], start), *_piece(start, before)]
        curve += [(before[0], top), (after[0], top), after]
        curve += [*_piece(after, end), *_piece(end, (end[0], self._foot(end)))]
        return tuple(curve)

    def _foot(self, at: Point) -> float:
        """The bottom of the box above a point."""
        graph = self.graph
        for v in range(len(graph.items)):
            box = self._box(v)
            if box.x <= at[0] <= box.x + box.width and self.bottoms[graph.ranks[v]] == at[1]:
                return box.y + box.height
        return at[1]


def rank_bands(graph: Vertices) -> tuple[list[float], list[float]]:
    """The top and the bottom of each rank; ranks are further apart where links are oblique."""
    tops, bottoms, y = [], [], 0.0
    for layer in graph.layers:
        tops.append(y)
        y += max((graph.depth[v] for v in layer), default=0.0)
        bottoms.append(y)
        wide = 0.0
        for s in (graph.segments[s] for v in layer for s in graph.below[v]):
            start = graph.places[s.upper] + s.port_upper
            wide = max(wide, abs(graph.places[s.lower] + s.port_lower - start))
        y += graph.spacing.ranks + min(wide * graph.spacing.slope, graph.spacing.steepest)
    return tops, bottoms


def _piece(start: Point, end: Point) -> list[Point]:
    """A curve that starts and ends vertically."""
    if abs(start[0] - end[0]) + abs(start[1] - end[1]) < _NEAR:
        return []
    middle = (start[1] + end[1]) / 2
    return [(start[0], middle), (end[0], middle), end]


def _joined(points: list[Point]) -> tuple[Point, ...]:
    """The same curve, with straight pieces that follow each other made one."""
    joined = points[:1]
    for i in range(1, len(points), 3):
        piece = points[i : i + 3]
        if len(joined) >= 4 and len({x for x, _ in [*joined[-4:], *piece]}) == 1:
            start = joined[-4]
            del joined[-3:]
            piece = _piece(start, piece[-1])
        joined += piece
    return tuple(joined)
