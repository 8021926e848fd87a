"""Expressions by operator precedence, and formulas of linear temporal logic among them."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeGuard, cast

from holdfast.front.promela.expression_nodes import (
    Binary,
    BinaryOp,
    ChannelTest,
    Conditional,
    Expr,
    TestChannel,
    Unary,
)
from holdfast.front.promela.read.cursor import SyntaxFault, TooManyErrors
from holdfast.front.promela.read.operands import Operands
from holdfast.front.promela.read.places import symbol_of
from holdfast.front.promela.read.tokens import Token, joined
from holdfast.front.promela.tree import Holds, Ltl, LtlBinary, LtlUnary
from holdfast.front.promela.types import Record

Mixed: TypeAlias = Expr | LtlUnary | LtlBinary

_LEVELS = {
    op: level
    for level, ops in enumerate(
        (
            "-> <->",
            "||",
            "&&",
            "U V W",
            "|",
            "^",
            "&",
            "== !=",
            "< <= > >=",
            "<< >>",
            "+ -",
            "* / %",
        )
    )
    for op in ops.split()
}
_TEMPORAL = frozenset("-> <-> U V W".split())
_SPELLINGS = {
    "/\\": "&&",
    "\\/": "||",
    "until": "U",
    "stronguntil": "U",
    "weakuntil": "W",
    "release": "V",
    "implies": "->",
    "equivalent": "<->",
    "always": "[]",
    "eventually": "<>",
    "next": "X",
    **{w: w for w in "U V W X".split()},
}
"""Operators of formulas that are not spelled like those of expressions."""
_LONGEST = 1000
"""How many operands without parentheses an expression may have."""


def is_temporal(value: Mixed | None) -> TypeGuard[LtlUnary | LtlBinary]:
    """Whether a formula is more than an expression about one state."""
    return isinstance(value, LtlUnary | LtlBinary)


def as_formula(value: Mixed) -> Ltl:
    """An expression as a formula."""
    return value if is_temporal(value) else Holds(cast(Expr, value), span=value.span)


def _is_probe(value: Mixed) -> bool:
    """Whether a value is `full(q)` or the like, or combines such."""
    match value:
        case TestChannel(test):
            return test is not ChannelTest.LEN
        case Binary("&&" | "||", left, right):
            return _is_probe(left) or _is_probe(right)
        case _:
            return False


class Expressions(Operands):
    """Reads expressions; in a formula, `temporal` is true."""

    temporal = False

    def expression(self) -> Expr:
        """Read an expression without temporal operators, whose value is a number."""
        value = self.expression_or_record()
        self.refuse_record(value)
        return value

    def refuse_record(self, value: Expr) -> None:
        """Report a whole record where a number is needed."""
        symbol = symbol_of(value)
        if symbol is not None and isinstance(symbol.type, Record):
            message = f"`{symbol.name}` is a whole record"
            self.report("promela-record", message, value.span, "select one of its fields")

    def expression_or_record(self) -> Expr:
        """Read an expression, which may be a whole record."""
        value = self._binary(0)
        if is_temporal(value):
            message = "a temporal formula cannot be an operand here"
            self.report("promela-temporal", message, value.span)
            raise SyntaxFault
        return cast(Expr, value)

    def formula(self) -> Ltl:
        """Read a formula of linear temporal logic."""
        self.temporal = True
        try:
            return self._as_formula(self._binary(0))
        finally:
            self.temporal = False

    def _as_formula(self, value: Mixed) -> Ltl:
        if not is_temporal(value):
            self.refuse_record(cast(Expr, value))
        return as_formula(value)

    def _operator(self, token: Token) -> str:
        return _SPELLINGS.get(token.text, token.kind) if self.temporal else token.kind

    def _binary(self, level: int) -> Mixed:
        self.deeper()
        left = self._unary()
        count = 0
        while True:
            op = self._operator(self.token)
            found = _LEVELS.get(op, -1)
            if found < level or (op in _TEMPORAL and not self.temporal):
                break
            token = self.advance()
            right = self._binary(found + 1)
            left = self._combined(op, left, right, token)
            count += 1
            if count > _LONGEST:
                self.report("too-deep", "an expression with too many operands", token)
                raise TooManyErrors
        self.depth -= 1
        return left

    def _combined(self, op: str, left: Mixed, right: Mixed, token: Token) -> Mixed:
        span = joined(left.span, right.span)
        if op in ("&", "|") and (is_temporal(left) or is_temporal(right)):
            self.warn("promela-temporal", f"`{op}` between formulas is `{op}{op}`", token.span)
            op += op
        if op in _TEMPORAL or (op in ("&&", "||") and (is_temporal(left) or is_temporal(right))):
            connective = cast(Literal["U", "W", "V", "&&", "||", "->", "<->"], op)
            return LtlBinary(connective, self._as_formula(left), self._as_formula(right), span=span)
        for operand in (left, right):
            if is_temporal(operand):
                message = f"a temporal formula cannot be an operand of `{token.text}`"
                self.report("promela-temporal", message, operand.span, "use parentheses")
                return operand
            self.refuse_record(cast(Expr, operand))
            if op not in ("&&", "||"):
                self._refuse_probe(operand, f"an operand of `{token.text}`")
        binary = cast(BinaryOp, op)
        return Binary(binary, cast(Expr, left), cast(Expr, right), span=span)

    def _refuse_probe(self, value: Mixed, where: str) -> None:
        if not self.temporal and _is_probe(value):
            help = "use the opposite test (`full` and `nfull`, `empty` and `nempty`), or `len(q)`"
            message = f"as in Spin, a test of a channel cannot be {where}"
            self.report("promela-channel-test", message, value.span, help)

    def _unary(self) -> Mixed:
        token = self.token
        op = self._operator(token)
        if op in ("!", "-", "~") or (self.temporal and op in ("[]", "<>", "X")):
            self.deeper()
            self.advance()
            operand = self._unary()
            self.depth -= 1
            span = self.since(token.span)
            if op in ("[]", "<>", "X") or (op == "!" and is_temporal(operand)):
                temporal = cast(Literal["[]", "<>", "X", "!"], op)
                return LtlUnary(temporal, self._as_formula(operand), span=span)
            if is_temporal(operand):
                message = f"a temporal formula cannot be an operand of `{op}`"
                self.report("promela-temporal", message, operand.span)
                return operand
            self.refuse_record(cast(Expr, operand))
            self._refuse_probe(operand, f"an operand of `{op}`")
            return Unary(cast(Literal["-", "!", "~"], op), cast(Expr, operand), span=span)
        if token.kind == "(":
            return self._in_parentheses()
        return self.operand()

    def _in_parentheses(self) -> Mixed:
        """Read `(e)`, or `(test -> yes : no)`."""
        opening = self.advance()
        value = self._binary(0)
        if self.at("->") and not self.temporal:
            self.advance()
            yes = self.expression()
            self.expect(":", "between the alternatives of a conditional expression")
            no = self.expression()
            self.close(opening, ")")
            test = cast(Expr, value)
            self.refuse_record(test)
            return Conditional(test, yes, no, span=self.since(opening.span))
        self.close(opening, ")")
        return value
