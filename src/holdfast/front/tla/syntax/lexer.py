"""Lexer: text to tokens; comments and blanks are the gaps between tokens."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from holdfast.front.tla.syntax.operators import SYNONYMS
from holdfast.source import Diagnostic, Source, Span

TAB_STOP = 8


class Token(NamedTuple):
    """One token.

    `kind` is `name`, `number`, `string`, `op`, `step` or `end`, and for keywords and
    punctuation the canonical text itself. `text` is the canonical spelling; the source
    between `start` and `end` is the user's. Line and column count from 1; a tab moves the
    column to the next multiple of 8, as in the TLA+ tools.
    """

    kind: str
    text: str
    start: int
    end: int
    line: int
    column: int


KEYWORDS = frozenset(
    "ACTION ASSUME ASSUMPTION AXIOM BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE DEFS"
    " ELSE EXCEPT EXTENDS HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL MODULE NEW OBVIOUS"
    " OMITTED ONLY OTHER PICK PROOF PROPOSITION PROVE QED RECURSIVE STATE SUFFICES TAKE TEMPORAL"
    " THEN THEOREM USE VARIABLE VARIABLES WITH WITNESS ACTIONS TEMPORALS".split()
)

_CANONICAL_KEYWORD = {
    "CONSTANTS": "CONSTANT",
    "VARIABLES": "VARIABLE",
    "DEFS": "DEF",
    "ACTIONS": "ACTION",
    "TEMPORALS": "TEMPORAL",
}

_PUNCTUATION = {
    symbol: canonical
    for canonical, spellings in {
        "==": "== ≜",
        "::": ":: ∷",
        "<<": "<< ⟨",
        ">>": ">> ⟩",
        ">>_": ">>_ ⟩_",
        "->": "-> →",
        "<-": "<- ←",
        "|->": "|-> ↦",
        "\\A": "\\A \\forall ∀",
        "\\E": "\\E \\exists ∃",
        "\\AA": "\\AA",
        "\\EE": "\\EE",
        "[]ASSUME": "[]ASSUME",
        "[]PROVE": "[]PROVE",
        **{c: c for c in ("(", ")", "[", "]", "]_", "{", "}", ",", ":", ".", "!", "@", "_")},
    }.items()
    for symbol in spellings.split()
}

WORD_OPERATORS = frozenset(s for s in SYNONYMS if s.isalpha() and s.isascii())
_NUMBER_SETS = {"ℕ": "Nat", "ℤ": "Int", "ℝ": "Real"}  # TLA+ spells them so


def _any_of(symbols: set[str]) -> str:
    """A pattern for the longest of `symbols`."""
    return "|".join(re.escape(s) for s in sorted(symbols, key=lambda s: (-len(s), s)))


_SYMBOLS = (set(SYNONYMS) - WORD_OPERATORS) | set(_PUNCTUATION) - {"_"}

_TOKEN = re.compile(
    r"(?P<comment>\(\*|\\\*[^\n]*)"
    r"|(?P<name>(?:WF_|SF_)|[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*|[ℕℤℝ])"
    r"|(?P<number>[0-9]*\.[0-9]+(?![0-9_]*[A-Za-z])|[0-9]+"
    r"|\\[bB][01]+|\\[oO][0-7]+|\\[hH][0-9a-fA-F]+)"
    r'|(?P<string>"(?:[^"\n\r\\]|\\[^\n\r])*")'
    r"|(?P<begin>-{4,}[ \t]*MODULE(?![A-Za-z0-9_]))"
    r"|(?P<dashes>-{4,})"
    r"|(?P<equals>={4,})"
    r"|(?P<step><(?:[0-9]+|[*+])>(?:[A-Za-z0-9_]+\.*|[*-]\.*|\.+)?)"
    rf"|(?P<symbol>{_any_of(_SYMBOLS)}|_)"
    r"|(?P<semicolon>;)"
    r"|(?P<blank>\s+)"
)
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_COMMENT_EDGE = re.compile(r"\(\*|\*\)")
# As in interp/numbers.py: Python does not read longer ones.
_MOST_DIGITS = 4000
_FIXED_KINDS = {"begin": "---- MODULE", "dashes": "----", "equals": "===="}


def tokenize(
    source: Source,
    start: int = 0,
    end: int | None = None,
    *,
    pluscal: bool = False,
    one_module: bool = False,
) -> tuple[list[Token], list[Diagnostic]]:
    """The tokens of a region, closed by one of kind `end`, and the errors in it.

    With `one_module`, the region ends with the `====` that closes the module it begins
    with: what follows that line is free text. With `pluscal`, `;` is a token.
    """
    lexer = _Lexer(source, len(source.text) if end is None else end, pluscal, one_module)
    lexer.run(start)
    return lexer.tokens, lexer.diagnostics


class _Lexer:
    def __init__(self, source: Source, end: int, pluscal: bool, one_module: bool) -> None:
        self.source = source
        self.text = source.text
        self.end = end
        self.pluscal = pluscal
        self.one_module = one_module
        self.tokens: list[Token] = []
        self.diagnostics: list[Diagnostic] = []
        self.has_tabs = "\t" in source.text

    def run(self, at: int) -> None:
        text, end, match = self.text, self.end, _TOKEN.match
        blanks, starts = _BLANKS.match, self.source.line_starts
        line = bisect_right(starts, at)
        line_count = len(starts)
        append = self.tokens.append
        depth = 0
        while True:
            gap = blanks(text, at, end)
            if gap:
                at = gap.end()
            if at >= end:
                break
            while line < line_count and starts[line] <= at:
                line += 1
            found = match(text, at, end)
            kind = found.lastgroup if found else None
            if found is None or kind is None or (kind == "semicolon" and not self.pluscal):
                stop = self.bad_character(at)
                if text[at] == '"':
                    column = self.column(starts[line - 1], at)
                    append(Token("string", text[at:stop] + '"', at, stop, line, column))
                at = stop
                continue
            if kind == "comment":
                at = self.after_comment(at, found.end())
                continue
            stop = found.end()
            column = self.column(starts[line - 1], at)
            token = self.token(kind, at, stop, line, column)
            append(token)
            at = token.end
            if self.one_module and kind in ("begin", "equals"):
                depth += 1 if kind == "begin" else -1
                if depth <= 0:
                    break
        while line < line_count and starts[line] <= at:
            line += 1
        append(Token("end", "", at, at, line, self.column(starts[line - 1], at)))

    def token(self, kind: str, at: int, stop: int, line: int, column: int) -> Token:
        raw = self.text[at:stop]
        if kind == "name":
            if raw in KEYWORDS:
                raw = _CANONICAL_KEYWORD.get(raw, raw)
                kind = raw
            elif raw in WORD_OPERATORS:
                kind = "op"
            elif raw[:3] in ("WF_", "SF_"):
                kind, raw = raw[:3], raw[:3]
                stop = at + 3
            elif not raw.isascii():
                raw = _NUMBER_SETS[raw]
        elif kind == "symbol":
            if raw in _PUNCTUATION or raw == "_":
                kind = raw = _PUNCTUATION.get(raw, raw)
            else:
                kind, raw = "op", SYNONYMS[raw]
        elif kind == "semicolon":
            kind = ";"
        elif kind in ("number", "step") and len(raw) > _MOST_DIGITS:
            self.complain("syntax", f"a number of more than {_MOST_DIGITS} digits", at, stop)
            raw = "0" if kind == "number" else "<0>"
        else:
            kind = _FIXED_KINDS.get(kind, kind)
        return Token(kind, raw, at, stop, line, column)

    def column(self, line_start: int, at: int) -> int:
        if not self.has_tabs:
            return at - line_start + 1
        before = self.text[line_start:at]
        return len(before.expandtabs(TAB_STOP)) + 1 if "\t" in before else len(before) + 1

    def after_comment(self, start: int, at: int) -> int:
        if self.text[start] == "\\":
            return at
        depth = 1
        while depth:
            edge = _COMMENT_EDGE.search(self.text, at, self.end)
            if edge is None:
                self.complain("unclosed-comment", "this comment is never closed", start, start + 2)
                return self.end
            depth += 1 if edge.group() == "(*" else -1
            at = edge.end()
        return at

    def bad_character(self, at: int) -> int:
        char = self.text[at]
        if char == '"':
            stop = self.text.find("\n", at, self.end)
            stop = self.end if stop < 0 else stop
            message = "this string is not closed on its line"
            self.complain("unclosed-string", message, at, at + 1, 'close it with `"` on this line')
            return stop
        hint = None
        if char == ";":
            hint = "TLA+ has no statement separator; `;` belongs to PlusCal"
        elif char == "?":
            hint = "a choice is written `IF p THEN e ELSE f`; the operator is `??`"
        self.complain("bad-character", f"`{char}` does not begin a TLA+ token", at, at + 1, hint)
        return at + 1

    def complain(
        self, code: str, message: str, start: int, end: int, help: str | None = None
    ) -> None:
        span = Span(self.source, start, end)
        self.diagnostics.append(Diagnostic(code, message, span, help))
