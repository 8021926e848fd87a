"""Inlines: their definitions are tokens, and each use reads those tokens again."""

from __future__ import annotations

from holdfast.front.promela.read.cursor import SyntaxFault, TooManyErrors
from holdfast.front.promela.read.labels import Labels
from holdfast.front.promela.read.loops import Loops
from holdfast.front.promela.read.names import Inline, MtypeName, Names, Process
from holdfast.front.promela.read.tokens import Token, joined
from holdfast.front.promela.tree import Statement
from holdfast.front.suggest import wrong_number
from holdfast.source import Note

_DEEPEST = 32
_MOST_TOKENS = 500_000
"""How many tokens the uses of inlines may give."""
_OPENING = frozenset("( [ {".split())
_CLOSING = frozenset(") ] }".split())


class Inlines(Loops):
    """Reads definitions and uses of inlines."""

    def __init__(self, tokens: list[Token], names: Names) -> None:
        self.out = []
        self.following = []
        self.labels = Labels()
        self.loops: list[int] = []
        self.d_step = 0
        self.d_step_count = 0
        self.spliced = 0
        super().__init__(tokens, names)

    def is_process(self, name: str) -> bool:
        """Whether a name is that of a process type."""
        found = self.find(name)
        return isinstance(found, Process) and not found.is_claim

    def inline(self) -> None:
        """Read `inline name(params) { body }`."""
        self.advance()
        name = self.name("of an inline")
        free = self.free(name)
        opening = self.expect("(", f"after `inline {name.text}`")
        params: list[str] = []
        while not self.at(")"):
            params.append(self.name("of a parameter").text)
            if not self.take(","):
                break
        self.close(opening, ")")
        if not self.at("{"):
            self.fail("expected `{` before the body of an inline")
        body = self.raw_braces()
        if free:
            inline = Inline(name.text, name.span, tuple(params), tuple(body))
            self.names.globals[name.text] = inline

    def raw_braces(self) -> list[Token]:
        """Skip `{ ... }` and return its tokens."""
        start = opening = self.index
        depth = 0
        while True:
            token = self.tokens[self.index]
            depth += (token.kind == "{") - (token.kind == "}")
            if token.kind == "end":
                message = "this brace is never closed"
                self.report("unclosed-bracket", message, self.tokens[opening])
                self._move_to(self.index)
                raise SyntaxFault
            self.index += 1
            if not depth:
                break
        body = self.tokens[start : self.index]
        self.before = body[-1]
        self._settle()
        return body

    def _move_to(self, index: int) -> None:
        self.index = index
        self.token = self.tokens[index]

    def use_inline(self, inline: Inline, target: list[Token]) -> None:
        """Read the body of an inline next; with a target, `return e` assigns to it."""
        name = self.advance()
        opening = self.token
        if opening.kind != "(":
            self.fail(f"expected `(` after the inline `{inline.name}`")
        args = self._arguments(opening)
        span = joined(name.span, self.before.span)
        if len(args) != len(inline.params):
            message = wrong_number(f"`{inline.name}`", len(inline.params), len(args))
            note = Note("the inline is defined here", inline.span)
            self.report("promela-argument-count", message, span, notes=(note,))
            raise SyntaxFault
        if inline.name in name.inlines or len(name.inlines) >= _DEEPEST:
            message = f"the inline `{inline.name}` uses itself"
            self.report("promela-expansion", message, name)
            raise SyntaxFault
        body = _substituted(inline, dict(zip(inline.params, args, strict=True)), name, target)
        self.spliced += len(body)
        if self.spliced > _MOST_TOKENS:
            message = f"the inlines give more than {_MOST_TOKENS:,} tokens"
            self.report("promela-expansion", message, name)
            raise TooManyErrors
        self.splice(body)

    def _arguments(self, opening: Token) -> list[list[Token]]:
        """The tokens of each argument, up to the closing parenthesis."""
        args: list[list[Token]] = [[]]
        depth = 0
        index = self.index + 1
        while True:
            token = self.tokens[index]
            index += 1
            if token.kind == "end":
                self.report("unclosed-bracket", "this parenthesis is never closed", opening)
                raise TooManyErrors
            if token.kind == ")" and not depth:
                break
            if token.kind == "," and not depth:
                args.append([])
                continue
            depth += (token.kind in _OPENING) - (token.kind in _CLOSING)
            args[-1].append(token)
        self.before = self.tokens[index - 1]
        self.index = index
        self._settle()
        return [] if args == [[]] else args

    def return_value(self) -> Statement:
        """Report a `return` that no use of an inline has replaced."""
        message = "`return` needs a use of the inline that takes its value: `x = f(...)`"
        self.report("promela-misplaced", message, self.token)
        raise SyntaxFault

    def place_statement(self) -> Statement | None:
        """Read a statement that starts with a variable; None if a block follows instead of it."""
        if isinstance(self.find(self.token.text), MtypeName):
            return self.condition()
        first, before, known = self.index, self.before, len(self.diagnostics)
        place = self.place()
        match self.token.kind:
            case "=":
                found = self.find(self.peek().text)
                if isinstance(found, Inline):
                    target = self.tokens[first : self.index]
                    self.advance()
                    self.use_inline(found, target)
                    return None
                self.advance()
                return self.assignment(place)
            case "++" | "--":
                return self.increment(place)
            case "!" | "!!":
                return self.send(place)
            case "?" | "??" if self.peek().kind != "[":
                return self.receive(place)
        # The variable starts an expression, which is read again as a whole.
        del self.diagnostics[known:]
        self.before = before
        self._move_to(first)
        return self.condition()


def _substituted(
    inline: Inline, args: dict[str, list[Token]], use: Token, target: list[Token]
) -> list[Token]:
    """The body of an inline with its arguments, which are at the parameters."""
    inlines = (*use.inlines, inline.name)
    note = use.origin or Note(f"in this use of the inline `{inline.name}`", use.span)
    result: list[Token] = []
    for token in inline.body:
        if token.kind == "name" and token.text in args:
            result += _at(args[token.text], token)
        elif token.kind == "return" and target:
            result += _at(target, token)
            result.append(Token("=", "=", token.span, inlines=inlines))
        else:
            result.append(token._replace(origin=token.origin or note, inlines=inlines))
    return result


def _at(tokens: list[Token], place: Token) -> list[Token]:
    """The tokens of an argument, at a parameter in the body of an inline."""
    result = []
    for token in tokens:
        note = Note(f"`{place.text}` stands for this argument", token.span)
        result.append(token._replace(span=place.span, breaks=0, origin=token.origin or note))
    if result:
        result[0] = result[0]._replace(breaks=place.breaks)
    return result
