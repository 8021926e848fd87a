"""Nodes and edges of a diagram as rows of plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from holdfast.diagram.diagram import Diagram


def node_rows(diagram: Diagram) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each node: whether it is initial, and its literals by predicate."""
    for node in diagram.nodes:
        literals = {each.predicate: each.positive for each in node.literals}
        yield node.name, {"initial": node.initial, "literals": literals}


def edge_rows(diagram: Diagram) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each edge: its actions, and the orderings that decrease or do not increase."""
    for edge in diagram.edges:
        decreases = [each.ordering for each in edge.annotations if each.strict]
        keeps = [each.ordering for each in edge.annotations if not each.strict]
        own = {"actions": list(edge.actions), "decreases": decreases, "not_increases": keeps}
        yield edge.source, edge.target, own
