"""The comment that belongs to a declaration: the one above it, or the one behind it."""

from __future__ import annotations

import re
from bisect import bisect_left

from holdfast.front.pluscal.locate import find_algorithm
from holdfast.front.tla.syntax.lexer import Token, tokenize
from holdfast.source import Source, Span

_COMMENT = re.compile(r"\\\*[^\n]*|\(\*")
_EDGE = re.compile(r"\(\*|\*\)")
_RULER = re.compile(r"[\s*=\-~_#]*")
_LEFT = re.compile(r"^[ \t]*(?:\\\*+|\(\*+|\*+(?!\)))?[ \t]?")
_RIGHT = re.compile(r"[ \t]*(?:\*+\))?[ \t]*$")


def comment_of(source: Source, extent: Span, name: Span) -> str:
    """The text of the comment above a declaration, or behind its name; empty without one."""
    tokens = _tokens_around(source, name.start)
    starts = [token.start for token in tokens]
    first = bisect_left(starts, extent.start)
    above = _above(source, tokens[first - 1].end if first else 0, extent.start)
    if above:
        return above
    after = bisect_left(starts, name.end)
    while after < len(tokens) and tokens[after].kind in (",", ";"):
        after += 1
    # Behind the name, or behind the comma that follows it.
    end = tokens[after].start if after < len(tokens) else len(source.text)
    begin = tokens[after - 1].end if after else name.end
    gap = source.text[begin:end].split("\n")[0].strip()
    return _plain(gap) if _COMMENT.match(gap) and "\n" not in gap else ""


def _tokens_around(source: Source, offset: int) -> list[Token]:
    algorithm = find_algorithm(source)
    if algorithm is not None and algorithm.start <= offset < algorithm.end:
        return tokenize(source, algorithm.start, algorithm.end, pluscal=True)[0]
    return tokenize(source)[0]


def comment_below(source: Source, name: Span) -> str:
    """The comment below the header of a module, or above it."""
    tokens = tokenize(source)[0]
    at = bisect_left([token.start for token in tokens], name.end)
    if at + 1 < len(tokens):
        rows: list[str] = []
        last = tokens[at].end
        for begin, finish in _comments(source.text, last, tokens[at + 1].start):
            if rows and source.text.count("\n", last, begin) > 1:
                break
            rows.append(_plain(source.text[begin:finish]))
            last = finish
        if any(rows):
            return "\n".join(row for row in rows if row)
    header = tokens[max(0, at - 2)].start
    return comment_of(source, name._replace(start=header), name._replace(end=name.start))


def _above(source: Source, start: int, end: int) -> str:
    """The comments that end directly above an offset."""
    text = source.text
    rows: list[str] = []
    below = end
    for begin, finish in reversed(_comments(text, start, end)):
        on_line_of_token = start > 0 and "\n" not in text[start:begin]
        if text.count("\n", finish, below) > 1 or on_line_of_token:
            break
        rows.insert(0, _plain(text[begin:finish]))
        below = begin
    return "\n".join(row for row in rows if row)


def _comments(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The comments between two tokens."""
    found: list[tuple[int, int]] = []
    while (comment := _COMMENT.search(text, start, end)) is not None:
        start = comment.end()
        if comment.group() == "(*":
            start = _end_of_block(text, start, end)
        found.append((comment.start(), start))
    return found


def _end_of_block(text: str, at: int, end: int) -> int:
    depth = 1
    while depth and (edge := _EDGE.search(text, at, end)) is not None:
        depth += 1 if edge.group() == "(*" else -1
        at = edge.end()
    return at


def _plain(comment: str) -> str:
    """The text of a comment without its marks."""
    rows = [_RIGHT.sub("", _LEFT.sub("", row)) for row in comment.splitlines()]
    while rows and _RULER.fullmatch(rows[0]):
        rows.pop(0)
    while rows and _RULER.fullmatch(rows[-1]):
        rows.pop()
    return "\n".join("" if _RULER.fullmatch(row) else row for row in rows)
