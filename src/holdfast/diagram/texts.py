"""Formulas as texts inside a line: strings, brackets, and where they separate."""

from __future__ import annotations

import re
from collections.abc import Iterator

IDENTIFIER = re.compile(r"[^\W\d]\w*")
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\\\*|<<|>>|\w+|\s+|.')
_CLOSING = {")": "(", "]": "[", "}": "{", ">>": "<<"}


def tokens(text: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """The tokens of a line, blanks left out, with their offset and the depth of brackets there.

    A bracket has the depth outside it. `<<` counts as a bracket only up to the next other one that
    closes: it is also a shift. An unmatched closing bracket has the depth -1.
    """
    open_: list[str] = []
    for found in _TOKEN.finditer(text, start):
        token = found[0]
        if token.isspace():
            continue
        depth = len(open_)
        if token in _CLOSING:
            while open_ and open_[-1] == "<<" != _CLOSING[token]:
                open_.pop()
            if open_ and open_[-1] == _CLOSING[token]:
                open_.pop()
                depth = len(open_)
            elif token != ">>":
                depth = -1
        yield token, found.start(), depth
        if token in _CLOSING.values():
            open_.append(token)
    if any(bracket != "<<" for bracket in open_):
        yield "", len(text), -1


def without_comment(line: str) -> str:
    """A line up to its comment, which begins with `\\*` outside strings."""
    for found in _TOKEN.finditer(line):
        if found[0] == "\\*":
            return line[: found.start()]
    return line


def unbalanced_at(text: str) -> int | None:
    """Where a bracket closes nothing, or the end if one is not closed; None if they match."""
    return next((at for _, at, depth in tokens(text) if depth < 0), None)


def split(text: str, separator: str) -> Iterator[tuple[int, str]]:
    """The parts of a text between separators outside brackets, stripped, with their offsets."""
    start = 0
    for token, at, depth in (*tokens(text), (separator, len(text), 0)):
        if token == separator and depth == 0:
            part = text[start:at]
            yield start + len(part) - len(part.lstrip()), part.strip()
            start = at + len(token)


def unwrapped(text: str) -> str | None:
    """The text inside one pair of parentheses around all of it; None if there is none."""
    if not (text.startswith("(") and text.endswith(")")):
        return None
    inside = text[1:-1]
    return inside.strip() if unbalanced_at(inside) is None else None


def compact(text: str) -> str:
    """A text such that two texts of the same tokens are equal."""
    return " ".join(token for token, _, _ in tokens(text))


def is_identifier(text: str) -> bool:
    """Whether a text is a name without quotes."""
    return IDENTIFIER.fullmatch(text) is not None


def quoted(text: str) -> str:
    """A name in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def name_text(name: str) -> str:
    """A name as it is written: in quotes unless it is an identifier."""
    return name if is_identifier(name) else quoted(name)


def unquoted(text: str) -> str:
    """The name that is written in quotes."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])
