"""Source texts, locations in them, and diagnostics.

A `Source` is one text with a name, a `Span` is a range in it, a `Diagnostic` is one
message about a span, and a `SpecError` carries diagnostics to the caller.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from holdfast.codes import CODES

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text and the name that messages use for it."""

    name: str
    text: str = field(repr=False)
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        object.__setattr__(self, "line_starts", tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of `offset`, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        start = self.line_starts[number - 1]
        more = number < len(self.line_starts)
        end = self.line_starts[number] if more else len(self.text)
        return self.text[start:end].rstrip("\r\n")


class Span(NamedTuple):
    """A half-open range of offsets in one source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the range."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The range from the start of this span to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    def location(self) -> str:
        """Where it begins, as `file:line:column`."""
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


@dataclass(frozen=True, slots=True)
class Note:
    """A secondary remark of a diagnostic, possibly about another location."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Diagnostic:
    """One message: what is wrong, where, and what to do about it."""

    code: str
    message: str
    span: Span | None
    help: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = "error"

    def __post_init__(self) -> None:
        assert self.code in CODES, f"{self.code} is not listed in holdfast/codes.py"

    @property
    def sany(self) -> int | None:
        """The number that SANY gives to the same error, if it has one."""
        return CODES[self.code].sany

    def render(self, color: bool = False) -> str:
        """The message for a terminal, several lines, without a final line end."""
        paint = _PAINT if color else _PLAIN
        tone = paint[self.severity]
        head = f"{tone}{self.severity}[{self.code}]{paint['end']}{paint['bold']}: {self.message}"
        rows = [head + paint["end"]]
        if self.span is not None:
            rows += _excerpt(self.span, tone, paint)
        for note in self.notes:
            rows.append(f"note: {note.message}")
            if note.span is not None:
                rows += _excerpt(note.span, paint["blue"], paint)
        if self.help:
            rows.append(f"{paint['help']}help{paint['end']}: {self.help}")
        return "\n".join(rows)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What notebooks show: the message with the line of the source."""
        from holdfast.notebook import bundle, text_html

        return bundle(self.render(), [text_html(self.render())])

    def __repr__(self) -> str:
        place = "" if self.span is None else f"{self.span.location()}: "
        return f"<Diagnostic {self.code}, {place}{_one_line(self.message)}>"


def _one_line(text: str) -> str:
    return " ".join(text.split())


_PAINT = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "blue": "\x1b[1;34m",
    "help": "\x1b[1;32m",
    "bold": "\x1b[1m",
    "end": "\x1b[0m",
}
_PLAIN = dict.fromkeys(_PAINT, "")


_LONGEST_LINE = 200
_BEFORE = 60
"""How many characters before the span are shown of a line that is too long."""

_CONTROLS = dict.fromkeys((*range(9), *range(10, 32), 127), "\N{REPLACEMENT CHARACTER}")
"""Control characters, which a terminal would interpret."""


def shown_line(span: Span) -> tuple[str, int]:
    """The line in which a span begins, safe for a terminal, and the column of the span in it."""
    line, column = span.source.position(span.start)
    text = span.source.line(line).translate(_CONTROLS)
    if len(text) <= _LONGEST_LINE:
        return text, column
    start = max(0, column - 1 - _BEFORE)
    cut = text[start : start + _LONGEST_LINE]
    before = "... " if start else ""
    after = " ..." if start + _LONGEST_LINE < len(text) else ""
    return f"{before}{cut}{after}", column - start + len(before)


def _excerpt(span: Span, tone: str, paint: dict[str, str]) -> list[str]:
    """The arrow line, the source line and the caret under the exact text."""
    line, at = span.source.position(span.start)
    text, column = shown_line(span)
    blue, end = paint["blue"], paint["end"]
    margin = " " * len(str(line))
    # Tabs are copied into the caret line, so that the caret is under its text.
    indent = "".join("\t" if c == "\t" else " " for c in text[: column - 1])
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    more = " ..." if span.end - span.start > max(width, 1) else ""
    return [
        f"{margin}{blue}-->{end} {span.source.name}:{line}:{at}",
        f"{margin} {blue}|{end}",
        f"{blue}{line} |{end} {text}",
        f"{margin} {blue}|{end} {indent}{tone}{'^' * width}{more}{end}",
    ]


class SpecError(Exception):
    """The specification has errors, or contains something that is not supported."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n\n".join(d.render() for d in diagnostics))
        self.diagnostics = diagnostics

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What notebooks show: all diagnostics."""
        from holdfast.notebook import bundle, text_html

        return bundle(str(self), [text_html(str(self))])

    def __repr__(self) -> str:
        first = "".join(f" {d.code}: {_one_line(d.message)}" for d in self.diagnostics[:1])
        more = f", and {len(self.diagnostics) - 1} more" if len(self.diagnostics) > 1 else ""
        return f"<SpecError{first}{more}>"


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics that are errors."""
    return tuple(d for d in diagnostics if d.severity == "error")
