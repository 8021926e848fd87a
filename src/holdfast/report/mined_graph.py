"""The graph of mined relations: a node for each term, an edge for each relation of two.

Greater terms are above smaller ones: an edge `a <= b` leads up from `a` to `b`. Ranges and values
of single terms are inside the nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from holdfast.mine.mine import Mined
from holdfast.report.graph_dot import graph_dot
from holdfast.report.graph_html import graph_html
from holdfast.report.graph_svg import graph_svg
from holdfast.report.picture import Arrow, Picture, Shape, line

_GREATER = {"<=", "<", "=>"}
_SMALLER = {">=", ">"}


class Relation(Protocol):
    """A relation as far as it is drawn: just found, or read from a stored result."""

    @property
    def form(self) -> str:
        """Its kind."""

    @property
    def left(self) -> str:
        """The term on the left."""

    @property
    def rel(self) -> str:
        """The sign between both."""

    @property
    def right(self) -> str:
        """The term on the right."""

    @property
    def names(self) -> str:
        """Quantified names."""

    @property
    def at(self) -> str:
        """The location that it is restricted to."""

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms in it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation of two terms, from the smaller one if there is an order."""

    source: str
    target: str
    label: str
    directed: bool


@dataclass(slots=True)
class RelationGraph:
    """Terms with their bounds, and the relations between them."""

    nodes: dict[str, list[str]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)


def relation_graph(relations: Sequence[Relation]) -> RelationGraph:
    """The graph of some relations."""
    graph = RelationGraph()
    for each in relations:
        names = f" ({each.names})" if each.names else ""
        at = f"{each.at}: " if each.at else ""
        if len(each.terms) == 2 and each.form in ("order", "difference", "implication"):
            left, right = _ends(each)
            rel = each.rel if each.form != "difference" else f"{each.rel} {each.right} apart"
            if each.rel in _SMALLER and each.form == "order":
                left, right = right, left
                rel = {">=": "<=", ">": "<"}[each.rel]
            graph.nodes.setdefault(left, [])
            graph.nodes.setdefault(right, [])
            directed = each.rel in _GREATER | _SMALLER
            graph.edges.append(Edge(left, right, f"{at}{rel}{names}", directed))
        elif len(each.terms) == 1:
            graph.nodes.setdefault(each.left, []).append(f"{at}{each.rel} {each.right}{names}")
    return graph


def _ends(relation: Relation) -> tuple[str, str]:
    if relation.form == "difference":
        left, _, right = relation.left.partition(" - ")
        return left, right
    return relation.left, relation.right


# ---- pictures ----


def dot_text(mined: Mined, name: str) -> str:
    """The graph in Graphviz's DOT language."""
    return graph_dot(relation_picture(mined.relations, name))


def svg_text(mined: Mined, name: str) -> str:
    """The graph as an SVG document."""
    return graph_svg(relation_picture(mined.relations, name))


def html_text(mined: Mined, title: str, answer: str) -> str:
    """A page with the drawing and the whole result as text."""
    explanation = "A box is a term, an arrow leads from a smaller term to a greater one."
    return graph_html(relation_picture(mined.relations, title), explanation, answer)


def relation_picture(relations: Sequence[Relation], name: str) -> Picture:
    """The graph to be drawn: greater terms are above."""
    graph = relation_graph(relations)
    # Links of the layout lead down: an arrow to a greater term has its tip at their start.
    arrows = tuple(
        Arrow(
            edge.target,
            edge.source,
            (line(edge.label, "link"),),
            title=f"{edge.source} {edge.label} {edge.target}",
            tip="start" if edge.directed else "none",
        )
        for edge in graph.edges
    )
    shapes = tuple(
        Shape(key, ((line(key, "name"), *(line(bound, "dim") for bound in bounds)),))
        for key, bounds in graph.nodes.items()
    )
    return Picture(name, shapes, arrows)
