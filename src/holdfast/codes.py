"""Every code that a diagnostic can carry, listed once.

A code is stable: scripts filter on it and the documentation has an entry for it. `sany`
is the number of the same finding in the TLA+ tools, where there is one. Keep each table
sorted by part and then by name.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """What a code means, and SANY's number for it."""

    meaning: str
    sany: int | None = None


_SYNTAX = {
    "bad-character": Code("a character that no token starts with"),
    "junction-column": Code("a token left of, or under, the bullet of the list it belongs to"),
    "label-changes-meaning": Code("a label inside an operator expression that regroups it"),
    "missing-end": Code("a module without its closing line of equal signs"),
    "no-module": Code("a file in which no module begins"),
    "precedence-conflict": Code("two operators whose precedence ranges overlap, unparenthesised"),
    "syntax": Code("text that does not fit the grammar"),
    "too-deep": Code("an expression nested beyond the limit"),
    "unclosed-bracket": Code("a bracket that is never closed"),
    "unclosed-comment": Code("a comment that is never closed"),
    "unclosed-string": Code("a string that is not closed on its line"),
}

CODES: dict[str, Code] = {**_SYNTAX}
