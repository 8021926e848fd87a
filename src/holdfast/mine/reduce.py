"""Leaves out facts that others imply.

Facts `a - b <= d`, with 0 for a bound, are the edges of a graph. Terms at a fixed distance from
each other are represented by one of them, to which the others are related by equalities. Of the
rest, an edge goes if two others imply it: there is no cycle of length 0 then, so what remains
implies all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from holdfast.ir.observation import Scene
from holdfast.mine.facts import Fact
from holdfast.mine.lattice import Rel

_ZERO = -1
_Edges: TypeAlias = dict[tuple[int, int], int]


def irredundant(facts: Sequence[Fact], scene: Scene, known: Iterable[Fact] = ()) -> list[Fact]:
    """The facts that the others do not imply; `known` hold anyway."""
    partial = {t for t in scene.absent if scene.absent[t]}
    total = [f for f in facts if not partial.intersection(f.terms)]
    rest = [f for f in facts if partial.intersection(f.terms)]
    assumed = frozenset(known)
    bounded = [f for f in total if _is_edge(f) and f not in assumed]
    others = [f for f in (*total, *rest) if not _is_edge(f) and f not in assumed]
    has_bounds = any(f.form == "bound" for f in facts)
    partial_edges = [
        f
        for f in rest
        if _is_edge(f) and f not in assumed and not (has_bounds and _is_bounded(f, scene))
    ]
    graph = _Graph(total)
    kept = [f for f in bounded if graph.keeps(f)]
    return [*kept, *partial_edges, *_other_forms(others, graph)]


def _is_edge(fact: Fact) -> bool:
    return fact.form in ("order", "bound", "difference") and fact.rel is not Rel.NE


def _is_bounded(fact: Fact, scene: Scene) -> bool:
    """Whether the bounds of two terms imply what holds between them."""
    if not fact.right:
        return False
    one, other = scene.ranges[fact.left[0]], scene.ranges[fact.right[0]]
    least, most = one[0] - other[1] - fact.offset, one[1] - other[0] - fact.offset
    match fact.rel:
        case Rel.LE:
            return most <= 0
        case Rel.LT:
            return most < 0
        case Rel.GE:
            return least >= 0
        case Rel.GT:
            return least > 0
        case _:
            return least == most == 0


def _edges(fact: Fact) -> Iterator[tuple[int, int, int]]:
    """The upper bounds `a - b <= d` that a fact consists of."""
    a = fact.left[0]
    b = fact.right[0] if fact.right else _ZERO
    match fact.rel:
        case Rel.EQ:
            yield a, b, fact.offset
            yield b, a, -fact.offset
        case Rel.LE:
            yield a, b, fact.offset
        case Rel.LT:
            yield a, b, fact.offset - 1
        case Rel.GE:
            yield b, a, -fact.offset
        case Rel.GT:
            yield b, a, -fact.offset - 1
        case _:
            return


class _Graph:
    """The edges between the representatives of terms at fixed distances, without implied ones."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.above: dict[int, tuple[int, int]] = {_ZERO: (_ZERO, 0)}
        """For each term its representative, and how much greater it is than that."""
        self.links: set[Fact] = set()
        self._fix([f for f in facts if f.rel == "<=>" or (_is_edge(f) and f.rel is Rel.EQ)])
        self.edges: _Edges = {}
        self.source: dict[tuple[int, int], Fact] = {}
        for fact in facts:
            if _is_edge(fact):
                for edge in _edges(fact):
                    self._add(fact, *edge)
        self.implied = self._implied()

    def place(self, t: int) -> tuple[int, int]:
        """The representative of a term, and how much greater the term is."""
        above, offset = self.above.get(t, (t, 0))
        if above == t:
            return t, offset
        top, more = self.place(above)
        self.above[t] = top, offset + more
        return self.above[t]

    def _fix(self, equalities: list[Fact]) -> None:
        """Relate terms at fixed distances; constants first, then the first term of each class."""
        equalities.sort(key=lambda f: (bool(f.right), f.left, f.right))
        for fact in equalities:
            other = fact.right[0] if fact.right else _ZERO
            (a, da), (b, db) = self.place(fact.left[0]), self.place(other)
            if a == b:
                continue
            self.links.add(fact)
            distance = fact.offset + db - da  # a = b + distance
            if b == _ZERO or (a != _ZERO and b < a):
                self.above[a] = b, distance
            else:
                self.above[b] = a, -distance

    def _between(self, a: int, b: int, d: int) -> tuple[int, int, int]:
        (x, dx), (y, dy) = self.place(a), self.place(b)
        return x, y, d - dx + dy

    def _add(self, fact: Fact, a: int, b: int, d: int) -> None:
        x, y, distance = self._between(a, b, d)
        if x != y and distance < self.edges.get((x, y), distance + 1):
            self.edges[x, y] = distance
            self.source[x, y] = fact

    def _implied(self) -> frozenset[tuple[int, int]]:
        after: dict[int, dict[int, int]] = defaultdict(dict)
        for (a, b), d in self.edges.items():
            after[a][b] = d
        found = set()
        for (a, b), d in self.edges.items():
            ways = after[a]
            if any(b in after[c] and way + after[c][b] <= d for c, way in ways.items() if c != b):
                found.add((a, b))
        return frozenset(found)

    def keeps(self, fact: Fact) -> bool:
        """Whether a fact is needed."""
        if fact in self.links or fact.rel == "<=>":
            return fact in self.links
        ends = (self._between(*edge)[:2] for edge in _edges(fact))
        return any(self.source.get(e) == fact and e not in self.implied for e in ends)

    def bound(self, a: int, b: int) -> int | None:
        """The greatest `a - b`, as far as an edge tells."""
        x, y, distance = self._between(a, b, 0)
        if x == y:
            return -distance
        found = self.edges.get((x, y))
        return None if found is None else found - distance


def _other_forms(others: list[Fact], graph: _Graph) -> Iterator[Fact]:
    """`#` that an order implies, sums and implications of equal or constant terms are left out."""
    chains = _implications(others)
    for fact in others:
        if fact.rel == "<=>":
            if graph.keeps(fact):
                yield fact
            continue
        places = [graph.place(t)[0] for t in fact.terms]
        if fact.rel is Rel.NE:
            a, b = fact.left[0], fact.right[0]
            bounds = graph.bound(a, b), graph.bound(b, a)
            if any(d is not None and d < 0 for d in bounds):
                continue
        if any(p == _ZERO for p in places) or any(
            p != t for p, t in zip(places, fact.terms, strict=True)
        ):
            continue
        if fact.rel == "=>" and _is_chained(fact, chains):
            continue
        yield fact


def _implications(facts: Iterable[Fact]) -> dict[int, set[int]]:
    after: dict[int, set[int]] = defaultdict(set)
    for fact in facts:
        if fact.rel == "=>":
            after[fact.left[0]].add(fact.right[0])
    return after


def _is_chained(fact: Fact, after: dict[int, set[int]]) -> bool:
    """Whether a => c => b for some other c."""
    a, b = fact.left[0], fact.right[0]
    return any(b in after.get(c, ()) for c in after[a] if c not in (a, b))
