"""Tokens of Promela, and the lexer; comments and blanks are the gaps between tokens."""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.source import Note, Source, Span


class Token(NamedTuple):
    """One token.

    `kind` is `name`, `number`, `string`, `char`, `bad` or `end`, and for keywords and symbols the
    text itself. A `bad` token without a text stands for one that has been reported. The span of a
    token that a macro gives is that of the use of the macro, and `origin` says where the macro has
    it. A token of an inline is in the body of the inline, and
    `origin` says where the inline is used; `inlines` are the names of the inlines that it comes
    from. `breaks` is 2 for the first token of a line, 1 for the first one after a comment of
    several lines.
    """

    kind: str
    text: str
    span: Span
    breaks: int = 0
    origin: Note | None = None
    inlines: tuple[str, ...] = ()


TYPE_WORDS = frozenset("bit bool byte chan int mtype pid short unsigned".split())
C_WORDS = frozenset("c_code c_decl c_expr c_state c_track".split())
KEYWORDS = (
    frozenset(
        "active assert atomic break D_proctype do else empty enabled eval false fi for full"
        " get_priority goto hidden if init inline len local ltl nempty never nfull notrace np_ od"
        " of pc_value printf printm priority proctype provided return run d_step select"
        " set_priority skip timeout trace true show typedef unless xr xs".split()
    )
    | TYPE_WORDS
    | C_WORDS
)

_SYMBOLS = (
    "<-> :: -> -- ++ << <= <> >> >= == != !! ?? && || .. [] /\\ \\/ ##"
    " ; : , . ( ) { } [ ] < > = ! ? & | ^ ~ + - * / % @ #"
).split()

_TOKEN = re.compile(
    r"(?P<blank>(?:[ \t\r\f\v\0]|\\\r?\n)+)"
    r"|(?P<line>\n)"
    r"|(?P<comment>/\*[\s\S]*?\*/|//(?:[^\n\\]|\\[\s\S]?)*)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<number>[0-9]+)"
    r'|(?P<string>"(?:[^"\\\n]|\\[\s\S])*")'
    r"|(?P<char>'(?:[^'\\\n]|\\[^\n])')"
    rf"|(?P<symbol>(?!/\*)(?:{'|'.join(re.escape(s) for s in _SYMBOLS)}))"
)
_BAD = re.compile(r"/\*[\s\S]*|[\"'][^\n]*|[^\x00-\x7f]+|[\s\S]")


def scan(source: Source) -> list[Token]:
    """All tokens of a text, with keywords as names; what is no token is of kind `bad`."""
    tokens: list[Token] = []
    text, at, breaks = source.text, 0, 2
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            found = _BAD.match(text, at)
            assert found is not None
            kind: str | None = "bad"
        else:
            kind = found.lastgroup
        start, at = at, found.end()
        if kind == "line":
            breaks = 2
        elif kind == "comment":
            breaks = max(breaks, 1 if "\n" in found[0] else 0)
        elif kind != "blank":
            word = found[0]
            kind = word if kind == "symbol" else kind
            assert kind is not None
            tokens.append(Token(kind, word, Span(source, start, at), breaks))
            breaks = 0
    return tokens


def with_keywords(tokens: list[Token]) -> list[Token]:
    """The tokens with keywords as kinds of their own."""
    return [
        t._replace(kind=t.text) if t.kind == "name" and t.text in KEYWORDS else t for t in tokens
    ]


def joined(first: Span, last: Span) -> Span:
    """From one span to another; the first if they are in different texts."""
    if first.source is not last.source:
        return first
    return Span(first.source, min(first.start, last.start), max(first.end, last.end))


def what_is_bad(token: Token) -> tuple[str, str]:
    """The code and the message for a token that is none."""
    if token.text.startswith("/*"):
        return "unclosed-comment", "this comment is never closed"
    if token.text.startswith('"'):
        return "unclosed-string", "this string is not closed on its line"
    if token.text.startswith("'"):
        return "promela-syntax", "a character is written between quotes: `'a'`, `'\\n'`"
    return "bad-character", f"no token starts with `{token.text}`"
