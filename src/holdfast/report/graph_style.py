"""The measures and colours of drawings."""

from __future__ import annotations

from string import Template

from holdfast.report.picture import Line, Piece, Shape, cells

FONT = 12.0
CELL = 7.45
"""The width of a cell at this size: that of the widest common monospace font, SF Mono."""
LINE = 18.0
RULE = 7.0
PAD = 10.0
INSET = 4.0
CORNER = 7.0
MARGIN = 16.0

_LIGHT = {
    "page": "#ffffff", "ink": "#1b1f24", "dim": "#57606a", "box": "#fbfcfd", "border": "#59636e",
    "line": "#4a5563", "frame": "#f1f4f7", "rule": "#d0d7de", "goal": "#eaf2fb", "blue": "#2f6fab",
    "weak": "#c8f3f7", "cyan": "#0b8793", "strong": "#fbd9f5", "magenta": "#a8238f",
    "bad": "#c2201a", "pale": "#fdeceb",
}  # fmt: skip
_DARK = {
    "page": "#14171c", "ink": "#e8ebef", "dim": "#9ca6b3", "box": "#1c2128", "border": "#8b96a5",
    "line": "#a9b4c2", "frame": "#191d24", "rule": "#3a424d", "goal": "#17283b", "blue": "#76b1ea",
    "weak": "#0e3d43", "cyan": "#3fc3d0", "strong": "#481840", "magenta": "#e884d6",
    "bad": "#ff7a70", "pale": "#3a1917",
}  # fmt: skip
_COLOURS = Template("""\
.page, .behind { fill: $page }
text { fill: $ink }
.dim { fill: $dim }
.box, .inner { fill: $box; stroke: $border }
.frame { fill: $frame; stroke: $rule }
.within .behind { fill: $frame }
.rule { stroke: $rule }
.line { stroke: $line }
.tip { fill: $line }
.link { fill: $blue }
.goal .box { fill: $goal; stroke: $blue }
.chip.weak { fill: $weak; stroke: $cyan }
.chip.strong { fill: $strong; stroke: $magenta }
.chip.step { fill: $bad }
text.open, text.bad, .bad .tip { fill: $bad }
.open .box, .bad .box, .bad .inner, .bad .line { stroke: $bad }
.bad .box, .bad .inner { fill: $pale }
text.step { fill: $page }
""")
_SHAPES = """\
text { font: 12px "DejaVu Sans Mono", Menlo, Consolas, ui-monospace, "Liberation Mono", monospace }
.name, text.open, text.bad, text.step { font-weight: bold }
.line, .rule { fill: none }
.line { stroke-width: 1.3 }
.box { stroke-width: 1.2 }
.goal .box, .open .box, .bad .box, .bad .line { stroke-width: 2 }
.dashed .line { stroke-dasharray: 6 4 }
"""
STYLE = (
    _SHAPES
    + _COLOURS.substitute(_LIGHT)
    + "@media (prefers-color-scheme: dark) {\n"
    + _COLOURS.substitute(_DARK)
    + "}\n"
)


def piece_width(piece: Piece) -> float:
    """The width of a piece of text, with the space around it if it is on a coloured ground."""
    return CELL * cells(piece.text) + (8 if piece.kind in ("weak", "strong", "step") else 0)


def line_width(pieces: Line) -> float:
    """The width of a line of text."""
    return sum(map(piece_width, pieces)) + FONT * 0.5 * max(len(pieces) - 1, 0)


def shape_size(shape: Shape) -> tuple[float, float]:
    """The width and the height of a box."""
    edge = 2 * INSET if "initial" in shape.styles else 0.0
    lines = [each for section in shape.sections for each in section]
    width = max(map(line_width, lines), default=0.0) + 2 * PAD + edge
    height = LINE * len(lines) + RULE * max(len(shape.sections) - 1, 0) + PAD + edge
    return max(width, 40.0), height


def label_size(lines: tuple[Line, ...]) -> tuple[float, float] | None:
    """The width and the height of a label; None if it is empty."""
    return (max(map(line_width, lines)) + 6, LINE * len(lines)) if lines else None
