"""A picture with its places as JSON, for the drawings of the studio and of notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.report.clustered import Frame, lay_out
from holdfast.report.envelope import Json
from holdfast.report.layered_routes import Rectangle, Route
from holdfast.report.picture import Arrow, Line, Picture, Shape, plain


def graph_json(picture: Picture) -> dict[str, Json]:
    """The nodes, edges and frames of a picture, each with its place."""
    sheet = lay_out(picture)
    return {
        "name": picture.name,
        "width": round(sheet.width, 1),
        "height": round(sheet.height, 1),
        "nodes": [
            _node(shape, box) for shape, box in zip(picture.shapes, sheet.boxes, strict=True)
        ],
        "edges": [
            _edge(arrow, route) for arrow, route in zip(picture.arrows, sheet.routes, strict=True)
        ],
        "frames": [_frame(each) for each in sheet.frames],
        "notes": [_line(each) for each in picture.notes],
    }


def _node(shape: Shape, box: Rectangle) -> dict[str, Json]:
    lines = "; ".join(plain(line) for section in shape.sections for line in section)
    return {
        "id": shape.key,
        "title": shape.title or lines,
        "styles": list(shape.styles),
        "sections": [_lines(section) for section in shape.sections],
        "cluster": shape.cluster,
        **_box(box),
    }


def _edge(arrow: Arrow, route: Route) -> dict[str, Json]:
    words = "; ".join(map(plain, arrow.label))
    return {
        "from": arrow.source,
        "to": arrow.target,
        "title": arrow.title or f"{arrow.source} to {arrow.target}{': ' if words else ''}{words}",
        "styles": list(arrow.styles),
        "label": _lines(arrow.label),
        "points": [[round(x, 1), round(y, 1)] for x, y in route.points],
        "at": None if route.label is None else _box(route.label),
        "tip": arrow.tip,
    }


def _frame(frame: Frame) -> dict[str, Json]:
    at: list[Json] = [round(frame.at[0], 1), round(frame.at[1], 1)]
    return {"id": frame.key, "title": frame.title.text, "at": at, **_box(frame.box)}


def _lines(lines: Sequence[Line]) -> list[Json]:
    return [_line(each) for each in lines]


def _line(line: Line) -> list[Json]:
    return [{"text": piece.text, "kind": piece.kind} for piece in line]


def _box(box: Rectangle) -> dict[str, Json]:
    return {
        "x": round(box.x, 1),
        "y": round(box.y, 1),
        "width": round(box.width, 1),
        "height": round(box.height, 1),
    }
