"""Reads the tokens of an algorithm: reserved words, expressions, and error recovery."""

from __future__ import annotations

from typing import NoReturn

from holdfast.front.tla.syntax import tree as tla
from holdfast.front.tla.syntax.cursor import Cursor, SyntaxFault
from holdfast.front.tla.syntax.lexer import Token
from holdfast.front.tla.syntax.parser import parse_expression_at
from holdfast.source import Diagnostic, Note, Source, Span, SpecError

_STOPS = frozenset({":=", "||"})
_RESERVED = frozenset(
    "assert begin call define do either else elsif end fair goto if or print procedure process"
    " return skip then variable variables while with".split()
)
STATEMENT_WORDS = frozenset(
    "assert await call either goto if print return skip when while with".split()
)
_CLOSING_WORDS = frozenset("end begin else elsif or do macro procedure process fair define".split())


class Stop(Exception):
    """Reading cannot continue after this error."""


def reserve_words(tokens: list[Token]) -> list[Token]:
    """The tokens, with the kind `word` for PlusCal's reserved words.

    After `.`, `[` and `,` such a word is a field name, as in the TLA+ tools.
    """
    result: list[Token] = []
    before = ""
    for token in tokens:
        if token.kind == "name" and token.text in _RESERVED and before not in (".", "[", ","):
            token = token._replace(kind="word")
        before = token.kind
        result.append(token)
    return result


class Reader(Cursor):
    """A cursor over an algorithm; `braces` distinguishes the C-syntax from the P-syntax."""

    def __init__(self, source: Source, tokens: list[Token]) -> None:
        super().__init__(source, reserve_words(tokens))
        self.braces = False

    # ---- words and punctuation ----

    def at_word(self, *words: str) -> bool:
        """Whether the current token is one of the words."""
        return self.token.kind in ("name", "word") and self.token.text in words

    def take_word(self, word: str) -> bool:
        """Skip the word if it is the current token."""
        if self.at_word(word):
            self.advance()
            return True
        return False

    def need(self, text: str, where: str, help: str | None = None) -> bool:
        """Skip a word or a bracket; if it is missing, report that and continue."""
        if self.token.text == text and self.token.kind != "string":
            self.advance()
            return True
        self.complain(f"expected `{text}` {where}", help=help)
        return False

    def name(self, what: str) -> tla.Ident:
        """A name that the algorithm declares or refers to."""
        token = self.token
        if token.kind != "name":
            reserved = f"`{token.text}` is a reserved word of PlusCal"
            self.give_up(f"expected {what}", help=reserved if token.kind == "word" else None)
        self.advance()
        return tla.Ident(token.text, span=self.span_of(token))

    def end_statement(self) -> None:
        """Skip the `;` of a statement; it may be omitted before a closing word."""
        if self.take(";") or self.at("end") or self.token.kind in ("{", "}"):
            return
        if self.at_word(*_CLOSING_WORDS):
            return
        before = self.tokens[self.index - 1]
        if not self._statement_may_begin():
            what = "an operator or `;`" if before.line == self.token.line else "`;`"
            self.give_up(f"expected {what} after the statement", help=self.operator_help())
        help = "in the C-syntax a block in braces ends with `;` too" if before.kind == "}" else None
        self.add(
            "pcal-missing-semicolon",
            "`;` is missing after the statement that ends here",
            self.span_of(before),
            help,
            (Note("the next statement begins here", self.span_of(self.token)),),
        )

    def _statement_may_begin(self) -> bool:
        """Whether the current token looks like the first of a statement."""
        if self.token.kind == "name":
            return self.peek().text in (":=", ":", "=", "==", "[", ".", "(")
        return self.at_word(*STATEMENT_WORDS)

    def operator_help(self) -> str | None:
        """A hint about the operator after an expression."""
        if self.at("=="):
            return "`==` defines an operator; to compare, write `=`"
        if self.at_op(":="):
            return "`:=` assigns; to compare, write `=`"
        return None

    # ---- expressions ----

    def expression(self, what: str) -> tla.Expr:
        """One TLA+ expression."""
        if self.token.kind in (";", ",", ")", "}", "end", "word"):
            self.give_up(f"expected {what}")
        try:
            expr, index = parse_expression_at(self.source, self.tokens, self.index, _STOPS)
        except SpecError as error:
            for diagnostic in error.diagnostics[:-1]:
                self.keep(diagnostic)
            raise SyntaxFault(error.diagnostics[-1]) from error
        self.move_to(index)
        return expr

    def arguments(self, what: str) -> tuple[tla.Expr, ...]:
        """`(a, b)`, perhaps empty."""
        opening = self.expect("(", f"after the name of {what}")
        args: list[tla.Expr] = []
        while not self.at(")"):
            args.append(self.expression("an argument"))
            if not self.take(","):
                break
        self.close(opening)
        return tuple(args)

    # ---- errors ----

    def give_up(
        self,
        message: str,
        code: str = "pcal-syntax",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> NoReturn:
        """Report the current token and abandon the construct."""
        self.fail(message, code=code, help=help, notes=notes)

    def complain(
        self,
        message: str,
        code: str = "pcal-syntax",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Report the current token and continue; nothing is read at the end of the text."""
        try:
            self.fail(message, code=code, help=help, notes=notes)
        except SyntaxFault as fault:
            self.keep(fault.diagnostic)
        if self.at("end"):
            raise Stop

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Report an error at a location and continue."""
        self.keep(Diagnostic(code, message, span, help, notes))

    def keep(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, unless there is one at the same location."""
        start = diagnostic.span.start if diagnostic.span else -1
        if not any(d.span and d.span.start == start for d in self.diagnostics):
            self.diagnostics.append(diagnostic)

    def skip_statement(self) -> None:
        """Move past the next `;`, or to the word or brace that closes the block."""
        depth = 0
        while not self.at("end"):
            if depth == 0 and (self.at("}") or self.at_word("else", "elsif", "end", "or")):
                return
            ends = self.at(";") and depth == 0
            if self.braces and self.at("{"):
                depth += 1
            elif self.braces and self.at("}"):
                depth -= 1
                ends = depth == 0
            self.advance()
            if ends:
                self.take(";")
                return
