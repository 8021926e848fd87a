"""Modules Graphs, UndirectedGraphs, Relation, GraphViz and VectorClocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cmp_to_key
from typing import TypeAlias

from holdfast.interp.arguments import Operator, natural, sequence, truth
from holdfast.interp.builtins.table import Function, Table
from holdfast.interp.functions import apply, function_over
from holdfast.interp.members import contains, elements, listed
from holdfast.interp.row_sets import Product
from holdfast.ir.construct import set_of
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.notation import show
from holdfast.ir.order import compare, ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.values import FALSE, TRUE, FiniteSet, LazySet, Value, boolean

Ends: TypeAlias = Callable[[Value], tuple[Value, Value] | None]
Neighbours: TypeAlias = dict[Value, list[Value]]


def _ends_of_pair(edge: Value) -> tuple[Value, Value] | None:
    return (edge[0], edge[1]) if isinstance(edge, tuple) and len(edge) == 2 else None


def _ends_of_set(edge: Value) -> tuple[Value, Value] | None:
    if isinstance(edge, FiniteSet | LazySet):
        members = ordered(listed(edge))
        if 1 <= len(members) <= 2:
            return members[0], members[-1]
    return None


def _neighbours(graph: Value, ends: Ends, symmetric: bool) -> Neighbours:
    """For each node, those that an edge leads to; edges with other ends do not count."""
    nodes = listed(apply(graph, "node"))
    found: Neighbours = {node: [] for node in ordered(nodes)}
    for edge in elements(listed(apply(graph, "edge"))):
        pair = ends(edge)
        if pair is None or not all(contains(nodes, end) for end in pair):
            continue
        found[pair[0]].append(pair[1])
        if symmetric and pair[0] != pair[1]:
            found[pair[1]].append(pair[0])
    return found


def _reached(start: Value, neighbours: Neighbours) -> dict[Value, None]:
    seen = {start: None}
    waiting = [start]
    while waiting:
        for node in neighbours[waiting.pop()]:
            if node not in seen:
                seen[node] = None
                waiting.append(node)
    return seen


def _connected(ends: Ends, symmetric: bool) -> Function:
    def are_connected(m: Value, n: Value, graph: Value) -> Value:
        neighbours = _neighbours(graph, ends, symmetric)
        if m not in neighbours or n not in neighbours:
            return FALSE
        return boolean(n in _reached(m, neighbours))

    return are_connected


def _simple_paths(ends: Ends, symmetric: bool) -> Function:
    def simple_paths(graph: Value) -> Value:
        neighbours = _neighbours(graph, ends, symmetric)
        paths: list[Value] = []

        def extend(path: tuple[Value, ...]) -> None:
            paths.append(path)
            for node in neighbours[path[-1]]:
                if node not in path:
                    extend((*path, node))

        for node in neighbours:
            extend((node,))
        return set_of(paths)

    return simple_paths


def is_strongly_connected(graph: Value) -> Value:
    """IsStronglyConnected(graph) for a directed graph."""
    neighbours = _neighbours(graph, _ends_of_pair, False)
    backwards: Neighbours = {node: [] for node in neighbours}
    for node, others in neighbours.items():
        for other in others:
            backwards[other].append(node)
    for node in neighbours:
        return boolean(
            len(_reached(node, neighbours)) == len(neighbours) == len(_reached(node, backwards))
        )
    return TRUE


def components(graph: Value) -> Value:
    """ConnectedComponents(graph) of an undirected graph."""
    neighbours = _neighbours(graph, _ends_of_set, True)
    return set_of([set_of(_reached(node, neighbours)) for node in neighbours])


def transitive_closure(relation: Value, collection: Value) -> Value:
    """TransitiveClosure(relation, collection), by Warshall's algorithm."""
    nodes = listed(collection)
    listing = ordered(nodes)
    follows = {
        x: {y for y in listing if truth(apply(relation, (x, y)), "TransitiveClosure")}
        for x in listing
    }
    for middle in listing:
        for x in listing:
            if middle in follows[x]:
                follows[x] |= follows[middle]

    def leads(pair: Value) -> Value:
        x, y = sequence(pair, "TransitiveClosure")
        return boolean(y in follows[x])

    return function_over(Product((nodes, nodes)), leads, eager=True)


def dot_text(graph: Value, label: Operator, edge_label: Operator) -> Value:
    """DotDiGraph(graph, label, edge_label)."""
    parts = ["digraph MyGraph {"]
    for node in ordered(listed(apply(graph, "node"))):
        parts.append(f"{fingerprint(node)}[label={show(label(node))}];")
    for edge in ordered(listed(apply(graph, "edge"))):
        start, end = sequence(edge, "DotDiGraph")[:2]
        parts.append(f"{fingerprint(start)}->{fingerprint(end)}[label={show(edge_label(edge))}];")
    return known_string("".join([*parts, "}"]))


def causal_order(log: Value, clock: Operator, node: Operator, domain: Operator) -> Value:
    """CausalOrder(log, clock, node, domain): each entry after those that its clock knows of."""
    entries: dict[Value, list[tuple[int, Value]]] = {}
    for entry in sequence(log, "CausalOrder"):
        place = node(entry)
        time = natural(apply(clock(entry), place), "CausalOrder")
        entries.setdefault(place, []).append((time, entry))
    for rows in entries.values():
        rows.sort(key=lambda row: row[0])
    places = sorted(entries, key=cmp_to_key(compare))
    done = dict.fromkeys(places, 0)

    def is_next(place: Value) -> bool:
        if done[place] == len(entries[place]):
            return False
        times = clock(entries[place][done[place]][1])
        others: Iterable[Value] = elements(listed(domain(times)))
        return all(
            natural(apply(times, other), "CausalOrder") <= done.get(other, 0)
            for other in others
            if other != place
        )

    ordered_log: list[Value] = []
    progress = True
    while progress:
        progress = False
        for place in places:
            if is_next(place):
                ordered_log.append(entries[place][done[place]][1])
                done[place] += 1
                progress = True
    return tuple(ordered_log)


TABLE: Table = {
    "Graphs!AreConnectedIn": _connected(_ends_of_pair, False),
    "Graphs!SimplePath": _simple_paths(_ends_of_pair, False),
    "Graphs!IsStronglyConnected": is_strongly_connected,
    "UndirectedGraphs!AreConnectedIn": _connected(_ends_of_set, True),
    "UndirectedGraphs!SimplePath": _simple_paths(_ends_of_set, True),
    "UndirectedGraphs!ConnectedComponents": components,
    "Relation!TransitiveClosure": transitive_closure,
    "GraphViz!DotDiGraph": dot_text,
    "VectorClocks!CausalOrder": causal_order,
}
