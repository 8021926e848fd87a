"""The graph that a layered layout works on: items, labels, and the bends of long links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

Size: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Item:
    """A box: its size, and if they are given, its rank and its place among those of its rank.

    One on the `border` of the drawing is nearer to its neighbours: no label is between them.
    """

    width: float
    height: float
    rank: int | None = None
    order: float | None = None
    border: bool = False

    def turned(self) -> Item:
        """The box with its sides exchanged."""
        return replace(self, width=self.height, height=self.width)


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two items, by index, with the size of its label.

    `leave` and `arrive` are given places on the sides of its boxes: distances from the middle.
    """

    source: int
    target: int
    label: Size | None = None
    leave: float | None = None
    arrive: float | None = None

    def turned(self) -> Link:
        """The link with the sides of its label exchanged."""
        return self if self.label is None else replace(self, label=self.label[::-1])

    def between(self, number: Mapping[int, int]) -> Link:
        """The link between renumbered items."""
        return replace(self, source=number[self.source], target=number[self.target])


@dataclass(frozen=True, slots=True)
class Part:
    """The indices of connected items, and of the links between them."""

    items: tuple[int, ...]
    links: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spacing:
    """The least distances in a drawing.

    Links are `ports` apart where they leave a box, or only `crowded` if there are many.
    """

    boxes: float = 36
    labels: float = 14
    lines: float = 18
    ranks: float = 26
    ports: float = 16
    crowded: float = 10
    corner: float = 12
    loop: float = 26
    slope: float = 0.12
    steepest: float = 60


@dataclass(slots=True)
class Segment:
    """A part of a link between neighbouring ranks, and where it leaves and enters the vertices.

    A port that is not `fixed` may be moved along the side of the box.
    """

    upper: int
    lower: int
    port_upper: float = 0.0
    port_lower: float = 0.0
    fixed_upper: bool = False
    fixed_lower: bool = False


@dataclass(slots=True)
class Chain:
    """A link as vertices from its source to its target; `label` is the one that has its label."""

    vertices: tuple[int, ...]
    segments: tuple[int, ...]
    label: int | None


