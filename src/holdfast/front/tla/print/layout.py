"""Text that knows where it may be broken over lines.

A document consists of text and possible line breaks; `render` breaks no more
groups than the width demands. Everything inside `align` stays at or right of the column
where it begins, which is what keeps a printed list item right of its bullet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

NEVER_FLAT = 1_000_000
"""The width of a document that must be broken."""


class Extent(NamedTuple):
    """The size of a document with all possible line breaks."""

    first: int  # the width of what begins on the first line
    end: int  # the column after it, if no line ends; both counted from where it begins
    resets: bool = False  # whether a line ends outside all `align`
    rest: int = 0  # the width of the further lines
    last: int = 0  # the column after the last one; both counted from the indentation


class Measure(NamedTuple):
    """What the layout of the surroundings depends on."""

    flat: int  # the width on one line
    lead: int  # the width up to the first possible line break
    breaks: bool  # whether there is such a position
    in_list: bool  # whether the last token belongs to a bulleted list that is still open
    extent: Extent


@dataclass(frozen=True, slots=True)
class Text:
    """Characters on one line."""

    text: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Line:
    """The end of a line, or `flat` where the group around it fits on one."""

    flat: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Blank:
    """Spaces that are omitted if the group around them fits on one line."""

    by: int
    measure: Measure


@dataclass(frozen=True, slots=True)
class Concat:
    """Parts one after the other."""

    parts: tuple[Doc, ...]
    measure: Measure


@dataclass(frozen=True, slots=True)
class Nest:
    """A part whose further lines are indented by `by` more."""

    by: int
    body: Doc
    measure: Measure


@dataclass(frozen=True, slots=True)
class Align:
    """A part whose further lines begin in the column where it begins."""

    body: Doc
    measure: Measure


@dataclass(frozen=True, slots=True)
class Group:
    """A part that is put on one line if it fits."""

    body: Doc
    measure: Measure


@dataclass(frozen=True, slots=True)
class Choice:
    """Two layouts of the same: `wide` if it fits, else `narrow`."""

    wide: Doc
    narrow: Doc
    measure: Measure


Doc: TypeAlias = Text | Line | Blank | Concat | Nest | Align | Group | Choice

_LINE_END = Extent(0, 0, True)
LINE = Line(" ", Measure(1, 0, True, False, _LINE_END))
"""A space or the end of a line."""
CUT = Line("", Measure(0, 0, True, False, _LINE_END))
"""Nothing or the end of a line."""
NEWLINE = Line("", Measure(NEVER_FLAT, 0, True, False, _LINE_END))
"""Always the end of a line."""


@lru_cache(4096)
def text(characters: str) -> Text:
    """A document of characters that stay together."""
    size = len(characters)
    return Text(characters, Measure(size, size, False, False, Extent(size, size)))


def blank(by: int) -> Blank:
    """Spaces where the group around them is broken, else nothing."""
    return Blank(by, Measure(0, by, False, False, Extent(by, by)))


def concat(*parts: Doc | str) -> Doc:
    """The parts one after the other."""
    docs = tuple([text(part) if isinstance(part, str) else part for part in parts])
    if len(docs) == 1:
        return docs[0]
    flat = lead = 0
    breaks = in_list = False
    extent = Extent(0, 0)
    for doc in docs:
        size = doc.measure
        flat += size.flat
        if not breaks:
            lead += size.lead
            breaks = size.breaks
        if size.flat:
            in_list = size.in_list
        extent = _beside(extent, size.extent)
    return Concat(docs, Measure(min(flat, NEVER_FLAT), lead, breaks, in_list, extent))


def _beside(a: Extent, b: Extent) -> Extent:
    """The extent of one document followed by another."""
    if not a.resets:
        return Extent(max(a.first, a.end + b.first), a.end + b.end, b.resets, b.rest, b.last)
    rest = max(a.rest, a.last + b.first, b.rest)
    return Extent(a.first, a.end, True, rest, b.last if b.resets else a.last + b.end)


def nest(by: int, *parts: Doc | str) -> Doc:
    """The parts, further lines indented by `by` more than now."""
    body = concat(*parts)
    extent = body.measure.extent
    if not extent.resets:
        return body
    extent = extent._replace(rest=extent.rest + by, last=extent.last + by)
    return Nest(by, body, body.measure._replace(extent=extent))


def align(*parts: Doc | str) -> Doc:
    """The parts, further lines in the column where they begin."""
    body = concat(*parts)
    extent = body.measure.extent
    if not extent.resets:
        return body
    extent = Extent(max(extent.first, extent.rest), extent.last)
    return Align(body, body.measure._replace(extent=extent))


def group(*parts: Doc | str) -> Doc:
    """The parts on one line if they fit, else with all their own lines broken."""
    body = concat(*parts)
    return Group(body, body.measure) if body.measure.breaks else body


def choice(wide: Doc, narrow: Doc) -> Doc:
    """`wide` if it fits, else `narrow`."""
    return Choice(wide, narrow, wide.measure._replace(extent=narrow.measure.extent))


def hang(by: int, body: Doc) -> Doc:
    """A space and `body`, or `body` on the next line, indented, where that gives it room."""
    return choice(concat(" ", align(body)), nest(by, NEWLINE, align(body)))


def join(docs: Iterable[Doc], *separator: Doc | str) -> Doc:
    """The documents with a separator between each two."""
    parts: list[Doc | str] = []
    for doc in docs:
        if parts:
            parts += separator
        parts.append(doc)
    return concat(*parts)


def fill(docs: Iterable[Doc]) -> Doc:
    """The documents with commas between them, as many on a line as fit."""
    parts: list[Doc | str] = []
    for doc in docs:
        parts += [",", group(LINE, align(doc))] if parts else [align(doc)]
    return align(*parts)


def bulleted(bullet: str, docs: Iterable[Doc]) -> Doc:
    """A list with each item on its own line behind a bullet."""
    body = align(join((concat(bullet, " ", align(doc)) for doc in docs), NEWLINE))
    return Align(body, body.measure._replace(flat=NEVER_FLAT, in_list=True))


def first_characters(doc: Doc) -> str:
    """The text that a document begins with, up to its first seam."""
    pending = [doc]
    while pending:
        match pending.pop():
            case Text(characters) if characters:
                return characters
            case Concat(parts):
                pending.extend(reversed(parts))
            case Nest(body=body) | Align(body=body) | Group(body=body) | Choice(wide=body):
                pending.append(body)
            case _:
                pass
    return ""


Pending: TypeAlias = list[tuple[int, bool, Doc]]
"""The stack of documents to write, the next on top: its indentation, whether it is flat."""


def render(doc: Doc, width: int, column: int = 0) -> str:
    """The document as text whose first character is in `column`, counted from 0."""
    out: list[str] = []
    at = column
    pending: Pending = [(column, False, doc)]
    while pending:
        indent, flat, doc = pending.pop()
        match doc:
            case Text(characters):
                out.append(characters)
                at += len(characters)
            case Line(characters):
                out.append(characters if flat else "\n" + " " * indent)
                at = at + len(characters) if flat else indent
            case Blank(by):
                out.append("" if flat else " " * by)
                at += 0 if flat else by
            case Concat(parts):
                pending.extend((indent, flat, part) for part in reversed(parts))
            case Nest(by, body):
                pending.append((indent + by, flat, body))
            case Align(body):
                pending.append((at, flat, body))
            case Group(body, size):
                flat = flat or at + size.flat + _trailing(pending) <= width
                pending.append((indent, flat, body))
            case Choice(wide, narrow):
                fits = flat or _has_room(wide, at, indent, pending, width)
                pending.append((indent, flat, wide if fits else narrow))
    return "\n".join(line.rstrip() for line in "".join(out).split("\n"))


def _trailing(pending: Pending) -> int:
    """The width of what must follow on the same line."""
    total = 0
    for _, flat, doc in reversed(pending):
        total += doc.measure.flat if flat else doc.measure.lead
        if doc.measure.breaks and not flat:
            break
    return total


def _has_room(doc: Doc, at: int, indent: int, pending: Pending, width: int) -> bool:
    """Whether a document fits on the rest of the line, or below each other with some room."""
    if at + doc.measure.flat + _trailing(pending) <= width:
        return True
    extent = doc.measure.extent
    reach = max(at + extent.first, indent + extent.rest if extent.resets else 0)
    # At its narrowest a layout is not yet readable.
    return reach <= width * 4 // 5
