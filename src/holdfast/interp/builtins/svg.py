"""Module SVG: pictures as text, and positions of nodes."""

from __future__ import annotations

from math import cos, pi, sin

from holdfast.interp.arguments import function, number, pairs, string, values_of
from holdfast.interp.builtins.table import Table
from holdfast.interp.errors import EvalError
from holdfast.interp.functions import apply
from holdfast.interp.members import listed
from holdfast.ir.construct import function_from, record_of
from holdfast.ir.order import ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.values import Value


def element_text(element: Value) -> Value:
    """SVGElemToString(element)."""
    return known_string(_markup(element))


def _markup(element: Value) -> str:
    name = string(apply(element, "name"), "SVGElemToString")
    attributes = "".join(
        f" {string(key, 'an attribute').replace('_', '-')}='{string(value, 'an attribute')}'"
        for key, value in pairs(apply(element, "attrs"))
    )
    children = "".join(map(_markup, values_of(function(apply(element, "children")))))
    text = string(apply(element, "innerText"), "SVGElemToString")
    text = text.replace("<<", "&lt;&lt;").replace(">>", "&gt;&gt;")
    return f"<{name}{attributes}>{text}{children}</{name}>"


def ring_place(cx: Value, cy: Value, radius: Value, node: Value, count: Value) -> Value:
    """NodeOfRingNetwork(cx, cy, radius, node, count)."""
    x, y, r, n, m = (number(v, "NodeOfRingNetwork") for v in (cx, cy, radius, node, count))
    if m == 0:
        raise EvalError("eval-division", "NodeOfRingNetwork of a ring without nodes")
    return _on_circle(x, y, r, 2 * pi / m * n)


def _on_circle(x: int, y: int, radius: int, angle: float) -> Value:
    return record_of({"x": int(x + radius * cos(angle)), "y": int(y + radius * sin(angle))})


def places(nodes: Value, edges: Value, options: Value) -> Value:
    """NodesOfDirectedMultiGraph(nodes, edges, options): on a circle that fits the view."""
    width = number(apply(options, "view_width"), "NodesOfDirectedMultiGraph")
    height = number(apply(options, "view_height"), "NodesOfDirectedMultiGraph")
    members = ordered(listed(nodes))
    radius = min(width, height) * 2 // 5
    turn = 2 * pi / max(1, len(members))
    return function_from(
        [
            (node, _on_circle(width // 2, height // 2, radius, turn * i))
            for i, node in enumerate(members)
        ]
    )


TABLE: Table = {
    "SVG!SVGElemToString": element_text,
    "SVG!NodeOfRingNetwork": ring_place,
    "SVG!NodesOfDirectedMultiGraph": places,
}
