"""Lines of text: how wide, in which colours, where a long one is broken."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from holdfast.ir.notation import TLA, Notation

Tone: TypeAlias = Literal["good", "bad", "doubtful", "dim", "strong"]
States: TypeAlias = Literal["differences", "changed", "full"]

WIDTH = 100
"""The line width if the output is not a terminal."""

_TONES: dict[Tone, str] = {
    "good": "\x1b[1;32m",
    "bad": "\x1b[1;31m",
    "doubtful": "\x1b[1;33m",
    "dim": "\x1b[2m",
    "strong": "\x1b[1m",
}
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|<<|>>|@@|\s|.', re.DOTALL)
_OPENING = frozenset(("(", "[", "{", "<<"))
_CLOSING = frozenset((")", "]", "}", ">>"))


@dataclass(frozen=True, slots=True)
class Look:
    """How a result is printed: how much of each state of a trace; if `quiet`, the verdict only.

    With `diagnostics`, those of the spec come first. `notation` is that of the spec's values.
    """

    width: int = WIDTH
    color: bool = False
    states: States = "differences"
    quiet: bool = False
    diagnostics: bool = False
    notation: Notation = TLA

    def paint(self, tone: Tone, text: str) -> str:
        """The text in a tone, if colours are enabled."""
        return f"{_TONES[tone]}{text}\x1b[0m" if self.color and text else text


def wrap(text: str, width: int, indent: int = 4) -> list[str]:
    """The text in lines no wider than `width`; all but the first are indented.

    A value is broken between its elements, a long element between its own; a string never.
    """
    if len(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    pending = deque(_pieces(text))
    while pending:
        piece = pending.popleft()
        words = _pieces(piece)
        if indent + len(piece) > width and len(words) > 1 and not _has_elements(piece):
            pending.extendleft(reversed(words))
            continue
        if line.strip() and len(line) + 1 + len(piece) > width:
            lines.append(line)
            line = " " * indent
        start = line + " " if line.strip() else line
        if len(start) + len(piece) > width and piece != text:
            first, *rest = wrap(piece, max(width - len(start), 1), indent)
            lines += [start + first, *(" " * indent + each for each in rest[:-1])]
            line = " " * indent + rest[-1] if rest else lines.pop()
        else:
            line = start + piece
    return [*lines, line]


def _has_elements(text: str) -> bool:
    return any(separates for _, _, separates in _blanks(text))


def _pieces(text: str) -> list[str]:
    """The text cut at the blanks between elements, or at all blanks if it has no elements.

    A name stays on the line of its value, if there are other places to cut.
    """
    blanks = _blanks(text)
    between = [(depth, at) for depth, at, separates in blanks if separates]
    outermost = min(between, default=(0, 0))[0]
    every = [at for _, at, _ in blanks]
    words = [at for at in every if text[at + 1 : at + 3] != "= " and text[at - 2 : at] != " ="]
    cuts = [at for depth, at in between if depth == outermost] or words or every
    edges = [-1, *cuts, len(text)]
    pieces = [text[a + 1 : b] for a, b in pairwise(edges)]
    return [piece for piece in pieces if piece]


def _blanks(text: str) -> list[tuple[int, int, bool]]:
    """The blanks outside strings: how deep in brackets, where, and whether elements meet there."""
    found = []
    depth = 0
    before = ""
    for token in _TOKEN.finditer(text):
        if token[0] in _OPENING:
            depth += 1
        elif token[0] in _CLOSING:
            depth -= 1
        elif token[0].isspace():
            meets = before == "," or text.startswith("@@", token.end())
            found.append((depth, token.start(), meets))
        before = token[0]
    return found


def marked(mark: str, tone: Tone, text: str, look: Look) -> str:
    """The text with a mark before it, in lines of their own column."""
    first, *rest = wrap(text, look.width - 4, 0)
    return "\n".join([f"{look.paint(tone, mark)}  {first}", *(f"    {line}" for line in rest)])


def beside(label: str, lines: Iterable[str], width: int) -> list[str]:
    """The lines in a column of their own, with the label left of the first one."""
    rows = list(lines) or [""]
    if len(label) > width:
        return [label, *(" " * (width + 2) + row for row in rows)]
    first = f"{label:{width}}  {rows[0]}".rstrip()
    return [first, *(" " * (width + 2) + row for row in rows[1:])]
