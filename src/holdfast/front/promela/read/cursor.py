"""A position in the tokens of a model, with the ends of statements that lines imply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from holdfast.front.promela.expression_nodes import RemoteLabel, Run
from holdfast.front.promela.read.names import Global, Names, Process, RecordType, what_is
from holdfast.front.promela.read.tokens import KEYWORDS, Token, joined, what_is_bad
from holdfast.front.suggest import closest
from holdfast.source import Diagnostic, Note, Span

_ENDS = frozenset("} ) ] od fi else break number char true false skip timeout ++ --".split())
"""Tokens after which the end of a line ends a statement; names do so too."""
_NO_END_AFTER_BRACE = frozenset("proctype init never :: fi od } unless ; -> end , )".split())
_NO_END_AFTER_ELSE = frozenset("; -> fi".split())
_CONTINUES = frozenset("+ * / % & | ^ < <= > >= == != && || << >> , . = [ ?".split())
"""Operators that cannot begin a statement."""
_DEEPEST = 120
"""How deeply expressions and statements may be nested."""
_MOST_ERRORS = 100
_CONSEQUENCES = frozenset(("promela-syntax", "promela-empty", "unclosed-bracket"))
"""Errors that are not reported below something that is not a token, up to the next unit."""
_HINTS = {
    "=": "an assignment is a statement of its own, without `+=`; `==` compares",
    "?": "a conditional expression is written `(test -> yes : no)`",
    "TRUE": "it is written `true`",
    "FALSE": "it is written `false`",
    "NULL": "a channel without a value is 0",
    "const": "a constant is a macro: `#define N 3`",
    "integer": "it is written `int`",
    "boolean": "it is written `bool`",
    "enum": "names of numbers are declared by `mtype = { a, b }`",
    "struct": "a record type is declared by `typedef`",
    "elif": "write `:: else -> if ... fi`",
    "while": "a loop is written `do :: ... od`",
    "then": "the statements of an option follow `->`",
    "endif": "an `if` ends with `fi`",
    "end": "an `if` ends with `fi`, a `do` with `od`",
    "and": "`and` is written `&&`",
    "or": "`or` is written `||`",
    "not": "`not` is written `!`",
}


class SyntaxFault(Exception):
    """The text does not fit here; its diagnostic has been reported."""


class Cursor:
    """Reads tokens one after the other; inserts `;` where the end of a line ends a statement.

    In a sequence of statements, outside parentheses, that is after a token that can end one; also
    between `}` and a statement, and after an `else` without `->`. Uses of names that may be
    declared below are collected: `runs` and `remote_labels`.
    """

    def __init__(self, tokens: list[Token], names: Names) -> None:
        self.tokens = tokens
        self.names = names
        self.process: Process | None = None
        self.index = 0
        self.in_sequence = False
        self.parentheses = 0
        self.depth = 0
        self.has_bad_token = False
        self.diagnostics: list[Diagnostic] = []
        self.runs: list[tuple[Run, Token]] = []
        self.remote_labels: list[tuple[RemoteLabel, Token]] = []
        self.before = tokens[0]
        self.token = tokens[0]

    def begin(self) -> None:
        """Make the first token the current one."""
        self._settle()

    # ---- tokens ----

    def advance(self) -> Token:
        """Skip the current token and return it."""
        token = self.before = self.token
        if token.kind == "end":
            return token
        if token is self.tokens[self.index]:
            self.index += 1
            self.parentheses += (token.kind == "(") - (token.kind == ")")
            self._settle()
        else:
            self.token = self.tokens[self.index]
        return token

    def _settle(self) -> None:
        """Make the next token the current one, or a `;` that is implied before it."""
        token = self.tokens[self.index]
        while token.kind == "bad":
            if token.text:
                self.report(*what_is_bad(token), token)
            self.has_bad_token = True
            self.index += 1
            token = self.tokens[self.index]
        self.token = token
        if self.index and self._ends_before(token):
            after = self.before.span
            end = Span(after.source, after.end, after.end)
            self.token = Token(";", "", end, origin=self.before.origin)

    def _ends_before(self, token: Token) -> bool:
        last = self.before
        if token.breaks and self.in_sequence and self.parentheses <= 0 and self._can_end(last):
            return not (last.kind == "}" and token.kind == "unless")
        if last.kind == "else":
            return token.kind not in _NO_END_AFTER_ELSE
        return last.kind == "}" and token.kind not in _NO_END_AFTER_BRACE

    def _can_end(self, token: Token) -> bool:
        if token.kind == "name":
            return not isinstance(self.names.globals.get(token.text), RecordType)
        return token.kind in _ENDS

    def splice(self, tokens: list[Token]) -> None:
        """Read these tokens next; no `;` is implied before them."""
        self.tokens[self.index : self.index] = tokens
        self.before = self.before._replace(kind=";")
        self._settle()

    def peek(self, distance: int = 1) -> Token:
        """The token `distance` positions ahead, without implied ones."""
        at = self.index if self.token is not self.tokens[self.index] else self.index + distance
        return self.tokens[min(at, len(self.tokens) - 1)]

    def at(self, *kinds: str) -> bool:
        """Whether the current token is of one of these kinds."""
        return self.token.kind in kinds

    def take(self, *kinds: str) -> Token | None:
        """Skip the current token if it is of one of these kinds."""
        return self.advance() if self.token.kind in kinds else None

    def expect(self, kind: str, where: str, help: str | None = None) -> Token:
        """Skip a token of this kind, or report that it is missing."""
        if self.token.kind == kind:
            return self.advance()
        what = {"name": "a name", "number": "a number", "string": "a string"}.get(kind, f"`{kind}`")
        self.fail(f"expected {what} {where}", help=help)

    def name(self, where: str) -> Token:
        """Skip a name."""
        if self.token.kind in KEYWORDS:
            self.fail(f"expected a name {where}", help=f"`{self.token.text}` is a keyword")
        return self.expect("name", where)

    def close(self, opening: Token, kind: str) -> Token:
        """Skip the bracket that closes `opening`."""
        if self.token.kind == kind:
            return self.advance()
        code = "unclosed-bracket"
        if self.token.kind == "end":
            self.report(code, f"this `{opening.text}` is never closed", opening)
            raise SyntaxFault
        note = Note("the bracket was opened here", opening.span)
        self.fail(f"expected `{kind}` to close `{opening.text}`", code=code, notes=(note,))

    def separators(self) -> bool:
        """Skip `;` and `->`; whether there was any."""
        found = False
        while self.take(";", "->"):
            found = True
        return found

    # ---- spans and errors ----

    def since(self, first: Span) -> Span:
        """From a span to the token before the current one."""
        return joined(first, self.before.span)

    def fail(
        self,
        message: str,
        *,
        code: str = "promela-syntax",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> NoReturn:
        """Report the current token and abandon the construct being read."""
        token = self.token
        found = "the end of the text" if token.kind == "end" else f"`{token.text}`"
        if token.kind == ";" and not token.text:
            found = "the end of the line"
            token = token._replace(span=self.before.span)
        help = help or self._line_hint(token) or _HINTS.get(token.text)
        self.report(code, f"{message}, found {found}", token, help, notes)
        raise SyntaxFault

    def _line_hint(self, token: Token) -> str | None:
        """Whether the text before this token ended with its line."""
        if token.breaks and token.kind in _CONTINUES and self.in_sequence:
            return "the statement before ends with its line: use parentheses around it"
        return None

    def report(
        self,
        code: str,
        message: str,
        at: Token | Span,
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Report an error and continue."""
        if self.has_bad_token and code in _CONSEQUENCES:
            return
        span, origin = (at, None) if isinstance(at, Span) else (at.span, at.origin)
        notes += (origin,) if origin is not None else ()
        self.diagnostics.append(Diagnostic(code, message, span, help, notes))
        if len(self.diagnostics) > _MOST_ERRORS:
            raise TooManyErrors

    def warn(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        """Report a warning."""
        self.diagnostics.append(Diagnostic(code, message, span, help, severity="warning"))

    def deeper(self) -> None:
        """Enter a nested construct; `depth` is decreased when it is left."""
        self.depth += 1
        if self.depth > _DEEPEST:
            self.report("too-deep", "the text is nested too deeply", self.token)
            raise TooManyErrors

    # ---- names ----

    def find(self, name: str) -> Global | None:
        """What a name stands for here."""
        local = self.process.find(name) if self.process is not None else None
        return local or self.names.globals.get(name)

    def visible(self) -> list[str]:
        """All names that are visible here."""
        scopes = self.process.scopes if self.process is not None else []
        return [n for scope in scopes for n in scope] + list(self.names.globals)

    def unknown(
        self, token: Token, what: str = "is not declared", others: Iterable[str] = ()
    ) -> None:
        """Report a name that is not declared; `others` may have been meant, too."""
        near = closest(token.text, [*others, *self.visible(), *self.names.macros])
        help = _HINTS.get(token.text) or (f"did you mean `{near}`?" if near else None)
        self.report("promela-unknown-name", f"`{token.text}` {what}", token, help)

    def free(self, token: Token) -> bool:
        """Whether a name can be declared here; reports if it is declared already."""
        found = self.find(token.text)
        if found is None:
            return True
        note = Note("it is declared here", found.span)
        message = f"`{token.text}` is already declared as {what_is(found)}"
        help = "as in Spin, a name that is visible cannot be declared again"
        self.report("promela-duplicate", message, token, help, (note,))
        return False


class TooManyErrors(Exception):
    """Reading stops: the text is nested too deeply, or has too many errors."""
