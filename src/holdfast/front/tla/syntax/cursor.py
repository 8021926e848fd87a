"""A position in a list of tokens, and error reporting."""

from __future__ import annotations

from typing import NoReturn

from holdfast.front.tla.syntax.lexer import Token
from holdfast.source import Diagnostic, Note, Source, Span

WORDS = {
    "in": "`is in` is written `x \\in S`",
    "and": "`and` is written `/\\`",
    "or": "`or` is written `\\/`",
    "not": "`not` is written `~`",
    "implies": "`implies` is written `=>`",
    "forall": "`for all` is written `\\A x \\in S : P`",
    "exists": "`there is` is written `\\E x \\in S : P`",
    **{
        w: f"keywords are written in capitals: `{w.upper()}`"
        for w in ("if", "then", "else", "case", "let")
    },
}
"""Words of other languages, and what they are in TLA+."""
SIGNS = {
    "&&": "`and` is written `/\\`",
    "||": "`or` is written `\\/`",
    "...": "the numbers from 1 to 3 are written `1..3`",
    "//": "a comment begins with `\\*`",
    ":=": "`:=` assigns in PlusCal; in TLA+ the next value of `x` is written `x' = e`",
}
"""Operator symbols without a predefined meaning, and what they mean in other languages."""
_HINTS = {
    **WORDS,
    **SIGNS,
    "!": "`not` is written `~`",
    "==": "`==` defines; to compare, write `=`",
}
_OPENING = frozenset(("(", "[", "{", "<<"))
_CLOSING = frozenset((")", "]", "}", ">>", "]_", ">>_"))
_CLOSES = {"(": ")", "[": "]", "{": "}", "<<": ">>"}


class SyntaxFault(Exception):
    """The text does not fit here; carries the diagnostic to the recovery point."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Cursor:
    """Reads tokens one after the other; knows the column of the innermost bulleted list."""

    def __init__(self, source: Source, tokens: list[Token], index: int = 0) -> None:
        self.source = source
        self.tokens = tokens
        self.index = index
        self.token = tokens[index]
        self.list_column = 0
        self.diagnostics: list[Diagnostic] = []

    def advance(self) -> Token:
        """Skip the current token and return it."""
        token = self.token
        if token.kind != "end":
            self.index += 1
            self.token = self.tokens[self.index]
        return token

    def move_to(self, index: int) -> None:
        """Make the token at `index` the current one."""
        self.index = index
        self.token = self.tokens[index]

    def peek(self, distance: int = 1) -> Token:
        """The token `distance` positions ahead."""
        return self.tokens[min(self.index + distance, len(self.tokens) - 1)]

    def at(self, kind: str) -> bool:
        """Whether the current token is of this kind."""
        return self.token.kind == kind

    def at_op(self, text: str) -> bool:
        """Whether the current token is this operator."""
        return self.token.kind == "op" and self.token.text == text

    def take(self, kind: str) -> bool:
        """Skip the current token if it is of this kind."""
        if self.token.kind == kind:
            self.advance()
            return True
        return False

    def expect(self, kind: str, where: str, help: str | None = None) -> Token:
        """Skip a token of this kind, or report that it is missing."""
        if self.token.kind == kind:
            return self.advance()
        self.fail(f"expected {_kind_name(kind)} {where}", help=help)

    def close(self, opening: Token, kind: str | None = None) -> Token:
        """Skip the bracket that closes `opening`, or report that it is missing."""
        kind = kind or _CLOSES[opening.kind]
        if self.token.kind == kind and self.token.column > self.list_column:
            return self.advance()
        note = Note("the bracket was opened here", self.span_of(opening))
        self.fail(
            f"expected `{kind}` to close `{opening.text}`",
            code="unclosed-bracket",
            help=self._instead_of_closing(opening),
            notes=(note,),
        )

    def _instead_of_closing(self, opening: Token) -> str | None:
        """What the user may have meant by the current token, before the bracket is closed."""
        token = self.token
        if token.kind in ("name", "number", "string") and not self.begins_line():
            return self._hint() or f"is a comma missing before `{self.raw(token)}`?"
        match opening.kind, token.kind:
            case "{", "|->":
                return "records and functions have square brackets: `[a |-> 1]`"
            case "[", "|->":
                return "a function is written `[x \\in S |-> e]`, a record `[name |-> e]`"
            case "[" | "(", ",":
                return "a tuple or a sequence is written `<<a, b>>`"
            case "<<", "op" if token.text == ">":
                return "`<<` is closed by `>>`"
            case _:
                return None

    def span_of(self, first: Token, last: Token | None = None) -> Span:
        """The span of one or several tokens."""
        return Span(self.source, first.start, (last or first).end)

    def span_from(self, start: int) -> Span:
        """From offset `start` to the end of the token before the current one."""
        return Span(self.source, start, max(start, self.tokens[self.index - 1].end))

    def fail(
        self,
        message: str,
        *,
        code: str = "syntax",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> NoReturn:
        """Report the current token and abandon the construct being read."""
        token = self.token
        help = help or self._hint()
        found = "the end of the text" if token.kind == "end" else f"`{self.raw(token)}`"
        if self.list_column and 0 < token.column <= self.list_column and token.kind != "end":
            code = "junction-column"
            found += " under" if token.column == self.list_column else " left of"
            found += " the bullet of the list"
            help = help or (
                "every token of a list item must be to the right of its bullet "
                f"(column {self.list_column}); indent this line"
            )
        diagnostic = Diagnostic(code, f"{message}, found {found}", self.span_of(token), help, notes)
        raise SyntaxFault(diagnostic)

    def _hint(self) -> str | None:
        """What the user may have meant by the current token."""
        return _HINTS.get(self.token.text)

    def bracket(self, index: int) -> int:
        """1 if the token at `index` opens a bracket, -1 if it closes one, else 0."""
        kind = self.tokens[index].kind
        if kind in _OPENING:
            return 0 if self._is_selector(index) else 1
        if kind in _CLOSING:
            return 0 if self._is_selector(index) else -1
        return 0

    def _is_selector(self, index: int) -> bool:
        """`!<<` and `!>>` select an argument of an operator."""
        angle = self.tokens[index].kind in ("<<", ">>")
        return angle and index > 0 and self.tokens[index - 1].kind == "!"

    def begins_line(self) -> bool:
        """Whether the current token is the first of its line."""
        return self.index == 0 or self.tokens[self.index - 1].line < self.token.line

    def raw(self, token: Token) -> str:
        """The token as the user spelled it."""
        text = self.source.text[token.start : token.end]
        return text if len(text) <= 24 else text[:21] + "..."

    def report(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        """Report a diagnostic and continue."""
        self.diagnostics.append(Diagnostic(code, message, span, help))


def _kind_name(kind: str) -> str:
    named = {"name": "a name", "number": "a number", "string": "a string", "end": "the end"}
    return named.get(kind, f"`{kind}`")
