"""The shortest fair lasso of a product, in Python: the definition of `native/runtime/lassos.c`.

First the strongly connected components, split until each meets all conditions or is
dropped: where a condition has no good mark, its bad steps are removed. All fair loops are in
the components that are left. Then, from each of their nodes, nearest to an initial one first, the
shortest loop that meets the conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from holdfast.cancellation import tick
from holdfast.check.liveness.problem import Accepts, Graph, Lasso, Problem

Node: TypeAlias = tuple[int, int]
"""A state, and a node of the tableau."""
_Visit: TypeAlias = tuple[Node, int]
"""A node, and the marks on the way to it."""


@dataclass(frozen=True, slots=True)
class _Component:
    """Nodes whose loops are fair if they avoid the steps with marks of `without`."""

    nodes: frozenset[Node]
    without: int


def shortest_lasso(problem: Problem, graph: Graph, shorter_than: int | None) -> Lasso | None:
    """A shortest fair lasso; None if there is none, or none as short."""
    product = _Product(problem, graph)
    distances = product.distances()
    fair: dict[Node, _Component] = {}
    for component in product.fair_components(list(distances)):
        fair.update(dict.fromkeys(component.nodes, component))
    best: tuple[Node, list[Node]] | None = None
    most = shorter_than
    for node, (distance, _) in distances.items():
        if most is not None and distance + 1 >= most:
            break
        if node in fair:
            room = None if most is None else most - distance - 1
            loop = product.shortest_loop(node, fair[node], room)
            if loop is not None:
                best, most = (node, loop), distance + len(loop)
    return None if best is None else product.lasso(distances, *best)


class _Product:
    def __init__(self, problem: Problem, graph: Graph) -> None:
        self.graph = graph
        self.edges = problem.tableau.edges
        self.conditions = problem.conditions
        self.atoms = (1 << len(problem.tableau.atoms)) - 1
        self.promises = problem.promises
        self.tableau = problem.tableau
        marks = problem.marks
        self.of_states = _by_place(marks.states, graph.states)
        self.of_steps = _by_place(marks.steps, graph.steps)
        self.still = _by_place(marks.still, graph.states)

    def steps(self, node: Node) -> Iterator[tuple[Node, int]]:
        """The steps of a node, in order, with their marks; stuttering is the last, if possible."""
        tick()
        state, place = node
        own = self.of_states[state]
        first = self.graph.first
        for i in range(first[state], first[state + 1]):
            marks = own | self.of_steps[i]
            for edge in self.edges[marks & self.atoms][place]:
                yield (self.graph.target[i], edge.next), marks | edge.kept << self.promises
        if not self.graph.stutters:
            return
        marks = own | self.still[state]
        for edge in self.edges[marks & self.atoms][place]:
            yield (state, edge.next), marks | edge.kept << self.promises

    def distances(self) -> dict[Node, tuple[int, Node | None]]:
        """The reachable nodes, nearest first, with their distance and predecessor."""
        found: dict[Node, tuple[int, Node | None]] = {}
        for state in range(self.graph.initial):
            for place in range(self.tableau.nodes):
                if self.tableau.is_start(self.of_states[state] & self.atoms, place):
                    found[state, place] = 0, None
        pending = list(found)
        for node in pending:
            for after, _ in self.steps(node):
                if after not in found:
                    found[after] = found[node][0] + 1, node
                    pending.append(after)
        return found

    # ---- components ----

    def fair_components(self, nodes: list[Node]) -> Iterator[_Component]:
        """The components that contain all fair loops, each with a fair one."""
        pending = [(nodes, 0)]
        while pending:
            inside, without = pending.pop()
            for nodes in self._components(inside, without):
                members = frozenset(nodes)
                more = self._judged(members, without)
                if more == 0:
                    yield _Component(members, without)
                elif more is not None:
                    pending.append((nodes, without | more))

    def _judged(self, members: frozenset[Node], without: int) -> int | None:
        """0 if a component is fair; the marks to remove, if any; None if it has no fair loop."""
        seen, empty = 0, True
        for node in members:
            for after, marks in self.steps(node):
                if after in members and not marks & without:
                    seen, empty = seen | marks, False
        if empty:
            return None
        more = 0
        for c in self.conditions:
            if not seen & c.good:
                if c.bad is None:
                    return None
                more |= seen & c.bad
        return more

    def _components(self, nodes: list[Node], without: int) -> Iterator[list[Node]]:
        """Tarjan's algorithm, without recursion."""
        inside = frozenset(nodes)
        index: dict[Node, int] = {}
        low: dict[Node, int] = {}
        done: set[Node] = set()
        stack: list[Node] = []
        for root in nodes:
            if root in index:
                continue
            index[root] = low[root] = len(index)
            stack.append(root)
            calls = [(root, self.steps(root))]
            while calls:
                node, steps = calls[-1]
                for after, marks in steps:
                    if after not in inside or marks & without or after in done:
                        continue
                    if after not in index:
                        index[after] = low[after] = len(index)
                        stack.append(after)
                        calls.append((after, self.steps(after)))
                        break
                    low[node] = min(low[node], index[after])
                else:
                    calls.pop()
                    if calls:
                        parent = calls[-1][0]
                        low[parent] = min(low[parent], low[node])
                    if low[node] == index[node]:
                        at = len(stack) - 1
                        while stack[at] != node:
                            at -= 1
                        component = stack[at:]
                        del stack[at:]
                        done.update(component)
                        yield component

    # ---- loops ----

    def shortest_loop(self, start: Node, within: _Component, most: int | None) -> list[Node] | None:
        """The shortest fair loop from a node, as the nodes after it; of at most `most` steps."""
        first = (start, 0)
        before: dict[_Visit, _Visit | None] = {first: None}
        level = [first]
        length = 0
        while level and (most is None or length < most):
            length += 1
            found: list[_Visit] = []
            for at in level:
                for after, marks in self.steps(at[0]):
                    if after not in within.nodes or marks & within.without:
                        continue
                    seen = reduced(self.conditions, at[1] | marks)
                    if after == start and is_met(self.conditions, seen):
                        return [*_path(before, at), start]
                    if (after, seen) not in before:
                        before[after, seen] = at
                        found.append((after, seen))
            level = found
        return None

    def lasso(
        self, distances: dict[Node, tuple[int, Node | None]], start: Node, loop: list[Node]
    ) -> Lasso:
        """The lasso that goes to a node and then round a loop."""
        path: list[Node] = []
        at: Node | None = start
        while at is not None:
            path.append(at)
            at = distances[at][1]
        path.reverse()
        states = tuple(state for state, _ in (*path, *loop[:-1]))
        return Lasso(states, len(path) - 1)


def reduced(conditions: Iterable[Accepts], seen: int) -> int:
    """The marks that still matter: bad ones do not if there is a good one."""
    kept = 0
    for c in conditions:
        kept |= seen & c.good or seen & (c.bad or 0)
    return kept


def is_met(conditions: Iterable[Accepts], seen: int) -> bool:
    """Whether a loop with these marks meets all conditions."""
    return all(seen & c.good or (c.bad is not None and not seen & c.bad) for c in conditions)


def _by_place(marks: tuple[int, ...], size: int) -> list[int]:
    """The marks of each state, or step."""
    found = [0] * size
    for number, places in enumerate(marks):
        for i, digit in enumerate(reversed(f"{places:b}")):
            if digit == "1":
                found[i] |= 1 << number
    return found


def _path(before: dict[_Visit, _Visit | None], at: _Visit) -> list[Node]:
    """The nodes on the way to a visit, without the first."""
    path: list[Node] = []
    step: _Visit | None = at
    while step is not None:
        path.append(step[0])
        step = before[step]
    return path[-2::-1]
