"""The ranks of nodes: cycles are cut by distances, then links lead downwards."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.report.layered_vertices import Item, Link

_ROUNDS = 8


def rank_nodes(items: Sequence[Item], links: Sequence[Link]) -> list[int]:
    """A rank for each item: the given one, else such that most links lead down, and are short.

    Distances from the first items decide which links of a cycle lead up.
    """
    below = _acyclic(len(items), links)
    above: list[list[int]] = [[] for _ in items]
    for v, targets in enumerate(below):
        for w in targets:
            above[w].append(v)
    order = _topological(below, above)
    given = [item.rank for item in items]
    ranks = [0] * len(items)
    for v in order:
        own = given[v]
        ranks[v] = max((ranks[u] + 1 for u in above[v]), default=0) if own is None else own
    for _ in range(_ROUNDS):
        if not _shorten(ranks, given, order, above, below):
            break
    used = {rank: i for i, rank in enumerate(sorted(set(ranks)))}
    return [used[rank] for rank in ranks]


def _acyclic(count: int, links: Sequence[Link]) -> list[list[int]]:
    """The nodes below each node: links of a cycle lead down in the order of distance.

    So ranks are about the distances from the first node; without cycles, every link leads down.
    """
    leaving: list[list[int]] = [[] for _ in range(count)]
    entering: list[list[int]] = [[] for _ in range(count)]
    for link in links:
        if link.source != link.target:
            leaving[link.source].append(link.target)
            entering[link.target].append(link.source)
    distance = {v: i for i, v in enumerate(_breadth_first(leaving))}
    group = _groups(leaving, entering)
    below: list[list[int]] = [[] for _ in range(count)]
    for v, targets in enumerate(leaving):
        for w in targets:
            is_up = group[v] == group[w] and distance[v] > distance[w]
            below[w if is_up else v].append(v if is_up else w)
    return below


def _breadth_first(leaving: list[list[int]]) -> list[int]:
    """The nodes in the order of a breadth-first search from each node in turn."""
    seen = [False] * len(leaving)
    order: list[int] = []
    for start in range(len(leaving)):
        pending = [] if seen[start] else [start]
        seen[start] = True
        for v in pending:
            for w in leaving[v]:
                if not seen[w]:
                    seen[w] = True
                    pending.append(w)
        order += pending
    return order


def _groups(leaving: list[list[int]], entering: list[list[int]]) -> list[int]:
    """The strongly connected component of each node (Kosaraju's algorithm)."""
    finished: list[int] = []
    seen = [False] * len(leaving)
    for start in range(len(leaving)):
        path = [] if seen[start] else [(start, iter(leaving[start]))]
        seen[start] = True
        while path:
            v, targets = path[-1]
            w = next((w for w in targets if not seen[w]), None)
            if w is None:
                finished.append(v)
                path.pop()
            else:
                seen[w] = True
                path.append((w, iter(leaving[w])))
    group = [-1] * len(leaving)
    for start in reversed(finished):
        pending = [start] if group[start] < 0 else []
        for v in pending:
            if group[v] < 0:
                group[v] = start
                pending += [u for u in entering[v] if group[u] < 0]
    return group


def _topological(below: list[list[int]], above: list[list[int]]) -> list[int]:
    missing = [len(each) for each in above]
    order = [v for v, n in enumerate(missing) if not n]
    for v in order:
        for w in below[v]:
            missing[w] -= 1
            if not missing[w]:
                order.append(w)
    return order


def _shorten(
    ranks: list[int],
    given: list[int | None],
    order: list[int],
    above: list[list[int]],
    below: list[list[int]],
) -> bool:
    """Move nodes with more links on one side to that side; whether one was moved."""
    changed = False
    for v in reversed(order):
        if given[v] is None and len(below[v]) > len(above[v]):
            lowest = min(ranks[w] for w in below[v]) - 1
            changed |= lowest > ranks[v]
            ranks[v] = max(lowest, ranks[v])
    for v in order:
        if given[v] is None and len(above[v]) > len(below[v]):
            highest = max(ranks[u] for u in above[v]) + 1
            changed |= highest < ranks[v]
            ranks[v] = min(highest, ranks[v])
    return changed
