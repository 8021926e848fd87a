"""The layout of a picture, also with clusters: frames around boxes.

A cluster is laid out by itself, with an anchor on its border for each arrow that crosses it; then
it is one box of the whole, and the anchors are where its arrows leave and enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.report.graph_style import LINE, PAD, RULE, label_size, line_width, shape_size
from holdfast.report.layered import arrange, layered
from holdfast.report.layered_ranks import rank_nodes
from holdfast.report.layered_routes import Point, Rectangle, Route, draw_routes
from holdfast.report.layered_vertices import Item, Link, Spacing
from holdfast.report.picture import Arrow, Cluster, Picture, Piece, Shape

_HEAD = LINE + 1.6 * PAD


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a cluster, and its title with its place."""

    key: str
    box: Rectangle
    title: Piece
    at: Point


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture with places: a box for each shape, a route for each arrow."""

    width: float
    height: float
    boxes: tuple[Rectangle, ...]
    routes: tuple[Route, ...]
    frames: tuple[Frame, ...] = ()


def lay_out(picture: Picture) -> Sheet:
    """Places for all parts of a picture."""
    if picture.clusters:
        assert not picture.rightwards
        return _Clustered(picture).sheet()
    number = {shape.key: i for i, shape in enumerate(picture.shapes)}
    links = [_link(picture, a, number[a.source], number[a.target]) for a in picture.arrows]
    items = [_item(shape) for shape in picture.shapes]
    spacing = Spacing(ranks=44, slope=0.16) if picture.rightwards else Spacing()
    found = layered(items, links, spacing, rightwards=picture.rightwards)
    return Sheet(found.width, found.height, found.boxes, found.routes)


def _item(shape: Shape) -> Item:
    return Item(*shape_size(shape), shape.rank, shape.order)


def _link(picture: Picture, arrow: Arrow, source: int, target: int) -> Link:
    leave = arrive = None
    if arrow.row is not None:
        leave = row_middle(picture.shapes[source], arrow.row)
        arrive = first_middle(picture.shapes[target])
    return Link(source, target, label_size(arrow.label), leave, arrive)


def row_middle(shape: Shape, row: int) -> float:
    """The middle of a line of the last section, from the middle of the box."""
    lines = sum(map(len, shape.sections))
    tall = LINE * lines + RULE * (len(shape.sections) - 1)
    return tall / 2 - LINE * (len(shape.sections[-1]) - row - 0.5)


def first_middle(shape: Shape) -> float:
    """The middle of the first line, from the middle of the box."""
    lines = sum(map(len, shape.sections))
    return LINE / 2 - (LINE * lines + RULE * (len(shape.sections) - 1)) / 2


@dataclass(frozen=True, slots=True)
class _Inside:
    """A cluster that is laid out: the places in its frame, and its anchors by arrow."""

    width: float
    height: float
    title_x: float
    boxes: dict[int, Rectangle]
    routes: dict[int, Route]
    anchors: dict[int, float]


class _Clustered:
    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        shapes = picture.shapes
        known = {cluster.key: cluster for cluster in picture.clusters}
        self.number = {shape.key: i for i, shape in enumerate(shapes)}
        groups: dict[str | int, list[int]] = {}
        for i, shape in enumerate(shapes):
            groups.setdefault(shape.cluster if shape.cluster in known else i, []).append(i)
        self.groups = list(groups.values())
        self.clusters = [known.get(key) if isinstance(key, str) else None for key in groups]
        self.group = {v: g for g, own in enumerate(self.groups) for v in own}
        self.ends = [(self.number[a.source], self.number[a.target]) for a in picture.arrows]
        outer = [Link(self.group[a], self.group[b]) for a, b in self.ends]
        self.ranks = rank_nodes([Item(0, 0)] * len(self.groups), outer)

    def sheet(self) -> Sheet:
        """Places for all: inside of each cluster, then of the whole."""
        inside = {g: self._inside(g, c) for g, c in enumerate(self.clusters) if c is not None}
        items = [
            Item(inside[g].width, inside[g].height, self.ranks[g])
            if g in inside
            else Item(*shape_size(self.picture.shapes[own[0]]), self.ranks[g])
            for g, own in enumerate(self.groups)
        ]
        outer = [i for i, (a, _) in enumerate(self.ends)
                 if self.group[a] not in inside or not self._is_within(i)]  # fmt: skip
        whole = layered(items, [self._outer(i, inside, items) for i in outer])
        routes = {i: whole.routes[k] for k, i in enumerate(outer)}
        boxes = {own[0]: whole.boxes[g] for g, own in enumerate(self.groups) if g not in inside}
        frames = []
        for g, own in inside.items():
            cluster, at = self.clusters[g], whole.boxes[g]
            assert cluster is not None
            title = Piece(cluster.title, "name")
            frames.append(Frame(cluster.key, at, title, (at.x + own.title_x, at.y + PAD / 2)))
            boxes |= {v: box.moved(at.x, at.y) for v, box in own.boxes.items()}
            for i, route in own.routes.items():
                moved = route.moved(at.x, at.y)
                routes[i] = self._joined(i, g, moved, routes[i]) if i in routes else moved
        count = range(len(self.picture.shapes))
        return Sheet(
            whole.width,
            whole.height,
            tuple(boxes[v] for v in count),
            tuple(routes[i] for i in range(len(self.ends))),
            tuple(frames),
        )

    def _is_within(self, i: int) -> bool:
        a, b = self.ends[i]
        return self.group[a] == self.group[b]

    def _outer(self, i: int, inside: dict[int, _Inside], items: Sequence[Item]) -> Link:
        a, b = (self.group[v] for v in self.ends[i])
        leave = inside[a].anchors[i] - items[a].width / 2 if a in inside else None
        arrive = inside[b].anchors[i] - items[b].width / 2 if b in inside else None
        return Link(a, b, label_size(self.picture.arrows[i].label), leave, arrive)

    def _joined(self, i: int, group: int, inner: Route, outer: Route) -> Route:
        """The part of a route inside a cluster and the part outside, as one."""
        if self.group[self.ends[i][0]] == group:
            first, last = inner.points, outer.points
        else:
            first, last = outer.points, inner.points
        return Route(first + _straight(first[-1], last[0]) + last[1:], outer.label)

    def _inside(self, group: int, cluster: Cluster) -> _Inside:
        own = self.groups[group]
        local = {v: k for k, v in enumerate(own)}
        within = [i for i, (a, b) in enumerate(self.ends) if a in local and b in local]
        links = []
        for i in within:
            a, b = self.ends[i]
            links.append(Link(local[a], local[b], label_size(self.picture.arrows[i].label)))
        items = [_item(self.picture.shapes[v]) for v in own]
        ranks = rank_nodes(items, links)
        last = max(ranks) + 2
        items = [Item(x.width, x.height, r + 1) for x, r in zip(items, ranks, strict=True)]
        crossing = [i for i, (a, b) in enumerate(self.ends) if (a in local) != (b in local)]
        for i in crossing:
            a, b = self.ends[i]
            other = self.group[b if a in local else a]
            is_below = self.ranks[other] > self.ranks[group]
            anchor = len(items)
            items.append(Item(0, 0, last if is_below else 0, border=True))
            links.append(Link(local[a], anchor) if a in local else Link(anchor, local[b]))
        found = draw_routes(arrange(items, links, Spacing()))
        anchors = {i: found.boxes[len(own) + k].x for k, i in enumerate(crossing)}
        top = [x for k, x in enumerate(anchors.values()) if items[len(own) + k].rank == 0]
        title = line_width((Piece(cluster.title, "name"),)) + PAD
        left = max(0.0, title - min(top, default=title))
        right = max(0.0, title - found.width + max(top, default=found.width - title))
        on_left = left <= right
        width = max(found.width + (left if on_left else right), title) + 2 * PAD
        dx = PAD + (left if on_left else 0.0)
        return _Inside(
            width,
            found.height + _HEAD + PAD,
            PAD if on_left else width - title,
            {v: found.boxes[k].moved(dx, _HEAD) for k, v in enumerate(own)},
            {i: found.routes[k].moved(dx, _HEAD) for k, i in enumerate([*within, *crossing])},
            {i: x + dx for i, x in anchors.items()},
        )


def _straight(start: Point, end: Point) -> tuple[Point, ...]:
    middle = (start[1] + end[1]) / 2
    return ((start[0], middle), (end[0], middle), end)
