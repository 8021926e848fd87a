"""The order of the vertices of each rank: few crossings, by barycenters and exchanges."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from typing import TypeAlias

from holdfast.report.layered_vertices import Vertices

_SWEEPS = 24
_PATIENCE = 4
_ROUNDS = 6
_SMALL = 600
"""With more vertices than this, neighbours are exchanged only at the end, and from one start."""

Ends: TypeAlias = list[list[tuple[int, float, float]]]
"""For each vertex: the vertices it is linked to, and the ports there and here as fractions."""


def order_layers(graph: Vertices) -> None:
    """Order the layers of the graph such that few segments cross."""
    above, below = _ends(graph)
    best: list[list[int]] | None = None
    fewest = 0
    is_small = len(graph.left) <= _SMALL
    starts = (False, True) if is_small else (False,)
    for mirrored in starts:
        layers = _search_order(graph, below, above, mirrored)
        search = _Search(graph, layers, above, below)
        found = search.run(is_small)
        if best is None or found < fewest:
            best, fewest = search.best, found
    assert best is not None
    graph.layers = best


def _ends(graph: Vertices) -> tuple[Ends, Ends]:
    above: Ends = [[] for _ in graph.left]
    below: Ends = [[] for _ in graph.left]
    for s in graph.segments:
        upper = graph.fraction(s.upper, s.port_upper)
        lower = graph.fraction(s.lower, s.port_lower)
        above[s.lower].append((s.upper, upper, lower))
        below[s.upper].append((s.lower, lower, upper))
    return above, below


def _search_order(graph: Vertices, below: Ends, above: Ends, mirrored: bool) -> list[list[int]]:
    """The layers in the order in which a depth-first search finds the vertices."""
    found = [-1] * len(graph.left)
    count = 0
    for start in (v for layer in graph.layers for v in layer):
        pending = [start]
        while pending:
            v = pending.pop()
            if found[v] < 0:
                found[v] = count
                count += 1
                ends = [*below[v], *above[v]]
                pending += [w for w, _, _ in (ends if mirrored else reversed(ends))]
    return [sorted(layer, key=found.__getitem__) for layer in graph.layers]


class _Search:
    """Layers whose order is improved in sweeps; `best` is the order with the fewest crossings."""

    def __init__(self, graph: Vertices, layers: list[list[int]], above: Ends, below: Ends) -> None:
        self.layers, self.above, self.below = layers, above, below
        self.given = {v: i.order for v, i in enumerate(graph.items) if i.order is not None}
        self.position = [0] * len(graph.left)
        # How often each layer has changed: what was computed for it is valid until then.
        self.version = [0] * (len(layers) + 1)
        self._counted: dict[int, tuple[tuple[int, int], int]] = {}
        self._settled: dict[int, tuple[int, int, int]] = {}
        for i, layer in enumerate(layers):
            self._reorder(i, layer)
        self.best = [list(layer) for layer in layers]

    def run(self, is_small: bool) -> int:
        """The fewest crossings found."""
        fewest, idle = sum(self._crossings()), 0
        for sweep in range(_SWEEPS):
            if not fewest or idle == _PATIENCE:
                break
            self._sweep(downwards=sweep % 2 == 0, keep_ties=sweep % 4 < 2)
            if is_small:
                self._exchange()
            now = sum(self._crossings())
            idle = 0 if now < fewest else idle + 1
            if now < fewest:
                fewest, self.best = now, [list(layer) for layer in self.layers]
        if fewest and not is_small:
            for i, best in enumerate(self.best):
                self._reorder(i, best)
            self._exchange()
            fewest, self.best = sum(self._crossings()), self.layers
        return fewest

    def _reorder(self, number: int, ordered: Sequence[int]) -> None:
        """Give a layer a new order, in which vertices with given places keep theirs."""
        if self.given:
            pinned = iter(sorted((v for v in ordered if v in self.given), key=self._given))
            ordered = [next(pinned) if v in self.given else v for v in ordered]
        if ordered != self.layers[number]:
            self.layers[number][:] = ordered
            self.version[number] += 1
        for i, v in enumerate(ordered):
            self.position[v] = i

    def _given(self, v: int) -> float:
        return self.given[v]

    def _sweep(self, downwards: bool, keep_ties: bool) -> None:
        position = self.position
        ends = self.above if downwards else self.below
        numbers = range(len(self.layers))
        for number in numbers if downwards else reversed(numbers):
            keys = {}
            for i, v in enumerate(self.layers[number]):
                own = ends[v]
                mean = sum(position[w] + f for w, f, _ in own) / len(own) if own else float(i)
                keys[v] = (mean, i if keep_ties else -i)
            self._reorder(number, sorted(self.layers[number], key=keys.__getitem__))

    def _exchange(self) -> None:
        """Exchange neighbours while that removes crossings, where there are any."""
        for _ in range(_ROUNDS):
            crossed = self._crossings()
            improved = False
            for i, layer in enumerate(self.layers):
                if crossed[i] or (i and crossed[i - 1]):
                    seen = self.version[i - 1], self.version[i], self.version[i + 1]
                    if self._settled.get(i) == seen:
                        continue  # nothing around it has changed since there was no exchange
                    if self._exchange_in(layer):
                        self.version[i] += 1
                        improved = True
                    else:
                        self._settled[i] = seen
            if not improved:
                break

    def _exchange_in(self, layer: list[int]) -> bool:
        up = {v: self._sorted_ends(self.above[v]) for v in layer}
        down = {v: self._sorted_ends(self.below[v]) for v in layer}
        improved = False
        for i in range(len(layer) - 1):
            v, w = layer[i], layer[i + 1]
            if v in self.given and w in self.given:
                continue
            if _are_apart(up[v], up[w]) and _are_apart(down[v], down[w]):
                continue
            now = _pairs(up[v], up[w]) + _pairs(down[v], down[w])
            if now and _pairs(up[w], up[v]) + _pairs(down[w], down[v]) < now:
                layer[i], layer[i + 1] = w, v
                self.position[v], self.position[w] = i + 1, i
                improved = True
        return improved

    def _sorted_ends(self, ends: list[tuple[int, float, float]]) -> list[float]:
        if len(ends) == 1:
            return [self.position[ends[0][0]] + ends[0][1]]
        return sorted([self.position[w] + f for w, f, _ in ends])

    def _crossings(self) -> list[int]:
        """The number of pairs of segments that cross below each layer."""
        totals = []
        for i, layer in enumerate(self.layers):
            versions = self.version[i], self.version[i + 1]
            known = self._counted.get(i)
            if known is None or known[0] != versions:
                known = self._counted[i] = versions, self._crossings_below(layer)
            totals.append(known[1])
        return totals

    def _crossings_below(self, layer: list[int]) -> int:
        position = self.position
        pairs = [(position[v] + own, position[w] + f) for v in layer for w, f, own in self.below[v]]
        pairs.sort()
        total = 0
        seen: list[float] = []
        for _, end in pairs:
            if seen and end < seen[-1]:
                total += len(seen) - bisect_right(seen, end)
                insort(seen, end)
            else:
                seen.append(end)
        return total


def _are_apart(left: list[float], right: list[float]) -> bool:
    """Whether no end on the left is right of one on the right."""
    return not left or not right or left[-1] <= right[0]


def _pairs(left: list[float], right: list[float]) -> int:
    """How many pairs cross if a vertex with ends `left` is left of one with ends `right`."""
    if _are_apart(left, right):
        return 0
    if right[-1] < left[0]:
        return len(left) * len(right)
    total = 0
    for end in right:
        total += len(left) - bisect_right(left, end)
    return total
