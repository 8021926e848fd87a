"""The ranks of nodes: cycles are cut by a depth-first search, then links lead downwards."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.report.layered_vertices import Item, Link

_ROUNDS = 8


def rank_nodes(items: Sequence[Item], links: Sequence[Link]) -> list[int]:
    """A rank for each item: the given one, else such that most links lead down, and are short.

    A search from the items in their order decides which links of a cycle lead up.
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
    """The targets of each node, where links back to a node of the search's path are reversed."""
    leaving: list[list[int]] = [[] for _ in range(count)]
    for link in links:
        if link.source != link.target:
            leaving[link.source].append(link.target)
    below: list[list[int]] = [[] for _ in range(count)]
    on_path, seen = [False] * count, [False] * count
    for start in range(count):
        if seen[start]:
            continue
        seen[start] = on_path[start] = True
        path = [(start, iter(leaving[start]))]
        while path:
            v, targets = path[-1]
            w = next(targets, None)
            if w is None:
                on_path[v] = False
                path.pop()
            elif on_path[w]:
                below[w].append(v)
            else:
                below[v].append(w)
                if not seen[w]:
                    seen[w] = on_path[w] = True
                    path.append((w, iter(leaving[w])))
    return below


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
