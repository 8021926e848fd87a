"""Numbers with bounds: C's arithmetic of 32 bits wraps only where it can leave its range."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela.lower.folding import UNLIMITED, bounds, compute, truncate
from holdfast.front.promela.lower.logic import apply, if_, library, number
from holdfast.front.promela.types import Basic, Type, Unlimited
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.source import Span

INT_MIN, INT_MAX = bounds(Basic.INT)
_WIDTH = 32
_MOST = 2**64
"""No operation on two numbers of 32 bits gives more."""


@dataclass(frozen=True, slots=True)
class Num:
    """A number, and the least and greatest value that it can have."""

    expr: ir.Expr
    low: int
    high: int

    @property
    def constant(self) -> int | None:
        """Its value if it is known."""
        return self.low if self.low == self.high else None


def literal(value: int, span: Span | None = None) -> Num:
    """A known number."""
    return Num(number(value, span), value, value)


def of_truth(test: ir.Expr, span: Span | None = None) -> Num:
    """1 if a formula holds, else 0."""
    if test in (TRUE, FALSE):
        return literal(int(test == TRUE), span)
    return Num(ir.If(test, number(1), number(0), span=span), 0, 1)


def choose(test: ir.Expr, yes: Num, no: Num, span: Span | None = None) -> Num:
    """One of two numbers."""
    if test == TRUE:
        return yes
    if test == FALSE:
        return no
    low, high = min(yes.low, no.low), max(yes.high, no.high)
    return Num(if_(test, yes.expr, no.expr, span), low, high)


def converted(value: Num, t: Type) -> ir.Expr:
    """A number as a variable of this type holds it."""
    low, high = bounds(t)
    if value.constant is not None and truncate(value.constant, t) == value.constant:
        return number(value.constant, value.expr.span)
    if isinstance(t, Unlimited) or (low <= value.low and value.high <= high):
        return value.expr
    width = number((high - low + 1).bit_length() - 1)
    return apply(Op.WRAP_SIGNED if low < 0 else Op.WRAP, value.expr, width, span=value.expr.span)


def _fit(e: ir.Expr, low: int, high: int) -> Num:
    """A number that wraps around if it can leave the range of C's int."""
    if low >= INT_MIN and high <= INT_MAX:
        return Num(e, low, high)
    if low < -_MOST or high > _MOST:
        # Of numbers without limits.
        return Num(e, max(low, -UNLIMITED), min(high, UNLIMITED))
    return Num(apply(Op.WRAP_SIGNED, e, number(_WIDTH), span=e.span), INT_MIN, INT_MAX)


def negate(a: Num, span: Span) -> Num:
    """`-a`."""
    return _fit(apply(Op.NEG, a.expr, span=span), -a.high, -a.low)


def complement(a: Num, span: Span) -> Num:
    """`~a`."""
    return Num(apply(Op.SUB, number(-1), a.expr, span=span), -1 - a.high, -1 - a.low)


_COMPARISONS = {
    "<": Op.LT,
    "<=": Op.LE,
    ">": Op.GT,
    ">=": Op.GE,
    "==": Op.EQ,
    "!=": Op.NE,
}


def compare(op: str, a: Num, b: Num, span: Span) -> ir.Expr:
    """A comparison; decided if the bounds decide it."""
    decided = _decide(op, a, b)
    if decided is not None:
        return TRUE if decided else FALSE
    return apply(_COMPARISONS[op], a.expr, b.expr, span=span)


def _decide(op: str, a: Num, b: Num) -> bool | None:
    match op:
        case ">" | ">=":
            return _decide("<" if op == ">" else "<=", b, a)
        case "<":
            return True if a.high < b.low else False if a.low >= b.high else None
        case "<=":
            return True if a.high <= b.low else False if a.low > b.high else None
        case _:
            equal: bool | None = None
            if a.high < b.low or b.high < a.low:
                equal = False
            elif a.constant is not None and a.constant == b.constant:
                equal = True
            return equal if equal is None or op == "==" else not equal


def is_comparison(op: str) -> bool:
    """Whether an operator compares numbers."""
    return op in _COMPARISONS


def combine(op: nodes.BinaryOp, a: Num, b: Num, span: Span) -> Num:
    """An arithmetic operation."""
    if a.constant is not None and b.constant is not None:
        value = compute(op, a.constant, b.constant)
        if value is not None:
            return literal(value, span)
    match op:
        case "+":
            return _fit(apply(Op.ADD, a.expr, b.expr, span=span), a.low + b.low, a.high + b.high)
        case "-":
            return _fit(apply(Op.SUB, a.expr, b.expr, span=span), a.low - b.high, a.high - b.low)
        case "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return _fit(apply(Op.MUL, a.expr, b.expr, span=span), min(ends), max(ends))
        case "/" | "%":
            return _divide(op, a, b, span)
        case "<<" | ">>":
            return _shift(op, a, b, span)
        case "&" | "|" | "^":
            return _bits(op, a, b, span)
        case _:
            raise AssertionError(op)


def _divide(op: str, a: Num, b: Num, span: Span) -> Num:
    most = max(abs(a.low), abs(a.high))
    natural = a.low >= 0 and b.low >= 0
    if op == "/":
        divide = Op.DIV if natural else Op.DIVIDE_TRUNCATED
        return _fit(apply(divide, a.expr, b.expr, span=span), 0 if natural else -most, most)
    size = min(most, max(abs(b.low), abs(b.high)) - 1)
    rest = Op.MOD if natural else Op.REMAINDER_TRUNCATED
    low = 0 if a.low >= 0 else -size
    return Num(apply(rest, a.expr, b.expr, span=span), low, max(size, 0))


def _shift(op: str, a: Num, b: Num, span: Span) -> Num:
    """A shift; by a negative number or too far it is undefined, as in C."""
    power = apply(Op.POWER, number(2), b.expr, span=span)
    places = max(0, min(b.high, _WIDTH - 1))
    if op == ">>":
        return Num(apply(Op.DIV, a.expr, power, span=span), min(a.low, 0), max(a.high, 0))
    moved = apply(Op.MUL, a.expr, power, span=span)
    return _fit(moved, min(a.low, a.low << places), max(a.high, a.high << places))


_BITS = {"&": "Bitwise!&", "|": "Bitwise!|", "^": "Bitwise!^^"}


def _bits(op: str, a: Num, b: Num, span: Span) -> Num:
    """An operation on bits, of natural numbers; negative ones are those of two's complement."""
    if a.low >= 0 and b.low >= 0:
        most = min(a.high, b.high) if op == "&" else 2 ** max(a.high, b.high).bit_length() - 1
        return Num(library(_BITS[op], a.expr, b.expr, span=span), 0, most)
    left, right = (apply(Op.WRAP, x.expr, number(_WIDTH)) for x in (a, b))
    e = library(_BITS[op], left, right, span=span)
    return Num(apply(Op.WRAP_SIGNED, e, number(_WIDTH), span=span), INT_MIN, INT_MAX)
