"""One line of a `.diagram` file, read from left to right."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.diagram.texts import IDENTIFIER, split, tokens, unbalanced_at, unquoted
from holdfast.source import Diagnostic, Source, Span, SpecError


@dataclass(slots=True)
class Line:
    """A line without its comment; `start` is its offset in the source, `at` the position in it."""

    source: Source
    start: int
    text: str
    at: int = 0

    def span(self, begin: int | None = None, end: int | None = None) -> Span:
        """A range of the line, all of it by default."""
        first = len(self.text) - len(self.text.lstrip()) if begin is None else begin
        last = len(self.text.rstrip()) if end is None else end
        return Span(self.source, self.start + first, self.start + max(first, last))

    def is_done(self) -> bool:
        """Whether only blanks are left."""
        return not self.text[self.at :].strip()

    def word(self) -> str | None:
        """The identifier at the position, which is passed; None if there is none."""
        self._skip()
        found = IDENTIFIER.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def peek(self) -> str | None:
        """The identifier at the position, which stays."""
        before = self.at
        word = self.word()
        self.at = before
        return word

    def is_at(self, symbol: str) -> bool:
        """Whether a symbol is at the position, which stays."""
        self._skip()
        return self.text.startswith(symbol, self.at)

    def takes(self, symbol: str) -> bool:
        """Whether a symbol or keyword is at the position; then it is passed."""
        if not self.is_at(symbol):
            return False
        if symbol[0].isalpha() and self.peek() != symbol:
            return False
        self.at += len(symbol)
        return True

    def expect(self, symbol: str) -> None:
        """Pass a symbol or keyword; an error if it is not there."""
        if not self.takes(symbol):
            raise self.wrong(f"expected `{symbol}`")

    def name(self, what: str) -> str:
        """An identifier, or any text in double quotes."""
        self._skip()
        if self.text.startswith('"', self.at):
            token, begin, _ = next(iter(tokens(self.text, self.at)))
            if len(token) > 2 and token.endswith('"'):
                self.at = begin + len(token)
                return unquoted(token)
            raise self.wrong(f"the name of {what} is not closed, or empty")
        word = self.word()
        if word is None:
            raise self.wrong(f"expected the name of {what}")
        return word

    def names(self, what: str) -> tuple[str, ...]:
        """Names with commas between them."""
        found = [self.name(what)]
        while self.takes(","):
            found.append(self.name(what))
        return tuple(found)

    def parts(self, separator: str) -> list[tuple[int, str]]:
        """The rest of the line in parts, each a formula, with their positions; passed."""
        begin = self.at
        found = [(begin + at, text) for at, text in split(self.text[begin:], separator)]
        for at, text in found:
            self.formula_at(at, text)
        self.at = len(self.text)
        return found

    def formula(self, what: str) -> str:
        """The rest of the line as a formula."""
        self._skip()
        begin, text = self.at, self.text[self.at :].strip()
        if not text:
            raise self.wrong(f"expected {what}")
        self.at = len(self.text)
        return self.formula_at(begin, text)

    def formula_at(self, at: int, text: str) -> str:
        """A text that is at a position, if it can be a formula."""
        if not text:
            raise self.wrong("expected a formula", at)
        bad = unbalanced_at(text)
        if bad is not None:
            what = "closes nothing" if bad < len(text) else "is missing"
            raise self.wrong(f"a bracket {what} in this formula", at + bad)
        return text

    def finish(self) -> None:
        """An error if something is left."""
        if not self.is_done():
            raise self.wrong("this does not belong here")

    def wrong(self, message: str, at: int | None = None, help: str | None = None) -> SpecError:
        """The error that something is wrong at a position."""
        self._skip()
        where = self.at if at is None else at
        token = next((t for t, begin, _ in tokens(self.text, where) if begin == where), "")
        if not token.strip():
            where = len(self.text.rstrip())
        span = self.span(where, where + len(token))
        return SpecError(Diagnostic("diagram-syntax", message, span, help))

    def _skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
