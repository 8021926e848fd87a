"""The diagrams of the alternating bit protocol, and others, from their texts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from holdfast.diagram.diagram import Diagram, Diagrams
from holdfast.diagram.reader import read_diagrams
from holdfast.source import Source

FILE = Path(__file__).parents[2] / "specs" / "diagrams" / "AlternatingBit.diagram"


def read(text: str) -> Diagrams:
    """The diagrams of a text."""
    return read_diagrams(Source("page.diagram", text))


@cache
def protocol() -> Diagrams:
    """The three diagrams of the protocol."""
    return read(FILE.read_text(encoding="utf-8"))


def changed(*replacements: tuple[str, str]) -> Diagrams:
    """The same with some of their text replaced."""
    text = FILE.read_text(encoding="utf-8")
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    return read(text)


def one(text: str) -> Diagram:
    """The only diagram of a text that begins after its first line."""
    return read(f"diagram D\n{text}\nend\n").diagrams[0]
