"""Predicate diagrams as pictures, after the conventions of DIXIT.

Initial nodes have a double border; an action with weak fairness is on cyan ground with the
letters WF, one with strong fairness on magenta ground with SF; a counterexample is red, and its
steps are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from holdfast.diagram.diagram import Action, Diagram, Edge, Fairness, Literal, Node
from holdfast.report.picture import (
    Arrow,
    Cluster,
    Kind,
    Line,
    Picture,
    Piece,
    Shape,
    line,
    merged,
)

_COLUMNS = 46
_KINDS: dict[Fairness, Kind] = {
    Fairness.NONE: "",
    Fairness.WEAK: "weak",
    Fairness.STRONG: "strong",
}


@dataclass(frozen=True, slots=True)
class Highlight:
    """A counterexample on a diagram: its nodes, and the edge that each step takes, or None.

    `loop` is the index of the node to which the last step returns. There is a step from each node
    to the next, and if there is a loop, one from the last node back. A step without an edge is
    a stutter.
    """

    nodes: tuple[str, ...]
    edges: tuple[Edge | None, ...]
    loop: int | None = None


def diagram_picture(
    diagram: Diagram,
    counterexample: Highlight | None = None,
    clusters: Mapping[str, str] | None = None,
) -> Picture:
    """A diagram as a picture; `clusters` are the titles of the frames that nodes are in."""
    clusters = clusters or {}
    actions = {action.name: action for action in diagram.actions}
    ordered = sorted(diagram.nodes, key=lambda node: not node.initial)
    shapes = tuple(_shape(diagram, n, counterexample, clusters.get(n.name)) for n in ordered)
    arrows = [_arrow(edge, actions, counterexample) for edge in diagram.edges]
    frames = tuple(
        Cluster(title, title, _folded(title, [n for n in ordered if clusters.get(n.name) == title]))
        for title in dict.fromkeys(clusters[n.name] for n in ordered if n.name in clusters)
    )
    return Picture(diagram.name, shapes, merged(arrows), frames, tuple(_notes(counterexample)))


def _shape(
    diagram: Diagram, node: Node, counterexample: Highlight | None, cluster: str | None
) -> Shape:
    texts = [literal_text(diagram, each) for each in node.literals]
    lines = tuple(line(row) for text in texts for row in wrapped(text))
    steps = _visits(node, counterexample)
    return Shape(
        node.name,
        ((line(node.name, "name"),), lines) if lines else ((line(node.name, "name"),),),
        (*(("initial",) if node.initial else ()), *(("bad",) if steps else ())),
        f"{node.name}{', initial' if node.initial else ''}: {'; '.join(texts) or 'TRUE'}",
        steps,
        cluster,
    )


def wrapped(text: str) -> list[str]:
    """A formula in lines that are not too long; later ones are indented."""
    return wrap(text, _COLUMNS, subsequent_indent="  ", break_long_words=False) or [text]


def literal_text(diagram: Diagram, literal: Literal) -> str:
    """A literal as the diagram shows it: the predicate's text, or its name if that is shorter."""
    own = next((p for p in diagram.predicates if p.name == literal.predicate), None)
    text = literal.predicate if own is None else own.text
    if len(text) > _COLUMNS:
        text = literal.predicate
    if literal.positive:
        return text
    return f"~{text}" if text.isidentifier() else f"~({text})"


def _folded(title: str, nodes: Sequence[Node]) -> Shape:
    initial = any(node.initial for node in nodes)
    count = line(f"{len(nodes)} nodes", "dim")
    return Shape(title, ((line(title, "name"),), (count,)), ("initial",) if initial else ())


# ---- arrows ----


def _arrow(edge: Edge, actions: Mapping[str, Action], counterexample: Highlight | None) -> Arrow:
    label = edge_label(edge, actions)
    steps = _steps(edge, counterexample)
    if steps:
        label = ((Piece(steps, "step"), *label[0]), *label[1:])
    words = "; ".join(" ".join(piece.text for piece in row) for row in label)
    title = f"{edge.source} to {edge.target}: {words}"
    return Arrow(edge.source, edge.target, label, ("bad",) if steps else (), title)


def edge_label(edge: Edge, actions: Mapping[str, Action]) -> tuple[Line, ...]:
    """A line: the actions of an edge with their fairness, then its orderings."""
    pieces: list[Piece] = []
    for name in edge.actions:
        fairness = actions[name].fairness if name in actions else Fairness.NONE
        pieces += [Piece("/\\", "dim")] if pieces else []
        pieces.append(Piece(f"{name} {fairness.value}".strip(), _KINDS[fairness]))
    for each in edge.annotations:
        pieces.append(Piece(f"({each.ordering}, {'<' if each.strict else '<='})", "dim"))
    return (tuple(pieces),)


# ---- counterexamples ----


def _visits(node: Node, counterexample: Highlight | None) -> str:
    if counterexample is None:
        return ""
    return ",".join(str(i) for i, n in enumerate(counterexample.nodes, 1) if n == node.name)


def _steps(edge: Edge, counterexample: Highlight | None) -> str:
    if counterexample is None:
        return ""
    return ",".join(str(i) for i, e in enumerate(counterexample.edges, 1) if e == edge)


def _notes(counterexample: Highlight | None) -> list[Line]:
    if counterexample is None:
        return []
    path = " -> ".join(counterexample.nodes)
    notes = [line(f"counterexample: {path}", "bad")]
    if counterexample.loop is not None:
        stutters = counterexample.edges[-1:] == (None,)
        again = "then it stutters for ever" if stutters else (
            f"then again from {counterexample.loop + 1}, for ever"
        )  # fmt: skip
        notes.append(line(again, "bad"))
    return notes
