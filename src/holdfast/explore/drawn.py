"""A quotient with places: boxes for its nodes, curves for its edges."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from holdfast.explore.classes import Classes
from holdfast.explore.ids import DIGITS, state_id
from holdfast.explore.steps import state_mapping
from holdfast.explore.wire_graph import Edge, EdgeAction, Node
from holdfast.report.clustered import lay_out
from holdfast.report.diagnostics import count_of
from holdfast.report.picture import Arrow, Line, Picture, Shape, line

MOST_DRAWN = 150
"""More nodes are drawn only if they are asked for."""
MOST_EVER_DRAWN = 500
MOST_ROWS = 1_000
_COLUMNS = 40
_MOST_LINES = 8
_MOST_ACTIONS = 4


def nodes_of(classes: Classes, most: int) -> list[Node]:
    """The nodes without places, at most so many."""
    return [_node(classes, node) for node in list(classes.members)[:most]]


def _node(classes: Classes, node: int) -> Node:
    columns, members = classes.columns, classes.members[node]
    is_state = node >= classes.count
    values = classes.values(node)
    if is_state:
        cells = columns.model.notation.cells(
            state_mapping(columns.model, columns.graph.states[members[0]])
        )
        values = {cell.name: cell.notation.show(cell.value) for cell in cells}
    lines = _lines(values)
    return {
        "id": node,
        "label": "; ".join(f"{name} = {text}" for name, text in values.items()) or "all states",
        "lines": lines,
        "values": values,
        "states": len(members),
        "initial": classes.initial.get(node, 0),
        "violating": classes.violating(node),
        "opened": classes.of_state[members[0]] if is_state else None,
        "state": state_id(columns.model, columns.graph.states[members[0]])[:DIGITS]
        if len(members) == 1
        else None,
        "x": 0,
        "y": 0,
        "width": 0,
        "height": 0,
    }


def _lines(values: Mapping[str, str]) -> list[str]:
    rows = [
        row
        for name, text in values.items()
        for row in wrap(f"{name} = {text}", _COLUMNS, subsequent_indent="  ")
    ]
    return rows if len(rows) <= _MOST_LINES else [*rows[: _MOST_LINES - 1], "..."]


def edges_of(classes: Classes) -> list[Edge]:
    """The edges without places."""
    edges: list[Edge] = []
    for (source, target), actions in classes.edges.items():
        size = len(classes.members[source])
        told: list[EdgeAction] = [
            {"name": name, "steps": steps, "states": states, "total": states == size}
            for name, (steps, states) in actions.items()
        ]
        edges.append({"from": source, "to": target, "actions": told, "points": [], "label": None})
    return edges


def place_graph(nodes: list[Node], edges: list[Edge]) -> tuple[float, float]:
    """Give nodes and edges their places; returns the size of the drawing."""
    # Initial nodes first: the layout begins with them.
    order = sorted(range(len(nodes)), key=lambda i: not nodes[i]["initial"])
    shapes = tuple(_shape(nodes[i]) for i in order)
    arrows = tuple(
        Arrow(str(edge["from"]), str(edge["to"]), _label(edge["actions"])) for edge in edges
    )
    sheet = lay_out(Picture("", shapes, arrows))
    for i, box in zip(order, sheet.boxes, strict=True):
        nodes[i] |= {
            "x": round(box.x, 1),
            "y": round(box.y, 1),
            "width": round(box.width, 1),
            "height": round(box.height, 1),
        }
    for edge, route in zip(edges, sheet.routes, strict=True):
        edge["points"] = [(round(x, 1), round(y, 1)) for x, y in route.points]
        if route.label is not None:
            edge["label"] = {
                "x": round(route.label.x + route.label.width / 2, 1),
                "y": round(route.label.y + route.label.height / 2, 1),
            }
    return sheet.width, sheet.height


def _shape(node: Node) -> Shape:
    count = count_of(node["states"], "state")
    lines = node["lines"] or ["all states"]
    sections = (tuple(map(line, lines)), (line(count, "dim"),))
    # A double border takes room.
    return Shape(str(node["id"]), sections, ("initial",) if node["initial"] else ())


def _label(actions: list[EdgeAction]) -> tuple[Line, ...]:
    """The lines of a label: the actions, or some of them."""
    shown = [line(f"{a['name']} x{a['steps']:,}") for a in actions[:_MOST_ACTIONS]]
    more = len(actions) - len(shown)
    return (*shown, line(f"and {more} more")) if more else tuple(shown)
