"""The Python syntax of a text, and the locations of its nodes.

Python counts columns in bytes of UTF-8 and ends lines at any of CR, LF and CRLF; spans are offsets
in the text.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from typing import Literal, TypeAlias

from holdfast.source import Diagnostic, Source, Span

Mode: TypeAlias = Literal["exec", "eval"]

_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_filters = threading.Lock()


class Locations:
    """Spans for the nodes of a text that begins at an offset of its source."""

    def __init__(self, source: Source, begin: int = 0) -> None:
        self.source = source
        self.begin = begin
        ends = [m.end() for m in _LINE_END.finditer(source.text, begin)]
        self.starts = [begin, *ends, len(source.text)]
        self.ascii = source.text.isascii()
        self.columns: dict[int, list[int]] = {}

    def offset(self, line: int, column: int) -> int:
        """The offset of a column in bytes, counted from 0, in a line, counted from 1."""
        line = min(max(line, 1), len(self.starts) - 1)
        start, end = self.starts[line - 1], self.starts[line]
        if self.ascii:
            return min(start + column, end)
        if line not in self.columns:
            self.columns[line] = _byte_columns(self.source.text[start:end])
        columns = self.columns[line]
        return start + columns[min(column, len(columns) - 1)]

    def span(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias) -> Span:
        """The location of a node."""
        start = self.offset(node.lineno, node.col_offset)
        last, column = node.end_lineno, node.end_col_offset
        end = start if last is None or column is None else self.offset(last, column)
        return Span(self.source, start, end)

    def whole(self) -> Span:
        """The location of the whole text."""
        return Span(self.source, self.begin, len(self.source.text))

    def name_span(self, node: ast.FunctionDef | ast.ClassDef) -> Span:
        """The location of the name that a `def` or `class` declares."""
        start = self.offset(node.lineno, node.col_offset)
        word = "class" if isinstance(node, ast.ClassDef) else "def"
        found = re.compile(rf"{word}\s+(\w+)").match(self.source.text, start)
        return Span(self.source, *found.span(1)) if found else self.span(node)


def _byte_columns(line: str) -> list[int]:
    """For each byte of a line in UTF-8, and its end, the column of its character."""
    columns = [at for at, letter in enumerate(line) for _ in letter.encode()]
    return [*columns, len(line)]


def parse(source: Source, mode: Mode) -> tuple[ast.Module | ast.Expression, Locations] | Diagnostic:
    """The Python syntax of a text, or what is wrong with it."""
    text = source.text
    wrong = _NO_TEXT.search(text)
    if wrong is not None:
        message = "this character does not belong in a text"
        return Diagnostic("ioa-syntax", message, Span(source, *wrong.span()))
    begin = len(text) - len(text.lstrip("\ufeff \t" if mode == "eval" else "\ufeff"))
    try:
        # Warnings, of odd escapes in strings, would be written to the terminal.
        with _filters, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = ast.parse(text[begin:], mode=mode)
    except SyntaxError as error:
        return _syntax_error(error, Locations(source, begin))
    except (RecursionError, MemoryError):
        return Diagnostic("too-deep", "the text is nested too deeply", Span(source, 0, 0))
    assert isinstance(parsed, ast.Module | ast.Expression)
    return parsed, Locations(source, begin)


def _syntax_error(error: SyntaxError, locations: Locations) -> Diagnostic:
    message = (error.msg or "this is not Python syntax").removeprefix("invalid syntax. ")
    if message.startswith("invalid syntax"):
        message = "this is not Python syntax"
    elif message.startswith("Exceeds the limit"):
        message = "this number has too many digits"
    start = _character(locations, error.lineno, error.offset)
    end = _character(locations, error.end_lineno, error.end_offset)
    if end <= start:
        end = min(start + 1, len(locations.source.text))
    return Diagnostic("ioa-syntax", message, Span(locations.source, start, end))


def _character(locations: Locations, line: int | None, column: int | None) -> int:
    """The offset of a column in characters, counted from 1, as syntax errors have them."""
    if line is None or line < 1:
        return locations.begin
    line = min(line, len(locations.starts) - 1)
    start, end = locations.starts[line - 1], locations.starts[line]
    return min(start + max((column or 1) - 1, 0), end)
