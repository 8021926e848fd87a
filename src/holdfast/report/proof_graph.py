"""A proof graph as a picture: SVG, drawn without other programs, and HTML around it.

A lemma is a box. Each action that needs other lemmas to keep it has a row in the box, from which
edges lead to those lemmas. The property is on the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from holdfast.infer.search.graph import Node, ProofGraph

_CHAR = 7.3
_LINE = 18
_PAD = 10
_COLUMNS = 46
_GAP_X = 110
_GAP_Y = 26
_MARGIN = 20
_STYLE = """
  text { font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1b1f24; }
  .name { font-weight: bold; }
  .action { fill: #57606a; }
  .open { fill: #b3261e; font-weight: bold; }
  .box { fill: #ffffff; stroke: #8c959f; }
  .goal { fill: #eaf2fb; stroke: #2f6fab; stroke-width: 2; }
  .missing { stroke: #b3261e; stroke-width: 2; }
  .rule { stroke: #d0d7de; }
  .edge { fill: none; stroke: #2f6fab; stroke-width: 1.3; opacity: 0.75; }
"""


@dataclass(frozen=True, slots=True)
class _Box:
    """A lemma on the page: its position, its lines, and the height of each action's row."""

    name: str
    x: float
    y: float
    width: float
    lines: tuple[str, ...]
    nodes: tuple[Node, ...]

    @property
    def height(self) -> float:
        return 2 * _PAD + _LINE * (1 + len(self.lines)) + self._rows_height

    @property
    def _rows_height(self) -> float:
        return _LINE * len(self.nodes) + _PAD if self.nodes else 0

    def row(self, index: int) -> float:
        """The middle of an action's row."""
        return self.y + self.height - _PAD - _LINE * (len(self.nodes) - index - 0.5)

    @property
    def entry(self) -> float:
        """Where lines to the lemma end."""
        return self.y + _PAD + _LINE / 2


def proof_svg(graph: ProofGraph) -> str:
    """The graph as an SVG document."""
    boxes = _placed(graph)
    width = max(b.x + b.width for b in boxes.values()) + _GAP_X / 2 + _MARGIN
    height = max(b.y + b.height for b in boxes.values()) + _MARGIN
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<style>{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#2f6fab"/></marker>'
        "</defs>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        *_edges(boxes),
    ]
    for box in boxes.values():
        rows += _drawn(box, is_goal=box is next(iter(boxes.values())))
    return "\n".join([*rows, "</svg>", ""])


# ---- layout ----


def _placed(graph: ProofGraph) -> dict[str, _Box]:
    """A box for each lemma: columns by distance from the property."""
    columns: dict[int, list[str]] = {}
    for name, rank in graph.ranks().items():
        columns.setdefault(rank, []).append(name)
    boxes: dict[str, _Box] = {}
    x = float(_MARGIN)
    for rank in sorted(columns):
        names = _ordered(columns[rank], boxes)
        column = [_box(graph, name, x) for name in names]
        y = float(_MARGIN)
        widest = max(b.width for b in column)
        for box in column:
            boxes[box.name] = _Box(box.name, x, y, widest, box.lines, box.nodes)
            y += box.height + _GAP_Y
        x += widest + _GAP_X
    return {name: boxes[name] for name in graph.texts}


def _ordered(names: Sequence[str], before: Mapping[str, _Box]) -> list[str]:
    """The lemmas of a column by the heights of the rows that lead to them."""
    heights: dict[str, list[float]] = {name: [] for name in names}
    for box in before.values():
        for index, node in enumerate(box.nodes):
            for support in node.support:
                if support in heights:
                    heights[support].append(box.row(index))
    return sorted(names, key=lambda n: sum(heights[n]) / len(heights[n]) if heights[n] else 0.0)


def _box(graph: ProofGraph, name: str, x: float) -> _Box:
    text = graph.texts[name]
    lines = () if text == name else tuple(wrap(text, _COLUMNS, break_long_words=False))
    nodes = tuple(n for n in graph.nodes if n.lemma == name)
    longest = max(map(len, (name, *lines, *(n.action + "  open" for n in nodes))))
    return _Box(name, x, 0.0, longest * _CHAR + 2 * _PAD, lines, nodes)


# ---- drawing ----


def _drawn(box: _Box, is_goal: bool) -> Iterator[str]:
    kinds = ["box"]
    kinds += ["goal"] if is_goal else []
    kinds += ["missing"] if any(n.is_open for n in box.nodes) else []
    yield (
        f'<rect class="{" ".join(kinds)}" x="{box.x:.1f}" y="{box.y:.1f}" rx="5"'
        f' width="{box.width:.1f}" height="{box.height:.1f}"/>'
    )
    yield _text(box.x + _PAD, box.y + _PAD + 13, box.name, "name")
    for index, line in enumerate(box.lines, start=1):
        yield _text(box.x + _PAD, box.y + _PAD + 13 + _LINE * index, line, "")
    if box.nodes:
        y = box.row(0) - _LINE / 2 - _PAD / 2
        end = box.x + box.width
        yield f'<line class="rule" x1="{box.x:.1f}" y1="{y:.1f}" x2="{end:.1f}" y2="{y:.1f}"/>'
    for index, node in enumerate(box.nodes):
        shown = f"{node.action}  open" if node.is_open else node.action
        kind = "open" if node.is_open else "action"
        yield _text(box.x + _PAD, box.row(index) + 4, shown, kind)


def _text(x: float, y: float, text: str, kind: str) -> str:
    # Blanks at the beginning of a line are kept.
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" xml:space="preserve">{escape(text)}</text>'
    )


def _edges(boxes: Mapping[str, _Box]) -> Iterator[str]:
    for box in boxes.values():
        for index, node in enumerate(box.nodes):
            for support in node.support:
                title = escape(f"{node.lemma}, {node.action}: needs {support}")
                path = _curve(box, box.row(index), boxes[support])
                yield (
                    f'<path class="edge" d="{path}" marker-end="url(#tip)">'
                    f"<title>{title}</title></path>"
                )


def _curve(box: _Box, y1: float, target: _Box) -> str:
    """A line from a row of a box to a lemma: between the sides that face each other."""
    right, y2 = box.x + box.width, target.entry
    if target.x > box.x:
        x1, x2 = right, target.x
        bend1 = -(bend2 := -max(_GAP_X / 2, (x2 - x1) / 2))
    elif target.x < box.x:
        x1, x2 = box.x, target.x + target.width
        bend1 = -(bend2 := max(_GAP_X / 2, (x1 - x2) / 2))
    else:
        x1, x2 = right, target.x + target.width
        bend1 = bend2 = _GAP_X * 0.6
    middle = f"{x1 + bend1:.1f},{y1:.1f} {x2 + bend2:.1f},{y2:.1f}"
    return f"M{x1:.1f},{y1:.1f} C{middle} {x2:.1f},{y2:.1f}"


# ---- a page ----


def proof_html(graph: ProofGraph, title: str, answer: str) -> str:
    """A page with the picture and the whole result as text."""
    rows = [
        "<!doctype html>",
        '<html lang="en">',
        '<meta charset="utf-8">',
        f"<title>{escape(title)}</title>",
        "<style>body { font-family: system-ui, sans-serif; margin: 2em; color: #1b1f24; }",
        " pre { background: #f6f8fa; padding: 1em; overflow-x: auto; }",
        " figure { margin: 0; overflow-x: auto; }</style>",
        f"<h1>{escape(title)}</h1>",
        "<p>A box is a lemma. Each row at its foot is an action, with lines to the lemmas that",
        "have to hold before a step of it so that this one holds after it. Actions that need no",
        "other lemma have no row.</p>",
        f"<figure>{proof_svg(graph)}</figure>",
        f"<pre>{escape(answer)}</pre>",
        "</html>",
    ]
    return "\n".join([*rows, ""])
