"""A picture in Graphviz's DOT language."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.report.picture import Arrow, Picture, Shape, Style, plain

_SHAPES: dict[Style, str] = {
    "initial": "peripheries=2",
    "goal": 'style="rounded,filled", fillcolor="#eaf2fb"',
    "open": 'color="#c2201a", penwidth=2',
    "bad": 'color="#c2201a", penwidth=2',
    "dashed": 'style="rounded,dashed"',
}
_ARROWS: dict[Style, str] = {
    "initial": "",
    "goal": "",
    "open": 'color="#c2201a"',
    "bad": 'color="#c2201a", penwidth=2',
    "dashed": "style=dashed",
}
_TIPS = {"end": "", "start": "dir=back", "none": "dir=none"}


def graph_dot(picture: Picture) -> str:
    """The picture as the text of a DOT file."""
    return "\n".join([*_lines(picture), ""])


def _lines(picture: Picture) -> Iterator[str]:
    yield f"digraph {_quoted(picture.name)} {{"
    yield f"  rankdir={'LR' if picture.rightwards else 'TB'};"
    yield '  node [shape=box, style=rounded, fontname="monospace"];'
    yield '  edge [fontname="monospace"];'
    number = {shape.key: i for i, shape in enumerate(picture.shapes)}
    framed = {cluster.key for cluster in picture.clusters}
    for shape in picture.shapes:
        if shape.cluster not in framed:
            yield f"  {_shape(shape, number[shape.key])}"
    for i, cluster in enumerate(picture.clusters):
        yield f"  subgraph cluster_{i} {{"
        yield f"    label={_quoted(cluster.title)};"
        for shape in picture.shapes:
            if shape.cluster == cluster.key:
                yield f"    {_shape(shape, number[shape.key])}"
        yield "  }"
    for arrow in picture.arrows:
        yield f"  {number[arrow.source]} -> {number[arrow.target]}{_arrow(picture, arrow)};"
    yield "}"


def _shape(shape: Shape, number: int) -> str:
    rows = [plain(each) for section in shape.sections for each in section]
    styles = [_SHAPES[style] for style in shape.styles]
    return f"{number} [{', '.join([f'label={_quoted(rows)}', *styles])}];"


def _arrow(picture: Picture, arrow: Arrow) -> str:
    rows = [plain(each) for each in arrow.label]
    if arrow.row is not None:
        rows.append(plain(picture.shape(arrow.source).sections[-1][arrow.row]))
    parts = [f"label={_quoted(rows)}"] if rows else []
    parts += [_ARROWS[style] for style in arrow.styles] + [_TIPS[arrow.tip]]
    shown = ", ".join(part for part in parts if part)
    return f" [{shown}]" if shown else ""


def _quoted(text: str | list[str]) -> str:
    """A DOT string; several rows of a list are lines, flush left."""
    rows = [text] if isinstance(text, str) else text
    escaped = [row.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for row in rows]
    if len(escaped) == 1:
        return f'"{escaped[0]}"'
    return '"' + "".join(f"{row}\\l" for row in escaped) + '"'
