"""The locations of the algorithm and its translation in a file, and where a translation belongs."""

from __future__ import annotations

import re

from holdfast.source import Source, Span

_BEGIN = re.compile(r"--(?:algorithm|fair\s+algorithm)(?=\s+[A-Za-z0-9_]|\s*\{)")
_AT_ALGORITHM = re.compile(r'"(?:\\.|[^"\\\n])*"|\\\*[^\n]*|\(\*|\*\)')
_IN_COMMENT = re.compile(r"\(\*|\*\)")
_BEGIN_TRANSLATION = re.compile(r"BEGIN[ \t]*TRANSLATION")
_END_TRANSLATION = re.compile(r"END[ \t]*TRANSLATION")


def find_algorithm(source: Source) -> Span | None:
    """The algorithm, from `--algorithm` to the end of the comment that holds it."""
    found = _BEGIN.search(source.text)
    if found is None:
        return None
    return Span(source, found.start(), _end_of_comment(source.text, found.end()))


def _end_of_comment(text: str, at: int) -> int:
    """The offset of the `*)` that closes the comment around `at`, or the end of the text.

    Strings and comments inside the algorithm may contain `*)`.
    """
    depth = 1
    while True:
        pattern = _AT_ALGORITHM if depth == 1 else _IN_COMMENT
        edge = pattern.search(text, at)
        if edge is None:
            return len(text)
        if edge.group() == "(*":
            depth += 1
        elif edge.group() == "*)":
            depth -= 1
        if depth == 0:
            return edge.start()
        at = edge.end()


def find_translation(source: Source) -> Span | None:
    """From the line BEGIN TRANSLATION to the line END TRANSLATION, both included.

    The span ends before the line end of its last line.
    """
    begin = _marked_line(source.text, _BEGIN_TRANSLATION, 0)
    end = begin and _marked_line(source.text, _END_TRANSLATION, begin.end())
    return Span(source, begin.start(), end.end()) if begin and end else None


def unclosed_translation(source: Source) -> Span | None:
    """A line BEGIN TRANSLATION without a line END TRANSLATION after it."""
    begin = _marked_line(source.text, _BEGIN_TRANSLATION, 0)
    if begin is None or _marked_line(source.text, _END_TRANSLATION, begin.end()):
        return None
    return Span(source, begin.start(), begin.end())


def _marked_line(text: str, marker: re.Pattern[str], at: int) -> re.Match[str] | None:
    """The line that contains the marker, from `at` on."""
    found = marker.search(text, at)
    if found is None:
        return None
    start = text.rfind("\n", 0, found.start()) + 1
    return _LINE.match(text, start)


_LINE = re.compile(r"[^\n\r]*")


def inner_lines(region: Span) -> list[str]:
    """The lines between the BEGIN and the END line."""
    return region.text.replace("\r\n", "\n").split("\n")[1:-1]


def insertion_offset(source: Source, algorithm: Span) -> int:
    """The start of the line after the comment that holds the algorithm."""
    line_end = source.text.find("\n", algorithm.end)
    return len(source.text) if line_end < 0 else line_end + 1
