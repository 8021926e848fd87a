"""Tokens of the text form of the IR: numbers, strings, names, operators and symbols."""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.ir.expr_text import CHAINS, INFIX, KEYWORDS, PLAIN_NAME, PREFIX

_SIGNS = sorted(
    {s for s in (*INFIX.values(), *CHAINS.values(), *PREFIX.values()) if not s.isalpha()}
    | set("( ) [ ] { } << >> >>_ ]_ , : ! ' |-> -> == [] \\A \\E =".split()),
    key=len,
    reverse=True,
)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+)|(?P<string>\"(?:[^\"\\]|\\.)*\")|(?P<quoted>`(?:[^`\\]|\\.)*`)"
    rf"|(?P<name>{PLAIN_NAME.pattern})|(?P<op>\#[A-Z0-9_]+)"
    rf"|(?P<sign>{'|'.join(map(re.escape, _SIGNS))}))",
    re.DOTALL,
)
_ESCAPES = {"t": "\t", "n": "\n", "f": "\f", "r": "\r"}


class Token(NamedTuple):
    """A token: its kind, its value, and where it begins."""

    kind: str
    text: str
    at: int


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text, closed by an end token."""
    found = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"unexpected text at {at}: {text[at : at + 20]!r}")
        kind = match.lastgroup
        assert kind is not None
        word = match[kind]
        if kind == "name" and word in KEYWORDS:
            kind = "sign"
        elif kind in ("string", "quoted"):
            word = re.sub(r"\\(.)", _unescaped, word[1:-1], flags=re.DOTALL)
            kind = "name" if kind == "quoted" else kind
        found.append(Token(kind, word, match.start(match.lastgroup or 0)))
        at = match.end()
    found.append(Token("end", "", end))
    return found


def _unescaped(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[1], match[1])
