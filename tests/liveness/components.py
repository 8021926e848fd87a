"""The strongly connected components of a graph."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(successors: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """A number for each node, the same for nodes that reach each other (Kosaraju's algorithm)."""
    predecessors: dict[Node, list[Node]] = {node: [] for node in successors}
    for node, out in successors.items():
        for target in out:
            predecessors[target].append(node)
    numbers: dict[Node, int] = {}
    for root in reversed(_finished(successors)):
        todo = [] if root in numbers else [root]
        while todo:
            node = todo.pop()
            if node not in numbers:
                numbers[node] = numbers.get(root, len(numbers))
                todo += predecessors[node]
    return numbers


def _finished(successors: Mapping[Node, Sequence[Node]]) -> list[Node]:
    """The nodes in the order in which a depth-first search leaves them."""
    known, finished = set[Node](), list[Node]()
    for root in successors:
        todo = [(root, iter(successors[root]))]
        if root in known:
            continue
        known.add(root)
        while todo:
            node, rest = todo[-1]
            fresh = next((target for target in rest if target not in known), None)
            if fresh is None:
                finished.append(node)
                todo.pop()
            else:
                known.add(fresh)
                todo.append((fresh, iter(successors[fresh])))
    return finished
