"""Places within ranks, after Brandes and Koepf: four extreme alignments, and their middle.

Each vertex is aligned with the middle one of its neighbours, so that long links are straight; a
*block* is a maximal chain of aligned vertices. Blocks are packed by longest paths in the graph of
blocks, which keeps the least distances also for vertices of any size (U. Brandes, B. Koepf: Fast
and simple horizontal coordinate assignment, GD 2001; with the correction of 2020).
"""

from __future__ import annotations

from itertools import pairwise

from holdfast.report.layered_vertices import Vertices


def place_vertices(graph: Vertices) -> None:
    """Give each vertex a place; the least is where the leftmost extent is 0."""
    conflicts = _conflicts(graph)
    found = [
        _one_side(graph, conflicts, downwards, leftwards)
        for downwards in (True, False)
        for leftwards in (True, False)
    ]
    narrowest = min(found, key=lambda places: _extent(graph, places)[1])
    low, width = _extent(graph, narrowest)
    for index, places in enumerate(found):
        own_low, own_width = _extent(graph, places)
        # Left alignments meet the narrowest at its left end, right ones at its right end.
        shift = low - own_low if index % 2 == 0 else low + width - own_low - own_width
        places[:] = [x + shift for x in places]
    middle = [sum(sorted(four)[1:3]) / 2 for four in zip(*found, strict=True)]
    least, _ = _extent(graph, middle)
    graph.places = [x - least for x in middle]


def _extent(graph: Vertices, places: list[float]) -> tuple[float, float]:
    low = min(x - left for x, left in zip(places, graph.left, strict=True))
    return low, max(x + right for x, right in zip(places, graph.right, strict=True)) - low


def _conflicts(graph: Vertices) -> set[int]:
    """Segments that cross one of the inside of a long link: those of the inside are straight."""
    first = len(graph.items)
    position = {v: i for layer in graph.layers for i, v in enumerate(layer)}
    conflicts: set[int] = set()
    for upper, lower in pairwise(graph.layers):
        low, done = 0, 0
        for i, v in enumerate(lower):
            inner = next(
                (position[graph.segments[s].upper] for s in graph.above[v]
                 if v >= first and graph.segments[s].upper >= first),
                None,
            )  # fmt: skip
            if inner is None and i < len(lower) - 1:
                continue
            high = len(upper) if inner is None else inner
            for w in lower[done : i + 1]:
                for s in graph.above[w]:
                    at = position[graph.segments[s].upper]
                    is_inner = w >= first and graph.segments[s].upper >= first
                    if not is_inner and (at < low or at > high):
                        conflicts.add(s)
            low, done = high, i + 1
    return conflicts


def _one_side(
    graph: Vertices, conflicts: set[int], downwards: bool, leftwards: bool
) -> list[float]:
    """The places of one of the four alignments."""
    sign = 1.0 if leftwards else -1.0
    layers = [layer if leftwards else layer[::-1] for layer in graph.layers]
    ordered = layers if downwards else layers[::-1]
    root, shift = _aligned(graph, ordered, conflicts, downwards, sign)
    before, after = (graph.left, graph.right) if leftwards else (graph.right, graph.left)
    gaps: dict[tuple[int, int], float] = {}
    for layer in layers:
        for v, w in pairwise(layer):
            pair = root[v], root[w]
            gap = after[v] + before[w] + shift[v] - shift[w]
            gaps[pair] = max(gaps.get(pair, gap), gap)
    blocks = _packed(sorted(set(root)), gaps)
    return [sign * (blocks[root[v]] + shift[v]) for v in range(len(root))]


def _aligned(
    graph: Vertices,
    layers: list[list[int]],
    conflicts: set[int],
    downwards: bool,
    sign: float,
) -> tuple[list[int], list[float]]:
    """The block of each vertex, by its first vertex, and the vertex's distance from that one."""
    position = {v: i for layer in layers for i, v in enumerate(layer)}
    root = list(range(len(graph.left)))
    taken = [False] * len(root)
    shift = [0.0] * len(root)
    sides = graph.above if downwards else graph.below
    for layer in layers:
        last = -1
        for v in layer:
            ends = []
            for s in sides[v]:
                own = graph.segments[s]
                u, there, here = own.upper, own.port_upper, own.port_lower
                if not downwards:
                    u, there, here = own.lower, own.port_lower, own.port_upper
                ends.append((position[u], sign * there, sign * here, s, u))
            ends.sort()
            middle = (len(ends) - 1) // 2
            for at, there, here, s, u in ends[middle : len(ends) // 2 + 1]:
                if s in conflicts or taken[u] or at <= last:
                    continue
                root[v] = root[u]
                shift[v] = shift[u] + there - here
                taken[u] = True
                last = at
                break
    return root, shift


def _packed(blocks: list[int], gaps: dict[tuple[int, int], float]) -> dict[int, float]:
    """Places of blocks: as far left as possible, then to the right where there is room."""
    before: dict[int, list[tuple[int, float]]] = {b: [] for b in blocks}
    after: dict[int, list[tuple[int, float]]] = {b: [] for b in blocks}
    for (a, b), gap in gaps.items():
        after[a].append((b, gap))
        before[b].append((a, gap))
    missing = {b: len(before[b]) for b in blocks}
    order = [b for b in blocks if not missing[b]]
    places: dict[int, float] = {}
    for b in order:
        places[b] = max((places[a] + gap for a, gap in before[b]), default=0.0)
        for c, _ in after[b]:
            missing[c] -= 1
            if not missing[c]:
                order.append(c)
    assert len(order) == len(blocks)
    for b in reversed(order):
        if after[b]:
            places[b] = max(places[b], min(places[c] - gap for c, gap in after[b]))
    return places
