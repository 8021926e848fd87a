"""Texts as the protocol counts them: lines end with LF, CRLF or CR, columns count code units.

pygls splits lines as Python does, also at form feeds and other separators that editors do not
count as line ends, so texts and positions are our own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lsprotocol import types

from holdfast.source import Span

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")

_LINE_END = re.compile(r"\r\n|\n|\r")
_WIDTHS: dict[Encoding, tuple[str, int]] = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2)}


@dataclass(frozen=True, slots=True)
class Text:
    """A text, with the offsets of its lines."""

    text: str = field(repr=False)
    encoding: Encoding = "utf-16"
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ends = (found.end() for found in _LINE_END.finditer(self.text))
        object.__setattr__(self, "line_starts", (0, *ends))

    def line(self, number: int) -> str:
        """A line, counted from 0, without its line end; empty if there is none."""
        if not 0 <= number < len(self.line_starts):
            return ""
        start = self.line_starts[number]
        last = number + 1 == len(self.line_starts)
        end = len(self.text) if last else self.line_starts[number + 1]
        return self.text[start:end].rstrip("\r\n")

    def width(self, number: int) -> int:
        """The code units of a line."""
        return self._units(self.line(number))

    def offset(self, position: types.Position) -> int:
        """The offset of a position; one outside the text is moved to the nearest inside."""
        if position.line >= len(self.line_starts):
            return len(self.text)
        line = self.line(max(0, position.line))
        start = self.line_starts[max(0, position.line)]
        return start + self._characters(line, max(0, position.character))

    def before(self, offset: int) -> str:
        """The text of a line up to an offset."""
        return self.text[self.line_starts[bisect_right(self.line_starts, offset) - 1] : offset]

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset) - 1
        return types.Position(line, self._units(self.text[self.line_starts[line] : offset]))

    def range(self, start: int, end: int) -> types.Range:
        """The range between two offsets."""
        return types.Range(self.position(start), self.position(end))

    def of(self, span: Span) -> types.Range:
        """The range of a span in this text."""
        return self.range(span.start, span.end)

    def offsets(self, wanted: types.Range) -> tuple[int, int]:
        """The offsets of a range."""
        return self.offset(wanted.start), self.offset(wanted.end)

    def changed(self, changes: Iterable[types.TextDocumentContentChangeEvent]) -> Text:
        """The text after changes, one after the other."""
        current = self
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = current.offsets(change.range)
                start, end = min(start, end), max(start, end)
                new = current.text[:start] + change.text + current.text[end:]
            else:
                new = change.text
            current = Text(new, self.encoding)
        return current

    def _units(self, text: str) -> int:
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        name, width = _WIDTHS[self.encoding]
        return len(text.encode(name, "surrogatepass")) // width

    def _characters(self, line: str, units: int) -> int:
        """How many characters of a line have so many code units; half a character counts."""
        if self.encoding == "utf-32" or line.isascii():
            return min(units, len(line))
        seen = 0
        for index, character in enumerate(line):
            if seen >= units:
                return index
            seen += self._units(character)
        return len(line)


def path_of(uri: str) -> Path | None:
    """The path of a `file:` address; None for others, such as buffers without a file."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = url2pathname(parts.path)
    return Path(f"//{parts.netloc}{path}" if parts.netloc not in ("", "localhost") else path)


def moved_offset(before: str, after: str, offset: int) -> int:
    """Where an offset of `after` was in `before`, if one stretch of text was replaced."""
    start = _common_prefix(before, after)
    if offset <= start:
        return offset
    end = _common_suffix(before, after, min(len(before), len(after)) - start)
    if offset >= len(after) - end:
        return offset - len(after) + len(before)
    return min(offset, len(before) - end)


def _common_prefix(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_suffix(one: str, other: str, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[-middle:] == other[-middle:]:
            low = middle
        else:
            high = middle - 1
    return low
