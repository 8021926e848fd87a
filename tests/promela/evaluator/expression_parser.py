"""Reads the expressions of a Promela program."""

from __future__ import annotations

from tests.promela.evaluator.tree import (
    Binary,
    Conditional,
    Eval,
    Expr,
    Number,
    Pattern,
    Poll,
    Probe,
    Program,
    Receive,
    Ref,
    Run,
    Unary,
)

LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
PROBES = ("len", "empty", "nempty", "full", "nfull")
CONSTANTS = {"true": 1, "false": 0, "skip": 1}


class ExpressionParser:
    """A position in the tokens of a program, and the names in scope."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = [*tokens, ""]
        self.position = 0
        self.program = Program()
        self.scopes: list[dict[str, str]] = []

    @property
    def token(self) -> str:
        return self.tokens[self.position]

    @property
    def following(self) -> str:
        return self.tokens[self.position + 1]

    def take(self) -> str:
        self.position += 1
        return self.tokens[self.position - 1]

    def accept(self, *tokens: str) -> bool:
        if self.token in tokens:
            self.position += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.accept(token):
            context = " ".join(self.tokens[max(0, self.position - 8) : self.position + 4])
            raise SyntaxError(f"expected {token} before {self.token!r} in: {context}")

    def constant(self) -> int:
        """The value of a constant expression."""
        return _value(self.expression())

    def expression(self, level: int = 0) -> Expr:
        if level == len(LEVELS):
            return self.unary()
        left = self.expression(level + 1)
        while self.token in LEVELS[level]:
            op = self.take()
            left = Binary(op, left, self.expression(level + 1))
        return left

    def unary(self) -> Expr:
        if self.token in ("!", "-", "~"):
            return Unary(self.take(), self.unary())
        if self.accept("("):
            inner = self.expression()
            if self.accept("->"):
                then = self.expression()
                self.expect(":")
                inner = Conditional(inner, then, self.expression())
            self.expect(")")
            return inner
        return self.primary()

    def primary(self) -> Expr:
        if self.token.isdigit():
            return Number(int(self.take()))
        if self.token in CONSTANTS:
            return Number(CONSTANTS[self.take()])
        if self.token in self.program.names:
            return Number(self.program.names[self.take()])
        if self.accept("run"):
            name = self.take()
            return Run(name, self.arguments())
        if self.token in PROBES:
            kind = self.take()
            self.expect("(")
            channel = self.reference()
            self.expect(")")
            return Probe(kind, channel)
        reference = self.reference()
        if self.token in ("?", "??") and self.following == "[":
            return Poll(self.receive(reference))
        return reference

    def arguments(self) -> tuple[Expr, ...]:
        self.expect("(")
        found: list[Expr] = []
        while not self.accept(")"):
            found.append(self.expression())
            self.accept(",")
        return tuple(found)

    def reference(self) -> Ref:
        if not (self.token[:1].isalpha() or self.token[:1] == "_"):
            self.expect("a name")
        path = [self.step()]
        path[0] = (self.resolve(path[0][0]), path[0][1])
        while self.accept("."):
            path.append(self.step())
        return Ref(tuple(path))

    def step(self) -> tuple[str, Expr | None]:
        name = self.take()
        if not self.accept("["):
            return name, None
        index = self.expression()
        self.expect("]")
        return name, index

    def resolve(self, name: str) -> str:
        """The unique name of a variable in scope."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name

    def receive(self, channel: Ref) -> Receive:
        """A receive or a poll, from `?` or `??` on."""
        anywhere = self.take() == "??"
        closing = {"[": "]", "<": ">"}.get(self.token, "")
        keeps = closing == ">"
        if closing:
            self.take()
        patterns = [self.pattern()]
        while self.token in (",", "("):
            self.take()
            patterns.append(self.pattern())
            self.accept(")")
        if closing:
            self.expect(closing)
        return Receive(channel, tuple(patterns), anywhere, keeps)

    def pattern(self) -> Pattern:
        if self.accept("eval"):
            self.expect("(")
            inner = self.expression()
            self.expect(")")
            return Eval(inner)
        if self.accept("-"):
            return Number(-int(self.take()))
        match self.primary():
            case Number() | Ref() as pattern:
                return pattern
            case other:
                raise SyntaxError(f"not a pattern: {other}")


def _value(expr: Expr) -> int:
    match expr:
        case Number(value):
            return value
        case Unary("-", argument):
            return -_value(argument)
        case Binary("+", left, right):
            return _value(left) + _value(right)
        case Binary("-", left, right):
            return _value(left) - _value(right)
        case Binary("*", left, right):
            return _value(left) * _value(right)
        case other:
            raise SyntaxError(f"not a constant: {other}")
