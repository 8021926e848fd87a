"""Formulas as texts inside a line: strings, brackets, and where they separate."""

from __future__ import annotations

import re
from collections.abc import Iterator

IDENTIFIER = re.compile(r"[^\W\d]\w*")
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\\\*|<<|>>|\w+|\s+|.')
_CLOSING = {")": "(", "]": "[", "}": "{", ">>": "<<"}


def tokens(text: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """The tokens of a line, blanks left out, with their offset and the depth of brackets there.

    A bracket has the depth outside it. `<<` and `>>` that do not match are shifts. Another bracket
    that closes nothing has the depth -1; so has the end, if one is not closed.
    """
    found = [each for each in _TOKEN.finditer(text, start) if not each[0].isspace()]
    tuples = _tuples([each[0] for each in found])
    open_: list[str] = []
    for i, each in enumerate(found):
        token, depth = each[0], len(open_)
        is_shift = token in ("<<", ">>") and i not in tuples
        if token in _CLOSING and not is_shift:
            if open_ and open_[-1] == _CLOSING[token]:
                open_.pop()
                depth = len(open_)
            else:
                depth = -1
        yield token, each.start(), depth
        if token in _CLOSING.values() and not is_shift:
            open_.append(token)
    if open_:
        yield "", len(text), -1


def _tuples(texts: list[str]) -> set[int]:
    """The positions of `<<` and `>>` that match."""
    found: set[int] = set()
    open_: list[tuple[str, int]] = []
    for i, token in enumerate(texts):
        if token in _CLOSING.values():
            open_.append((token, i))
        elif token == ">>":
            if open_ and open_[-1][0] == "<<":
                found |= {i, open_.pop()[1]}
        elif token in _CLOSING:
            while open_ and open_[-1][0] == "<<":
                open_.pop()
            if open_:
                open_.pop()
    return found


def has_shift(text: str) -> bool:
    """Whether a text has `<<` or `>>` that do not match."""
    texts = [token for token, _, _ in tokens(text)]
    return sum(token in ("<<", ">>") for token in texts) > len(_tuples(texts))


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
