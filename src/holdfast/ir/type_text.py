"""Types as text, and the reader for it.

BOOLEAN  Int  Real  STRING  Any  Never      Server \\union {Nil}
Set(Int)  Seq(Int)  <<Int, STRING>>   [Server -> BOOLEAN]
[type : STRING, val? : Int]           records; the field `val` may be missing
(Server, Int) -> BOOLEAN              the signature of a definition
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar, assert_never

from holdfast.ir import types as ty
from holdfast.ir.expr_text import PLAIN_NAME, show_name
from holdfast.ir.types import Signature, Type

T = TypeVar("T")

_PLAIN: dict[str, Type] = {
    "BOOLEAN": ty.BOOL,
    "Int": ty.INT,
    "Real": ty.REAL,
    "STRING": ty.STR,
    "Any": ty.ANY,
    "Never": ty.NEVER,
}
_MADE: dict[str, Callable[[Type], Type]] = {"Set": ty.Set, "Seq": ty.Seq}
_TOKEN = re.compile(
    rf"\s*(`(?:[^`\\]|\\.)*`|{PLAIN_NAME.pattern}|<<|>>|->|\\union|[][(){{}},:?])", re.DOTALL
)


def show_type(t: Type | Signature) -> str:
    """A type on one line."""
    match t:
        case ty.Bool():
            return "BOOLEAN"
        case ty.Int():
            return "Int"
        case ty.Real():
            return "Real"
        case ty.Str():
            return "STRING"
        case ty.Any() | ty.Never():
            return type(t).__name__
        case ty.Model(sorts, values):
            named = [f"{{{', '.join(map(_sort_name, values))}}}"] if values or not sorts else []
            return " \\union ".join([*map(_sort_name, sorts), *named])
        case ty.Set(of) | ty.Seq(of):
            return f"{type(t).__name__}({show_type(of)})"
        case ty.Tuple(items):
            return f"<<{', '.join(map(show_type, items))}>>"
        case ty.Function(domain, of):
            return f"[{show_type(domain)} -> {show_type(of)}]"
        case ty.Record(fields, optional):
            return f"[{', '.join(_show_field(n, f, n in optional) for n, f in fields)}]"
        case Signature(params, result):
            return f"({', '.join(map(show_type, params))}) -> {show_type(result)}"
        case _:
            assert_never(t)


def _sort_name(name: str) -> str:
    return f"`{name}`" if name in _PLAIN or name in _MADE else show_name(name)


def _show_field(name: str, t: Type, optional: bool) -> str:
    return f"{show_name(name)}{'?' if optional else ''} : {show_type(t)}"


# ---- reading ----


def read_typed_name(text: str) -> tuple[str, Type | Signature]:
    """The name and the type of `name : type`; raises ValueError if there are none."""
    reader = _Reader(text)
    name = reader.name()
    reader.expect(":")
    found = reader.signature() if reader.next == "(" else reader.type()
    reader.expect("")
    return name, found


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = []
        at, end = 0, len(text.rstrip(" \n"))
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                raise ValueError(f"expected a type, found {text[at:]!r}")
            self.tokens.append(match[1])
            at = match.end()
        self.tokens.append("")
        self.at = 0

    @property
    def next(self) -> str:
        """The token that comes next; empty at the end."""
        return self.tokens[self.at]

    def take(self, token: str) -> bool:
        """Skip this token if it comes next; whether it did."""
        if self.next != token:
            return False
        self.at += 1
        return True

    def expect(self, token: str) -> None:
        """Skip this token, which must come next."""
        if self.next != token:
            raise ValueError(f"expected {token!r}, found {self.next!r}")
        self.at = min(self.at + 1, len(self.tokens) - 1)

    def name(self) -> str:
        """A name, in backquotes or not."""
        token = self.next
        self.at += 1
        if token.startswith("`"):
            return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], token[1:-1])
        if not PLAIN_NAME.fullmatch(token):
            raise ValueError(f"expected a name, found {token!r}")
        return token

    def several(self, read: Callable[[], T], end: str) -> tuple[T, ...]:
        """Items between commas, up to the token `end`."""
        found: list[T] = []
        while not self.take(end):
            if found:
                self.expect(",")
            found.append(read())
        return tuple(found)

    def signature(self) -> Signature:
        """The signature of a definition."""
        self.expect("(")
        params = self.several(self.type, ")")
        self.expect("->")
        return Signature(params, self.type())

    def type(self) -> Type:
        """A type."""
        if self.next in _PLAIN:
            return _PLAIN[self.name()]
        if self.next in _MADE:
            make = _MADE[self.name()]
            self.expect("(")
            made = make(self.type())
            self.expect(")")
            return made
        if self.take("<<"):
            return ty.Tuple(self.several(self.type, ">>"))
        return self._bracket() if self.take("[") else self._model()

    def _bracket(self) -> Type:
        if self.next == "]" or self.tokens[self.at + 1] in (":", "?"):
            fields = self.several(self._field, "]")
            missing = frozenset(name for name, _, optional in fields if optional)
            return ty.Record(tuple((name, t) for name, t, _ in fields), missing)
        domain = self.type()
        self.expect("->")
        made = ty.Function(domain, self.type())
        self.expect("]")
        return made

    def _field(self) -> tuple[str, Type, bool]:
        name, optional = self.name(), self.take("?")
        self.expect(":")
        return name, self.type(), optional

    def _model(self) -> Type:
        sorts: list[str] = []
        while self.next != "{":
            sorts.append(self.name())
            if not self.take("\\union"):
                return ty.Model(tuple(sorts))
        self.expect("{")
        return ty.Model(tuple(sorts), self.several(self.name, "}"))
