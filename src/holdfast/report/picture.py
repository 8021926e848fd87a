"""A graph to be drawn: boxes with lines of text, arrows with labels, clusters.

It knows nothing of files: `graph_svg.py`, `graph_html.py`, `graph_text.py` and `graph_dot.py` write
it. Text is measured in cells of a monospace font, so that it never leaves its box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from unicodedata import combining, east_asian_width

Kind: TypeAlias = Literal["", "name", "dim", "weak", "strong", "open", "bad", "step", "link"]
"""How a piece of text looks."""
Style: TypeAlias = Literal["initial", "goal", "open", "bad", "dashed"]
"""How a box or an arrow looks; `initial` has a double border, `bad` is a counterexample."""
Tip: TypeAlias = Literal["end", "start", "none"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line of text."""

    text: str
    kind: Kind = ""


Line: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A box: sections of lines with a rule in between; arrows may leave from lines of the last.

    `title` is what a reader of the picture is told about the box, `cluster` the key of the
    cluster that has it. `rank` and `order` are a given place.
    The box of a folded cluster `unfolds` it.
    """

    key: str
    sections: tuple[tuple[Line, ...], ...]
    styles: tuple[Style, ...] = ()
    title: str = ""
    cluster: str | None = None
    rank: int | None = None
    order: float | None = None
    unfolds: str | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two boxes; with `row`, from that line of the last section of its source."""

    source: str
    target: str
    label: tuple[Line, ...] = ()
    styles: tuple[Style, ...] = ()
    title: str = ""
    row: int | None = None
    tip: Tip = "end"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A frame around boxes that can be folded to one, which has the key of the cluster."""

    key: str
    title: str
    folded: Shape


@dataclass(frozen=True, slots=True)
class Picture:
    """A graph to be drawn, downwards or to the right; `notes` are lines of text below it."""

    name: str
    shapes: tuple[Shape, ...]
    arrows: tuple[Arrow, ...]
    clusters: tuple[Cluster, ...] = ()
    notes: tuple[Line, ...] = ()
    rightwards: bool = False

    def shape(self, key: str) -> Shape:
        """The box with a key."""
        return next(each for each in self.shapes if each.key == key)


def line(text: str, kind: Kind = "") -> Line:
    """A line of one piece."""
    return (Piece(text, kind),)


def plain(pieces: Line) -> str:
    """The text of a line; numbers of steps are in brackets."""
    return " ".join(f"[{p.text}]" if p.kind == "step" else p.text for p in pieces)


def cells(text: str) -> int:
    """How many cells of a monospace font a text takes."""
    return sum(_cells_of(character) for character in text)


def _cells_of(character: str) -> int:
    if " " <= character <= "~":
        return 1
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def merged(arrows: Sequence[Arrow]) -> tuple[Arrow, ...]:
    """The arrows, those of one look between the same two boxes made one with several lines."""
    groups: dict[tuple[object, ...], list[Arrow]] = {}
    for a in arrows:
        key = (a.source, a.target, a.row, a.tip, "dashed" in a.styles, "bad" in a.styles)
        groups.setdefault(key, []).append(a)
    return tuple(
        Arrow(
            own[0].source,
            own[0].target,
            tuple(x for a in own for x in a.label),
            own[0].styles,
            "; ".join(dict.fromkeys(a.title for a in own if a.title)),
            own[0].row,
            own[0].tip,
        )
        for own in groups.values()
    )
