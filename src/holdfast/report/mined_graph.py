"""The graph of mined relations: a node for each term, an edge for each relation of two.

Greater terms are above smaller ones: an edge `a <= b` leads up from `a` to `b`. Ranges and values
of single terms are inside the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from holdfast.mine.mine import Mined
from holdfast.mine.relation import Relation

_CHAR, _LINE, _PAD, _GAP_X, _GAP_Y, _MARGIN = 7.4, 18, 10, 40, 90, 20
_STYLE = (
    "text { font: 12.5px ui-monospace, monospace; fill: #1b1f24; } "
    ".node { fill: #f6f8fa; stroke: #57606a; } .edge { stroke: #2f6fab; fill: none; } "
    ".label { fill: #2f6fab; text-anchor: middle; } .bound { fill: #57606a; }"
)
_GREATER = {"<=", "<", "=>"}
_SMALLER = {">=", ">"}


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


# ---- DOT ----


def dot_text(mined: Mined, name: str) -> str:
    """The graph in Graphviz's DOT language."""
    graph = relation_graph(mined.relations)
    numbers = {node: i for i, node in enumerate(graph.nodes)}
    rows = [
        f"digraph {_quoted(name)} {{",
        "  rankdir=BT;",
        '  node [shape=box, fontname="monospace"];',
        '  edge [fontname="monospace"];',
    ]
    for node, bounds in graph.nodes.items():
        rows.append(f"  {numbers[node]} [label={_quoted(chr(10).join([node, *bounds]))}];")
    for edge in graph.edges:
        style = "" if edge.directed else ", dir=none"
        ends = f"{numbers[edge.source]} -> {numbers[edge.target]}"
        rows.append(f"  {ends} [label={_quoted(edge.label)}{style}];")
    return "\n".join([*rows, "}", ""])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# ---- SVG ----


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float


def svg_text(mined: Mined) -> str:
    """The graph as an SVG document, in layers."""
    graph = relation_graph(mined.relations)
    boxes = _placed(graph)
    width = max((b.x + b.width for b in boxes.values()), default=0.0) + _MARGIN
    height = max((b.y + b.height for b in boxes.values()), default=0.0) + _MARGIN
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<style>{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#2f6fab"/></marker>'
        "</defs>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        *(line for edge in graph.edges for line in _line(edge, boxes)),
        *(line for name, box in boxes.items() for line in _node(name, graph.nodes[name], box)),
    ]
    return "\n".join([*rows, "</svg>", ""])


def _placed(graph: RelationGraph) -> dict[str, _Box]:
    """A box for each term, the layers from bottom to top by the longest chain below."""
    layers = _layers(graph)
    rows: dict[int, list[str]] = {}
    for name in graph.nodes:
        rows.setdefault(layers[name], []).append(name)
    boxes: dict[str, _Box] = {}
    y = float(_MARGIN)
    for layer in sorted(rows, reverse=True):
        x, tallest = float(_MARGIN), 0.0
        for name in rows[layer]:
            lines = [name, *graph.nodes[name]]
            width = max(map(len, lines)) * _CHAR + 2 * _PAD
            height = len(lines) * _LINE + _PAD
            boxes[name] = _Box(x, y, width, height)
            x += width + _GAP_X
            tallest = max(tallest, height)
        y += tallest + _GAP_Y
    return boxes


def _layers(graph: RelationGraph) -> dict[str, int]:
    """The length of the longest chain of smaller terms; at most as many as there are terms."""
    layers = dict.fromkeys(graph.nodes, 0)
    for _ in graph.nodes:
        changed = False
        for edge in graph.edges:
            if edge.directed and layers[edge.target] <= layers[edge.source] < len(layers):
                layers[edge.target] = layers[edge.source] + 1
                changed = True
        if not changed:
            break
    return layers


def _line(edge: Edge, boxes: dict[str, _Box]) -> Iterator[str]:
    a, b = boxes[edge.source], boxes[edge.target]
    x1, x2 = a.x + a.width / 2, b.x + b.width / 2
    y1 = a.y if b.y < a.y else a.y + a.height
    y2 = b.y + b.height if b.y < a.y else b.y if b.y > a.y else b.y + b.height
    bend = _GAP_Y / 2 if a.y == b.y else 0.0
    middle = f"{(x1 + x2) / 2:.1f},{max(y1, y2) + bend:.1f}" if bend else ""
    path = f"M{x1:.1f},{y1:.1f} " + (f"Q{middle} " if bend else "L") + f"{x2:.1f},{y2:.1f}"
    tip = ' marker-end="url(#tip)"' if edge.directed else ""
    yield f'<path class="edge" d="{path}"{tip}/>'
    y = (y1 + y2) / 2 + bend / 2
    yield f'<text class="label" x="{(x1 + x2) / 2:.1f}" y="{y:.1f}">{escape(edge.label)}</text>'


def _node(name: str, bounds: list[str], box: _Box) -> Iterator[str]:
    yield (
        f'<rect class="node" x="{box.x:.1f}" y="{box.y:.1f}" rx="5"'
        f' width="{box.width:.1f}" height="{box.height:.1f}"/>'
    )
    for index, line in enumerate([name, *bounds]):
        kind = "bound" if index else "name"
        y = box.y + _PAD + 8 + _LINE * index
        yield f'<text class="{kind}" x="{box.x + _PAD:.1f}" y="{y:.1f}">{escape(line)}</text>'


# ---- a page ----


def html_text(mined: Mined, title: str, answer: str) -> str:
    """A page with the drawing and the whole result as text."""
    rows = [
        "<!doctype html>",
        '<html lang="en">',
        '<meta charset="utf-8">',
        f"<title>{escape(title)}</title>",
        "<style>body { font-family: system-ui, sans-serif; margin: 2em; color: #1b1f24; }",
        " pre { background: #f6f8fa; padding: 1em; overflow-x: auto; }",
        " figure { margin: 0; overflow-x: auto; }</style>",
        f"<h1>{escape(title)}</h1>",
        "<p>A box is a term, an arrow leads from a smaller term to a greater one.</p>",
        f"<figure>{svg_text(mined)}</figure>",
        f"<pre>{escape(answer)}</pre>",
        "</html>",
    ]
    return "\n".join([*rows, ""])
