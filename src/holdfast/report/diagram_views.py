"""A file of diagrams as the editor shows it: parts with their texts, and a drawing of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.diagram.comments import comment_count
from holdfast.diagram.diagram import Annotation, Diagram, Diagrams, Edge
from holdfast.diagram.json_form import diagrams_json
from holdfast.diagram.product import Run, Stage
from holdfast.diagram.writer import write_diagram
from holdfast.report.diagram_picture import diagram_picture
from holdfast.report.graph_json import graph_json
from holdfast.report.picture import Picture

MOST_DRAWN = 150
"""A diagram with more nodes is shown as text only."""
_MOST_EDGES = 1500


def diagrams_view(diagrams: Diagrams, runs: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The diagrams as JSON, the lines of their parts, and drawings.

    `runs` has a counterexample by the name of its diagram, as `--json` prints it. If it does not
    fit the diagram any more, it is not drawn.
    """
    return {
        **diagrams_json(diagrams),
        "lines": {each.name: _lines(each) for each in diagrams.diagrams},
        "edge_lines": {each.name: _edge_lines(each) for each in diagrams.diagrams},
        "pictures": {
            each.name: graph_json(picture_of(diagrams, each.name, runs.get(each.name)))
            for each in diagrams.diagrams
            if 0 < len(each.nodes) <= MOST_DRAWN and len(each.edges) <= _MOST_EDGES
        },
        "comments": comment_count(text),
    }


def picture_of(diagrams: Diagrams, name: str, run: Any) -> Picture:
    """A diagram of a file to be drawn: with a counterexample, in frames of what it refines."""
    images = {each.concrete: each.mapping for each in diagrams.refinements}
    diagram = diagrams.diagram(name)
    return diagram_picture(diagram, _run(diagram, run), images.get(name))


def _lines(diagram: Diagram) -> list[str]:
    """The parts of a diagram, a line each, as in a file."""
    found = (line.strip() for line in write_diagram(diagram).splitlines()[1:-1])
    return [line for line in found if line]


def _edge_lines(diagram: Diagram) -> list[dict[str, str]]:
    """For each pair of nodes the line of all edges between them, if they are one line."""
    pairs: dict[tuple[str, str], list[Edge]] = {}
    for edge in diagram.edges:
        pairs.setdefault((edge.source, edge.target), []).append(edge)
    found = []
    for (source, target), edges in pairs.items():
        lines = _lines(Diagram(diagram.name, edges=tuple(edges)))
        if len(lines) == 1:
            found.append({"source": source, "target": target, "text": lines[0]})
    return found


def _run(diagram: Diagram, data: Any) -> Run | None:
    """The run of JSON data; None if the diagram has another node or edge by now."""
    try:
        stages = tuple(
            Stage(
                diagram.node(stage["node"]),
                tuple(stage["valuation"].items()),
                None if stage["edge"] is None else _edge(diagram, stage["edge"]),
            )
            for stage in data["stages"]
        )
        return Run(stages, int(data["loop"]))
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration, RuntimeError):
        return None


def _edge(diagram: Diagram, data: Any) -> Edge:
    annotations = tuple(Annotation(a["ordering"], a["strict"]) for a in data["annotations"])
    wanted = Edge(data["source"], data["target"], tuple(data["actions"]), annotations)
    return next(edge for edge in diagram.edges if edge == wanted)
