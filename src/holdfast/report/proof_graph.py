"""A proof graph as a picture.

A lemma is a box. Each action that needs other lemmas to keep it has a row in the box, from which
arrows lead to those lemmas. The property is on the left.
"""

from __future__ import annotations

from textwrap import wrap

from holdfast.infer.search.graph import Node, ProofGraph
from holdfast.report.graph_html import graph_html
from holdfast.report.graph_svg import graph_svg
from holdfast.report.picture import Arrow, Picture, Shape, line

_COLUMNS = 46


def proof_svg(graph: ProofGraph) -> str:
    """The graph as an SVG document."""
    return graph_svg(proof_picture(graph))


def proof_html(graph: ProofGraph, title: str, answer: str) -> str:
    """A page with the picture and the whole result as text."""
    explanation = (
        "A box is a lemma. Each row at its foot is an action, with lines to the lemmas that have"
        " to hold before a step of it so that this one holds after it. Actions that need no other"
        " lemma have no row."
    )
    return graph_html(proof_picture(graph), explanation, answer, title)


def proof_picture(graph: ProofGraph) -> Picture:
    """The graph to be drawn."""
    goal = next(iter(graph.texts))
    shapes = tuple(_shape(graph, name, name == goal) for name in graph.texts)
    arrows = tuple(
        Arrow(
            node.lemma,
            support,
            title=f"{node.lemma}, {node.action}: needs {support}",
            row=_rows(graph, node.lemma).index(node),
        )
        for node in graph.nodes
        for support in node.support
    )
    return Picture(f"Why {goal} holds", shapes, arrows, rightwards=True)


def _rows(graph: ProofGraph, name: str) -> list[Node]:
    return [node for node in graph.nodes if node.lemma == name]


def _shape(graph: ProofGraph, name: str, is_goal: bool) -> Shape:
    text, nodes = graph.texts[name], _rows(graph, name)
    lines = [] if text == name else wrap(text, _COLUMNS, break_long_words=False)
    rows = tuple(
        line(f"{node.action}  open", "open") if node.is_open else line(node.action, "dim")
        for node in nodes
    )
    head = (line(name, "name"), *map(line, lines))
    is_open = any(node.is_open for node in nodes)
    return Shape(
        name,
        (head, rows) if rows else (head,),
        (*(("goal",) if is_goal else ()), *(("open",) if is_open else ())),
        f"{name}: {text}",
    )
