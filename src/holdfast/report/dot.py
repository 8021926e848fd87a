"""A state graph in Graphviz's DOT language."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir.notation import TLA, Notation
from holdfast.verdict import Graph


def dot_lines(graph: Graph, name: str, notation: Notation = TLA) -> Iterator[str]:
    """The lines of a DOT file: a box for each state, initial ones filled, an arrow for each step.

    Several steps of one action between two states are one arrow.
    """
    yield f"digraph {_quoted(name)} {{"
    yield '  node [shape=box, fontname="monospace"];'
    yield '  edge [fontname="monospace"];'
    initial = frozenset(graph.initial)
    for index, state in enumerate(graph.states):
        cells = notation.cells(dict(zip(graph.variables, state, strict=True)))
        rows = [f"{name} = {own.show(value)}" for name, value, own in cells]
        style = ", style=filled, fillcolor=lightgray" if index in initial else ""
        yield f"  {index} [label={_quoted(rows)}{style}];"
    for source, target, action in dict.fromkeys(graph.edges):
        yield f"  {source} -> {target} [label={_quoted(action)}];"
    yield "}"


def _quoted(text: str | list[str]) -> str:
    """A DOT string; the rows of a list are lines, flush left."""
    rows = [text] if isinstance(text, str) else text
    escaped = [row.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for row in rows]
    return (
        f'"{escaped[0]}"'
        if isinstance(text, str)
        else '"' + "".join(f"{row}\\l" for row in escaped) + '"'
    )