@dataclass(slots=True)
class Vertices:
    """Vertices on ranks. `left` and `right` are extents from the middle, with the free space."""

    items: Sequence[Item]
    links: Sequence[Link]
    spacing: Spacing
    ranks: list[int]
    layers: list[list[int]]
    left: list[float]
    right: list[float]
    depth: list[float]
    bodies: list[Size]
    segments: list[Segment] = field(default_factory=list)
    above: list[list[int]] = field(default_factory=list)
    below: list[list[int]] = field(default_factory=list)
    chains: dict[int, Chain] = field(default_factory=dict)
    loops: dict[int, list[int]] = field(default_factory=dict)
    places: list[float] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        items: Sequence[Item],
        links: Sequence[Link],
        ranks: Sequence[int],
        spacing: Spacing,
    ) -> Vertices:
        """The vertices of a graph with ranks, not yet ordered."""
        loops: dict[int, list[int]] = {}
        for i, link in enumerate(links):
            if link.source == link.target:
                loops.setdefault(link.source, []).append(i)
        flat = any(ranks[x.source] == ranks[x.target] for x in links if x.source != x.target)
        labelled = any(x.label for x in links if x.source != x.target)
        step = 2 if flat or labelled else 1
        places = [
            abs(2 * r - 1) if i.border and step == 2 else step * r
            for i, r in zip(items, ranks, strict=True)
        ]
        least = min(places, default=0)
        places = [r - least for r in places]
        count = max(places, default=0) + 1 + flat
        self = cls(
            items, links, spacing, places, [[] for _ in range(count)],
            [], [], [], [], loops=loops,
        )  # fmt: skip
        for v, item in enumerate(items):
            self._add_item(v, item)
        crowd = [0.0] * count
        for i in sorted(range(len(links)), key=lambda i: self._length(links[i])):
            if links[i].source != links[i].target:
                self._add_chain(i, links[i], step, crowd)
        for v in range(len(items)):
            self._widen(v)
        return self

    def _length(self, link: Link) -> int:
        return abs(self.ranks[link.source] - self.ranks[link.target])

    def _add_item(self, v: int, item: Item) -> None:
        """A vertex for a box; its loops are on the right, the box is high enough for them."""
        own = [self.links[i].label or (0.0, 0.0) for i in self.loops.get(v, ())]
        stack = sum(self.loop_height(i) for i in self.loops.get(v, ()))
        wide = self.spacing.loop + max((w for w, _ in own), default=0.0) if own else 0.0
        height = max(item.height, stack + self.spacing.labels / 2 if own else 0.0)
        half = item.width / 2
        free = self.spacing.boxes / 2
        self._add_vertex(half + free, half + wide + free, height, self.ranks[v])
        self.bodies.append((item.width, height))

    def _widen(self, v: int) -> None:
        """Make a box wide enough for the links of its upper or lower side."""
        above = sum(not self.segments[s].fixed_lower for s in self.above[v])
        below = sum(not self.segments[s].fixed_upper for s in self.below[v])
        least = (max(above, below) - 1) * self.spacing.crowded + 2 * self.spacing.corner
        width, height = self.bodies[v]
        if max(above, below) > 1 and width < least:
            self.bodies[v] = least, height
            self.left[v] += (least - width) / 2
            self.right[v] += (least - width) / 2

    def loop_height(self, link: int) -> float:
        """How much of the side of a box a loop takes."""
        height = (self.links[link].label or (0.0, 0.0))[1]
        return max(height, self.spacing.loop * 0.7) + self.spacing.labels / 3

    def _add_vertex(self, left: float, right: float, depth: float, rank: int) -> int:
        v = len(self.left)
        self.left.append(left)
        self.right.append(right)
        self.depth.append(depth)
        self.above.append([])
        self.below.append([])
        self.layers[rank].append(v)
        if v >= len(self.items):
            self.ranks.append(rank)
        return v

    def _add_chain(self, index: int, link: Link, step: int, crowd: list[float]) -> None:
        start, end = self.ranks[link.source], self.ranks[link.target]
        if start == end:
            between = [start + 1]
        else:
            way = 1 if start < end else -1
            between = list(range(start + way, end, way))
        odd = [r for r in between if (r - start) % step] or between
        middle = sum(odd) / len(odd) if odd else 0.0
        own = None
        if link.label and odd:
            own = min(odd, key=lambda r: (abs(r - middle) > 1, crowd[r], abs(r - middle), r))
            crowd[own] += link.label[0]
        label, vertices = None, [link.source]
        for rank in between:
            v = self._add_bend(link.label if rank == own else None, rank)
            label = v if rank == own else label
            vertices.append(v)
        vertices.append(link.target)
        segments = [self._add_segment(a, b) for a, b in pairwise(vertices)]
        self._fix_port(segments[0], link.source, link.leave)
        self._fix_port(segments[-1], link.target, link.arrive)
        self.chains[index] = Chain(tuple(vertices), tuple(segments), label)

    def _add_bend(self, label: Size | None, rank: int) -> int:
        """A vertex for a label, or for a line that passes a rank."""
        if label is None:
            half = self.spacing.lines / 2
            return self._add_vertex(half, half, 0.0, rank)
        half = (label[0] + self.spacing.labels) / 2
        return self._add_vertex(half, half, label[1], rank)

    def _add_segment(self, a: int, b: int) -> int:
        upper, lower = (a, b) if self.ranks[a] < self.ranks[b] else (b, a)
        self.segments.append(Segment(upper, lower))
        number = len(self.segments) - 1
        self.below[upper].append(number)
        self.above[lower].append(number)
        return number

    def _fix_port(self, segment: int, v: int, port: float | None) -> None:
        own = self.segments[segment]
        if port is not None and v == own.upper:
            own.port_upper, own.fixed_upper = port, True
        elif port is not None:
            own.port_lower, own.fixed_lower = port, True

    def fraction(self, v: int, port: float) -> float:
        """A port as a part of the width of its vertex, less than a half."""
        return port / (self.left[v] + self.right[v])
