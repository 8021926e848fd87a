"""A picture as an SVG document: light and dark, readable by screen readers, without scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from holdfast.report.clustered import Frame, lay_out
from holdfast.report.graph_style import (
    CORNER,
    FONT,
    INSET,
    LINE,
    MARGIN,
    PAD,
    RULE,
    STYLE,
    line_width,
    piece_width,
)
from holdfast.report.layered_routes import Point, Rectangle, Route
from holdfast.report.picture import Arrow, Line, Picture, Shape, plain

_TIP = 9.0


def graph_svg(picture: Picture) -> str:
    """The picture as the text of an SVG file."""
    return "\n".join([*svg_lines(picture), ""])


def svg_lines(picture: Picture, with_style: bool = True) -> Iterator[str]:
    """The lines of the SVG document; those of one page have their style from the first."""
    sheet = lay_out(picture)
    notes = max(map(line_width, picture.notes), default=0.0)
    width = max(sheet.width, notes) + 2 * MARGIN
    below = LINE * len(picture.notes) + (PAD if picture.notes else 0)
    height = sheet.height + 2 * MARGIN + below
    size = f"{width:.0f} {height:.0f}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{width:.0f}"'
        f' height="{height:.0f}" role="img" aria-label="{escape(picture.name)}">'
    )
    yield f"<title>{escape(picture.name)}</title>"
    if with_style:
        yield f"<style>\n{STYLE}</style>"
    yield f'<rect class="page" width="{width:.0f}" height="{height:.0f}"/>'
    yield f'<g transform="translate({MARGIN:.0f} {MARGIN:.0f})">'
    for frame in sheet.frames:
        yield from _frame(frame)
    framed = {f.key for f in sheet.frames}
    inside = {s.key: s.cluster for s in picture.shapes if s.cluster in framed}
    for arrow, route in zip(picture.arrows, sheet.routes, strict=True):
        own = inside.get(arrow.source)
        yield from _arrow(arrow, route, own is not None and own == inside.get(arrow.target))
    for shape, box in zip(picture.shapes, sheet.boxes, strict=True):
        yield from _shape(shape, box)
    for i, note in enumerate(picture.notes):
        yield from _text(0.0, sheet.height + PAD + LINE * (i + 0.75), note)
    yield "</g>"
    yield "</svg>"


def _frame(frame: Frame) -> Iterator[str]:
    yield f'<g class="cluster" data-cluster="{escape(frame.key)}">'
    yield _rectangle(frame.box, "frame", CORNER)
    yield from _text(frame.at[0], frame.at[1] + FONT, (frame.title,))
    yield "</g>"


# ---- boxes ----


def _shape(shape: Shape, box: Rectangle) -> Iterator[str]:
    title = shape.title or "; ".join(plain(x) for section in shape.sections for x in section)
    kinds = " ".join(("node", *shape.styles))
    keys = f'data-node="{escape(shape.key)}"'
    if shape.unfolds is not None:
        keys += f' data-cluster="{escape(shape.unfolds)}"'
    yield f'<g class="{kinds}" {keys}><title>{escape(title)}</title>'
    yield _rectangle(box, "box", CORNER)
    if "initial" in shape.styles:
        inner = Rectangle(
            box.x + INSET, box.y + INSET, box.width - 2 * INSET, box.height - 2 * INSET
        )
        yield _rectangle(inner, "inner", CORNER - INSET)
    yield from _sections(shape, box)
    yield "</g>"


def _sections(shape: Shape, box: Rectangle) -> Iterator[str]:
    lines = sum(map(len, shape.sections))
    tall = LINE * lines + RULE * (len(shape.sections) - 1)
    y = box.y + (box.height - tall) / 2
    edge = INSET if "initial" in shape.styles else 0.0
    for index, section in enumerate(shape.sections):
        if index:
            left, right = box.x + edge, box.x + box.width - edge
            middle = y + RULE / 2
            yield f'<path class="rule" d="M{left:.1f} {middle:.1f}H{right:.1f}"/>'
            y += RULE
        for own in section:
            is_title = index == 0 and len(section) == 1 and own[-1].kind == "name"
            x = box.x + edge + PAD
            if is_title or lines == 1:
                x = box.x + (box.width - line_width(own)) / 2
            yield from _text(x, y + LINE / 2 + FONT * 0.36, own)
            y += LINE


# ---- arrows ----


def _arrow(arrow: Arrow, route: Route, is_framed: bool) -> Iterator[str]:
    kinds = " ".join(("edge", *arrow.styles, *(("within",) if is_framed else ())))
    words = "; ".join(map(plain, arrow.label))
    title = arrow.title or f"{arrow.source} to {arrow.target}{': ' + words if words else ''}"
    ends = f'data-from="{escape(arrow.source)}" data-to="{escape(arrow.target)}"'
    yield f'<g class="{kinds}" {ends}><title>{escape(title)}</title>'
    points = list(route.points)
    tips = []
    if arrow.tip == "end":
        tips.append(_tip(points[-2], points[-1]))
        points[-1] = _before(points[-2], points[-1])
    elif arrow.tip == "start":
        tips.append(_tip(points[1], points[0]))
        points[0] = _before(points[1], points[0])
    yield f'<path class="line" d="{_path(points)}"/>'
    yield from tips
    if route.label is not None:
        if arrow.source != arrow.target:
            yield _rectangle(route.label, "behind", 3)
        yield from _label(arrow.label, route.label, arrow.source == arrow.target)
    yield "</g>"


def _path(points: Sequence[Point]) -> str:
    """The data of a path; straight pieces are lines."""
    text = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for i in range(1, len(points), 3):
        x, y = points[i + 2]
        across, down = zip(*points[i - 1 : i + 3], strict=True)
        if set(across) == {x} or set(down) == {y}:
            text += f"L{x:.1f} {y:.1f}"
        else:
            text += "C" + " ".join(f"{px:.1f} {py:.1f}" for px, py in points[i : i + 3])
    return text


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / size, dy / size


def _before(start: Point, end: Point) -> Point:
    ux, uy = _direction(start, end)
    return end[0] - ux * _TIP * 0.8, end[1] - uy * _TIP * 0.8


def _tip(start: Point, end: Point) -> str:
    """The tip of an arrow: a triangle with a notch."""
    (x, y), (ux, uy) = end, _direction(start, end)
    corners = [(0.0, 0.0), (_TIP, 3.8), (_TIP * 0.75, 0.0), (_TIP, -3.8)]
    points = " ".join(f"{x - ux * a - uy * b:.1f},{y - uy * a + ux * b:.1f}" for a, b in corners)
    return f'<polygon class="tip" points="{points}"/>'


def _label(lines: Sequence[Line], at: Rectangle, is_loop: bool) -> Iterator[str]:
    for i, own in enumerate(lines):
        x = at.x + 3 if is_loop else at.x + (at.width - line_width(own)) / 2
        yield from _text(x, at.y + LINE * (i + 0.5) + FONT * 0.36, own)


# ---- text ----


def _text(x: float, y: float, pieces: Line) -> Iterator[str]:
    for piece in pieces:
        width = piece_width(piece)
        if piece.kind in ("weak", "strong", "step"):
            chip = Rectangle(x, y - FONT * 0.36 - LINE / 2 + 1, width, LINE - 2)
            yield _rectangle(chip, f"chip {piece.kind}", 3)
            yield _words(x + 4, y, piece.text, piece.kind)
        else:
            yield _words(x, y, piece.text, piece.kind)
        x += width + FONT * 0.5


def _words(x: float, y: float, text: str, kind: str) -> str:
    own = f' class="{kind}"' if kind else ""
    # Several blanks in a row would be one.
    keep = ' xml:space="preserve"' if "  " in text or text[:1] == " " else ""
    return f'<text{own} x="{x:.1f}" y="{y:.1f}"{keep}>{escape(text, quote=False)}</text>'


def _rectangle(box: Rectangle, kind: str, corner: float) -> str:
    place = f'x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
    return f'<rect class="{kind}" {place} rx="{corner:.0f}"/>'
