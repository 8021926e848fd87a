"""The conditions of `#if` and `#elif`: integer expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.front.promela.read.tokens import Token

_LEVELS: tuple[tuple[str, ...], ...] = (
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
_APPLY: dict[str, Callable[[int, int], int]] = {
    "||": lambda a, b: int(bool(a or b)),
    "&&": lambda a, b: int(bool(a and b)),
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << (b & 63),
    ">>": lambda a, b: a >> (b & 63),
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: truncated_quotient(a, b),
    "%": lambda a, b: a - b * truncated_quotient(a, b),
}
_DEEPEST = 200
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}


class BadCondition(Exception):
    """The condition cannot be evaluated; carries the reason and the token, if there is one."""

    def __init__(self, reason: str, token: Token | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.token = token


def truncated_quotient(a: int, b: int) -> int:
    """The quotient of integers as in C, rounded towards zero; raises ZeroDivisionError."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def character(text: str) -> int:
    """The number of a character between quotes."""
    inner = text[1:-1]
    if inner.startswith("\\"):
        inner = _ESCAPES.get(inner[1], inner[1])
    return ord(inner)


def evaluate(tokens: Sequence[Token]) -> int:
    """The value of a condition, whose macros and `defined` are replaced; raises BadCondition."""
    reader = _Condition(tokens)
    value = reader.conditional()
    if reader.token is not None:
        raise BadCondition(f"unexpected `{reader.token.text}`", reader.token)
    return value


class _Condition:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.index = 0
        self.depth = 0

    @property
    def token(self) -> Token | None:
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    def take(self, *kinds: str) -> str | None:
        token = self.token
        if token is None or token.kind not in kinds:
            return None
        self.index += 1
        return token.kind

    def expect(self, kind: str) -> None:
        if not self.take(kind):
            raise BadCondition(f"expected `{kind}`", self.token)

    def conditional(self) -> int:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise BadCondition("nested too deeply", self.token)
        test = self.binary(0)
        if self.take("?"):
            yes = self.conditional()
            self.expect(":")
            no = self.conditional()
            test = yes if test else no
        self.depth -= 1
        return test

    def binary(self, level: int) -> int:
        if level == len(_LEVELS):
            return self.operand()
        left = self.binary(level + 1)
        while True:
            at = self.token
            op = self.take(*_LEVELS[level])
            if op is None:
                return left
            right = self.binary(level + 1)
            try:
                left = _wrap(_APPLY[op](left, right))
            except ZeroDivisionError:
                raise BadCondition("division by zero", at) from None

    def operand(self) -> int:
        token = self.token
        if token is None:
            raise BadCondition("expected an integer expression", None)
        self.index += 1
        match token.kind:
            case "number":
                return _wrap(int(token.text[:40]))
            case "char":
                return character(token.text)
            case "name":
                return 0
            case "(":
                value = self.conditional()
                self.expect(")")
                return value
            case "!" | "-" | "+" | "~":
                self.depth += 1
                if self.depth > _DEEPEST:
                    raise BadCondition("nested too deeply", token)
                value = self.operand()
                self.depth -= 1
                return {"!": int(not value), "-": -value, "+": value, "~": ~value}[token.kind]
            case _:
                raise BadCondition(f"unexpected `{token.text}`", token)


def _wrap(value: int) -> int:
    """The value in 64 bits, as the C preprocessor computes."""
    return (value + 2**63) % 2**64 - 2**63
