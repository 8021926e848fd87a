"""Tidies the text of a TLA+ file and leaves its layout to the user.

What changes: tabs become spaces, trailing blanks and surplus empty lines are removed, line ends are
all the same, `==` and commas get their space where no column depends on it, and the lines
that begin and end a module are equally wide. What stays: comments, spellings, line breaks,
the text outside modules, and the translation of a PlusCal algorithm, whose checksum covers
every blank.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import groupby, pairwise
from typing import Literal, NamedTuple, TypeAlias

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import TAB_STOP, Token, tokenize
from holdfast.front.tla.syntax.parser import Parsed, parse_file
from holdfast.source import Diagnostic, Source, Span, SpecError, errors

_EMPTY_LINES = 2
"""How many empty lines may follow each other."""

_BEGIN = re.compile(r"\\\*+[ \t]*BEGIN TRANSLATION")
_END = re.compile(r"\\\*+[ \t]*END TRANSLATION")
_COMMENT_START = re.compile(r"\\\*|\(\*")
_COMMENT_EDGE = re.compile(r"\(\*|\*\)")
_LINE_COMMENT = re.compile(r"[^\n]*")
_ROOM_AND_COMMENT = re.compile(r"( +) (?:\\\*|\(\*)")
_TRAILING = re.compile(r"[ \t]+(?=\n)")
_OPENING = frozenset(("(", "[", "{", "<<"))
_CLOSING = frozenset((")", "]", "}", ">>", "]_", ">>_"))


class Piece(NamedTuple):
    """A token, a comment, or the blanks between two of them."""

    kind: Literal["token", "comment", "blank"]
    start: int
    end: int


class Edit(NamedTuple):
    """The text from `start` to `end` becomes `text`."""

    start: int
    end: int
    text: str


Edits: TypeAlias = list[Edit]


def format_text(source: Source) -> str:
    """The tidied text; raises SpecError if the text has errors or cannot be tidied safely."""
    crlf = source.text.count("\r\n") * 2 > source.text.count("\n")
    before = Source(source.name, source.text.replace("\r\n", "\n"))
    parsed = parse_file(before)
    if errors(parsed.diagnostics):
        raise SpecError(*errors(parse_file(source).diagnostics))
    after = Source(source.name, _apply(before.text, _blank_edits(before, parsed)).rstrip() + "\n")
    reparsed = parse_file(after)
    after = Source(source.name, _apply(after.text, _spacing_edits(after, reparsed)))
    _check(source, before, parsed, after)
    return after.text.replace("\n", "\r\n") if crlf else after.text


def _check(source: Source, before: Source, parsed: Parsed, after: Source) -> None:
    reparsed = parse_file(after)
    same = (
        not errors(reparsed.diagnostics)
        and _signature(parsed) == _signature(reparsed)
        and _comments(before, parsed) == _comments(after, reparsed)
    )
    if not same:
        message = "this file cannot be formatted: its meaning would change"
        raise SpecError(Diagnostic("format-refused", message, Span(source, 0, 0)))


def _apply(text: str, edits: Edits) -> str:
    parts = []
    at = 0
    for edit in sorted(edits):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join((*parts, text[at:]))


# ---- the pieces of a module ----


def _pieces(source: Source, tokens: Sequence[Token]) -> Iterator[Piece]:
    """Tokens, comments and blanks of a module, in the order of the text."""
    for token, following in pairwise(tokens):
        yield Piece("token", token.start, token.end)
        if following.kind != "end":
            yield from _gap(source.text, token.end, following.start)


def _gap(text: str, at: int, end: int) -> Iterator[Piece]:
    while at < end:
        comment = _COMMENT_START.search(text, at, end)
        start = comment.start() if comment else end
        if at < start:
            yield Piece("blank", at, start)
        if comment is None:
            return
        at = _comment_end(text, start, end)
        yield Piece("comment", start, at)


def _comment_end(text: str, at: int, end: int) -> int:
    if text[at] == "\\":
        line = _LINE_COMMENT.match(text, at, end)
        assert line is not None
        return line.end()
    depth = 0
    while True:
        edge = _COMMENT_EDGE.search(text, at, end)
        assert edge is not None, "the lexer has found where this comment ends"
        depth += 1 if edge.group() == "(*" else -1
        at = edge.end()
        if depth == 0:
            return at


def _modules(source: Source, parsed: Parsed) -> Iterator[tuple[tree.Module, list[Token]]]:
    for module in parsed.modules:
        tokens, _ = tokenize(source, module.span.start, one_module=True)
        yield module, tokens


def _kept(source: Source, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """The ranges between BEGIN and END TRANSLATION, with those lines."""
    ranges = []
    start: int | None = None
    for piece in pieces:
        if piece.kind != "comment":
            continue
        if start is None and _BEGIN.match(source.text, piece.start):
            start = piece.start
        elif start is not None and _END.match(source.text, piece.start):
            ranges.append((start, piece.end))
            start = None
    return [*ranges, (start, len(source.text))] if start is not None else ranges


# ---- blanks ----


def _blank_edits(source: Source, parsed: Parsed) -> Edits:
    """Tabs, trailing blanks and empty lines."""
    edits: Edits = []
    outside = 0
    for _, tokens in _modules(source, parsed):
        edits += _strip_lines(source.text, outside, tokens[0].start)
        pieces = list(_pieces(source, tokens))
        kept = _kept(source, pieces)
        for piece in pieces:
            if any(start <= piece.start and piece.end <= end for start, end in kept):
                continue
            if piece.kind == "comment":
                edits += _strip_lines(source.text, piece.start, piece.end)
            elif piece.kind == "blank":
                edits += _tidy_blank(source, piece)
        outside = tokens[-1].end
    return edits + _strip_lines(source.text, outside, len(source.text))


def _strip_lines(text: str, start: int, end: int) -> Edits:
    # A line comment ends before its line end, which is checked, too.
    found = _TRAILING.finditer(text, start, min(end + 1, len(text)))
    return [Edit(*blanks.span(), "") for blanks in found]


def _tidy_blank(source: Source, piece: Piece) -> Edits:
    text = source.text[piece.start : piece.end]
    lines = text.count("\n")
    if set(text) - {" ", "\t", "\n"}:
        return []
    if lines:
        indent = _column(source, piece.end)
        new = "\n" * min(lines, _EMPTY_LINES + 1) + " " * indent
    else:
        new = " " * (_column(source, piece.end) - _column(source, piece.start))
    return [Edit(piece.start, piece.end, new)] if new != text else []


def _column(source: Source, offset: int) -> int:
    """The column of an offset, counted from 0, with tabs spread out."""
    line, _ = source.position(offset)
    before = source.text[source.line_starts[line - 1] : offset]
    return len(before.expandtabs(TAB_STOP))


# ---- spaces and rulers ----


def _spacing_edits(source: Source, parsed: Parsed) -> Edits:
    edits: Edits = []
    for module, tokens in _modules(source, parsed):
        edits += _ruler_edits(tokens)
        pieces = list(_pieces(source, tokens))
        kept = _kept(source, pieces)
        starts = [token.start for token in tokens]
        for unit in _units(module):
            start, stop = (bisect_left(starts, offset) for offset in unit.span[1:])
            if not any(first <= unit.span.start <= last for first, last in kept):
                edits += _unit_edits(source, tokens[start:stop])
    return edits


def _units(module: tree.Module) -> Iterator[tree.Unit]:
    for unit in module.units:
        if isinstance(unit, tree.Module):
            yield from _units(unit)
        else:
            yield unit


def _unit_edits(source: Source, tokens: Sequence[Token]) -> Edits:
    """Spaces beside `==` and after commas, on lines that no other line is aligned with."""
    edits: Edits = []
    lines = [list(line) for _, line in groupby(tokens, key=lambda token: token.line)]
    depth = 0
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        opened = [(t.kind in _OPENING) - (t.kind in _CLOSING) for t in line]
        is_whole = depth == 0 == sum(opened)
        depth += sum(opened)
        is_free = following is None or following[0].column <= line[0].column
        if is_whole and is_free:
            edits += _line_edits(source, line)
        elif line[-1].kind == "==":
            edits += _line_edits(source, line[-2:])
    return edits


def _line_edits(source: Source, line: Sequence[Token]) -> Edits:
    edits = [
        Edit(token.end, token.end, " ")
        for token, following in pairwise(line)
        if token.end == following.start and (token.kind in (",", "==") or following.kind == "==")
    ]
    # A comment behind the line stays in its column if there is room.
    end = line[-1].end
    comment = _ROOM_AND_COMMENT.match(source.text, end)
    if comment and edits:
        room = comment.end(1) - end
        edits.append(Edit(end, end + min(len(edits), room), ""))
    return edits


def _ruler_edits(tokens: Sequence[Token]) -> Edits:
    """The first and the last line of each module as wide as the wider of the two."""
    edits: Edits = []
    open_modules: list[tuple[Token, Token]] = []
    for at, token in enumerate(tokens):
        if token.kind == "---- MODULE":
            open_modules.append((token, tokens[at + 2]))
        elif token.kind == "====" and open_modules:
            first, last = open_modules.pop()
            width = last.end - first.start
            length = token.end - token.start
            if width < length:
                more = length - width
                edits.append(Edit(first.start, first.start, "-" * (more // 2)))
                edits.append(Edit(last.end, last.end, "-" * (more - more // 2)))
            elif length < width:
                edits.append(Edit(token.end, token.end, "=" * (width - length)))
    return edits


# ---- what must not change ----


def _comments(source: Source, parsed: Parsed) -> list[list[str]]:
    """The lines of each comment in the modules, without trailing blanks."""
    return [
        [line.rstrip() for line in source.text[piece.start : piece.end].split("\n")]
        for _, tokens in _modules(source, parsed)
        for piece in _pieces(source, tokens)
        if piece.kind == "comment"
    ]


def _signature(parsed: Parsed) -> list[object]:
    """The trees as one flat list, which compares without recursion."""
    return [_outline(node) for module in parsed.modules for node in tree.walk(module)]


def _outline(node: tree.Node) -> tuple[object, ...]:
    values = (getattr(node, f.name) for f in fields(node) if f.name != "span")
    return (type(node), *(_scalar(value) for value in values))


def _scalar(value: object) -> object:
    if isinstance(value, tree.Node):
        return "node"
    return len(value) if isinstance(value, tuple) else value
