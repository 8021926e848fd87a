"""Predicate diagrams as pictures, after the conventions of DIXIT.

Initial nodes have a double border; an action with weak fairness is on cyan ground with the
letters WF, one with strong fairness on magenta ground with SF; a counterexample is red, and its
steps are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from holdfast.diagram.diagram import Action, Diagram, Edge, Fairness, Literal, Node
from holdfast.diagram.judged import Judged
from holdfast.diagram.product import Run
from holdfast.report.graph_svg import graph_svg
from holdfast.report.picture import (
    Arrow,
    Cluster,
    Kind,
    Line,
    Picture,
    Piece,
    Shape,
    Style,
    line,
    merged,
    plain,
)

_COLUMNS = 46
EXPLANATION = (
    "A box is a node with its literals; initial nodes have a double border. An arrow is an edge"
    " with its actions and orderings. WF is weak fairness (cyan), SF strong fairness (magenta). A"
    " counterexample is red, and its steps are numbered."
)
_KINDS: dict[Fairness, Kind] = {
    Fairness.NONE: "",
    Fairness.WEAK: "weak",
    Fairness.STRONG: "strong",
}


def diagram_picture(
    diagram: Diagram,
    counterexample: Run | None = None,
    clusters: Mapping[str, str] | None = None,
) -> Picture:
    """A diagram as a picture; `clusters` are the titles of the frames that nodes are in."""
    # No node has such a name: a node may be called like the node that it refines.
    clusters = {node: f"[{title}]" for node, title in _framed(clusters or {}).items()}
    actions = {action.name: action for action in diagram.actions}
    ordered = sorted(diagram.nodes, key=lambda node: not node.initial)
    shapes = tuple(_shape(diagram, n, counterexample, clusters.get(n.name)) for n in ordered)
    arrows = [_arrow(edge, actions, counterexample) for edge in diagram.edges]
    frames = []
    for key in dict.fromkeys(clusters[n.name] for n in ordered if n.name in clusters):
        own = [n for n in ordered if clusters.get(n.name) == key]
        frames.append(Cluster(key, key[1:-1], _folded(key, own, counterexample)))
    return Picture(
        diagram.name,
        shapes,
        merged(arrows),
        tuple(frames),
        (*_parameters(diagram), *_notes(counterexample)),
    )


def _framed(clusters: Mapping[str, str]) -> dict[str, str]:
    """The nodes with frames: not those that are alone and called like their frame."""
    alone = {node for node, title in clusters.items() if list(clusters.values()).count(title) == 1}
    return {n: title for n, title in clusters.items() if n != title or n not in alone}


def diagram_svg(
    diagram: Diagram,
    counterexample: Run | None = None,
    clusters: Mapping[str, str] | None = None,
) -> str:
    """A diagram as an SVG document."""
    return graph_svg(diagram_picture(diagram, counterexample, clusters))


def _shape(diagram: Diagram, node: Node, counterexample: Run | None, cluster: str | None) -> Shape:
    texts = [literal_text(diagram, each) for each in node.literals]
    lines = tuple(line(row) for text in texts for row in wrapped(text))
    steps = _visits(node, counterexample)
    head = (*((Piece(steps, "step"),) if steps else ()), Piece(node.name, "name"))
    return Shape(
        node.name,
        ((head,), lines) if lines else ((head,),),
        (*(("initial",) if node.initial else ()), *(("bad",) if steps else ())),
        f"{node.name}{', initial' if node.initial else ''}: {'; '.join(texts) or 'TRUE'}",
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


def _folded(key: str, nodes: Sequence[Node], run: Run | None) -> Shape:
    rows = tuple(line(node.name, "dim") for node in nodes)
    styles: list[Style] = ["initial"] if any(node.initial for node in nodes) else []
    styles += ["bad"] if any(_visits(node, run) for node in nodes) else []
    return Shape(key, ((line(key[1:-1], "name"),), rows), tuple(styles), unfolds=key)


# ---- arrows ----


def _arrow(edge: Edge, actions: Mapping[str, Action], counterexample: Run | None) -> Arrow:
    label = edge_label(edge, actions)
    steps = _steps(edge, counterexample)
    if steps:
        label = ((Piece(steps, "step"), *label[0]), *label[1:])
    words = "; ".join(map(plain, label))
    title = f"{edge.source} to {edge.target}: {words}"
    return Arrow(edge.source, edge.target, label, ("bad",) if steps else (), title)


def edge_label(edge: Edge, actions: Mapping[str, Action]) -> tuple[Line, ...]:
    """A line: the actions of an edge with their fairness, then its orderings."""
    pieces: list[Piece] = []
    for name in edge.actions:
        fairness = actions[name].fairness if name in actions else Fairness.NONE
        pieces += [Piece("&", "dim")] if pieces else []
        pieces.append(Piece(f"{name} {fairness.value}".strip(), _KINDS[fairness]))
    for each in edge.annotations:
        pieces.append(Piece(f"({each.ordering}, {'<' if each.strict else '<='})", "dim"))
    return (tuple(pieces),)


# ---- counterexamples ----


def _visits(node: Node, run: Run | None) -> str:
    stages = () if run is None else run.stages
    return ",".join(str(i) for i, stage in enumerate(stages, 1) if stage.node.name == node.name)


def _steps(edge: Edge, run: Run | None) -> str:
    stages = () if run is None else run.stages
    return ",".join(str(i) for i, stage in enumerate(stages, 1) if stage.edge == edge)


def _parameters(diagram: Diagram) -> list[Line]:
    texts = [f"{name} \\in {values}" for name, values in diagram.parameters]
    return [line(f"for each {', '.join(texts)}", "dim")] if texts else []


def _notes(run: Run | None) -> list[Line]:
    if run is None:
        return []
    path = " -> ".join(stage.node.name for stage in run.stages)
    again = f"then again from {run.loop + 1}, for ever"
    if all(stage.edge is None for stage in run.repeated):
        again = "then it stays there for ever"
    return [line(f"counterexample: {path}", "bad"), line(again, "bad")]


# ---- the diagrams of a file ----


def judged_pictures(judged: Judged) -> dict[str, Picture]:
    """A picture of each diagram of a file, by name.

    It has a run that violates a claim or a refinement, and frames for the nodes that it refines.
    """
    images = {each.concrete: each.mapping for each in judged.diagrams.refinements}
    runs: dict[str, Run] = {}
    for refined in reversed(judged.refinements):
        found = [f.run for c in refined.conditions for f in c.findings if f.run is not None]
        if found:
            runs[refined.refinement.concrete] = found[0]
    runs |= {c.diagram.name: c.run for c in reversed(judged.claims) if c.run is not None}
    return {
        each.name: diagram_picture(each, runs.get(each.name), images.get(each.name))
        for each in judged.diagrams.diagrams
    }
