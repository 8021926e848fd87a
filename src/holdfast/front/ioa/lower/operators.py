"""The operators of the language on lowered operands: what they mean depends on the types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import (
    Names,
    apply,
    both,
    library,
    minus,
    number,
    plus,
    unsupported,
)
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Operator
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Span

_Binary: TypeAlias = Callable[[ir.Expr, ir.Expr], ir.Expr]

_SAME: Final = {
    Operator.NOT: Op.NOT,
    Operator.OR: Op.OR,
    Operator.AND: Op.AND,
    Operator.IMPLIES: Op.IMPLIES,
    Operator.EQ: Op.EQ,
    Operator.NE: Op.NE,
}
"""Operators that mean the same for all types."""

_ON_NUMBERS: Final = {
    Operator.LT: Op.LT,
    Operator.LE: Op.LE,
    Operator.GT: Op.GT,
    Operator.GE: Op.GE,
    Operator.DIV: Op.DIV,
    Operator.MOD: Op.MOD,
    Operator.MUL: Op.MUL,
}
_ON_SETS: Final = {
    Operator.LE: Op.SUBSETEQ,
    Operator.ADD: Op.UNION2,
    Operator.BIT_OR: Op.UNION2,
    Operator.MUL: Op.INTERSECT,
    Operator.BIT_AND: Op.INTERSECT,
    Operator.SUB: Op.MINUS_SET,
}
_ON_BITS: Final = {
    Operator.BIT_AND: "Bitwise!&",
    Operator.BIT_OR: "Bitwise!|",
    Operator.BIT_XOR: "Bitwise!^^",
}
_ON_MSETS: Final = {
    Operator.LE: "Bags!\\sqsubseteq",
    Operator.ADD: "Bags!(+)",
    Operator.SUB: "Bags!(-)",
}
_WRAPPED: Final = frozenset((Operator.ADD, Operator.SUB, Operator.MUL, Operator.LEFT))
_MIRRORED: Final = {Operator.GT: Operator.LT, Operator.GE: Operator.LE}


class Operators:
    """Applies operators to lowered operands."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def apply(self, e: tree.Apply, args: tuple[ir.Expr, ...], scope: Scope) -> ir.Expr:
        """An operator on the values of its operands; `in` is not one of those here."""
        if e.operator in _SAME:
            return ir.Apply(_SAME[e.operator], args, span=e.span)
        if len(args) == 1:
            return _unary(e, args[0])
        left, right = args
        kinds = [o.type for o in e.operands]
        match next((k for k in kinds if not isinstance(k, types.Unknown)), types.UNKNOWN):
            case types.Set():
                return self._on_sets(e, left, right, scope)
            case types.Mset():
                return self._on_msets(e, left, right, scope)
            case types.Seq() | types.Str() if e.operator is Operator.ADD:
                return _joined(e, left, right)
            case types.Real() if e.operator is Operator.DIV:
                return apply(Op.DIVIDE, left, right, span=e.span)
            case kind if is_number(kind):
                value = _on_numbers(e.operator, left, right, e)
                wraps = isinstance(e.type, types.Bits) and e.operator in _WRAPPED
                return wrapped(value, e.type) if wraps else value
            case _:
                raise _no_such(e)

    def _on_sets(self, e: tree.Apply, a: ir.Expr, b: ir.Expr, scope: Scope) -> ir.Expr:
        span = e.span
        match e.operator:
            case op if op in _ON_SETS:
                return apply(_ON_SETS[op], a, b, span=span)
            case Operator.LT | Operator.GT | Operator.GE:
                return self._compared(e, a, b, scope)
            case Operator.BIT_XOR:

                def either(x: ir.Expr, y: ir.Expr) -> ir.Expr:
                    only_x = apply(Op.MINUS_SET, x, y, span=span)
                    return apply(Op.UNION2, only_x, apply(Op.MINUS_SET, y, x, span=span), span=span)

                return self._shared_both(a, b, scope, either)
            case _:
                raise _no_such(e)

    def _on_msets(self, e: tree.Apply, a: ir.Expr, b: ir.Expr, scope: Scope) -> ir.Expr:
        match e.operator:
            case op if op in _ON_MSETS:
                return library(_ON_MSETS[op], a, b, span=e.span)
            case Operator.LT | Operator.GT | Operator.GE:
                return self._compared(e, a, b, scope)
            case _:
                raise _no_such(e)

    def _compared(self, e: tree.Apply, a: ir.Expr, b: ir.Expr, scope: Scope) -> ir.Expr:
        """A comparison by `<`, `>` or `>=`, in terms of `<=`."""
        is_mset = isinstance(e.operands[0].type, types.Mset)

        def part(x: ir.Expr, y: ir.Expr) -> ir.Expr:
            if is_mset:
                return library(_ON_MSETS[Operator.LE], x, y, span=e.span)
            return apply(Op.SUBSETEQ, x, y, span=e.span)

        def proper_part(x: ir.Expr, y: ir.Expr) -> ir.Expr:
            return both((part(x, y), apply(Op.NE, x, y, span=e.span)), e.span)

        if e.operator in _MIRRORED:
            a, b = b, a
        if _MIRRORED.get(e.operator, e.operator) is Operator.LE:
            return part(a, b)
        return self._shared_both(a, b, scope, proper_part)

    def _shared_both(self, a: ir.Expr, b: ir.Expr, scope: Scope, use: _Binary) -> ir.Expr:
        def with_first(x: ir.Expr) -> ir.Expr:
            inner = scope.with_locals({"@left": x})
            return self.names.shared(b, "b", inner, lambda y: use(x, y))

        return self.names.shared(a, "a", scope, with_first, b)


def is_number(t: Type) -> bool:
    """Whether the values of a type are numbers."""
    numbers = (types.Int, types.Nat, types.IntRange, types.IntEnum, types.Bits, types.Real)
    return isinstance(t, numbers)


def wrapped(value: ir.Expr, t: Type) -> ir.Expr:
    """A number modulo the number of values of `bvN`."""
    assert isinstance(t, types.Bits)
    return apply(Op.WRAP, value, number(t.width, value.span), span=value.span)


def power_of_two(exponent: ir.Expr, span: Span) -> ir.Expr:
    """`2 ^ exponent`."""
    match exponent:
        case ir.Literal(int(n)) if 0 <= n <= _FOLDED:
            return number(2**n, span)
        case _:
            return apply(Op.POWER, number(2, span), exponent, span=span)


_FOLDED: Final = 128
"""Larger powers of two stay powers: nobody reads their digits."""


def _unary(e: tree.Apply, x: ir.Expr) -> ir.Expr:
    match e.operator, e.type, x:
        case Operator.INVERT, types.Bits(width), _:
            return minus(number(2**width - 1, e.span), x, e.span)
        case Operator.INVERT, _, _:
            return plus(apply(Op.NEG, x, span=e.span), -1, e.span)
        case Operator.NEGATE, types.Bits(), _:
            return wrapped(apply(Op.NEG, x, span=e.span), e.type)
        case Operator.NEGATE, _, ir.Literal(int(n)):
            return number(-n, e.span)
        case Operator.NEGATE, _, _:
            return apply(Op.NEG, x, span=e.span)
        case _:
            raise _no_such(e)


def _on_numbers(op: Operator, a: ir.Expr, b: ir.Expr, e: tree.Apply) -> ir.Expr:
    match op, b:
        case Operator.ADD, ir.Literal(int(n)):
            return plus(a, n, e.span)
        case Operator.ADD, _:
            return apply(Op.ADD, a, b, span=e.span)
        case Operator.SUB, _:
            return minus(a, b, e.span)
        case Operator.LEFT, _:
            return apply(Op.MUL, a, power_of_two(b, e.span), span=e.span)
        case Operator.RIGHT, _:
            return apply(Op.DIV, a, power_of_two(b, e.span), span=e.span)
        case op, _ if op in _ON_BITS:
            return library(_ON_BITS[op], a, b, span=e.span)
        case op, _ if op in _ON_NUMBERS:
            return apply(_ON_NUMBERS[op], a, b, span=e.span)
        case _:
            raise _no_such(e)


def _joined(e: tree.Apply, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    match e.operands[1], b:
        case tree.SeqOf((_,)), ir.Apply(Op.TUPLE, (item,)):
            return library("Sequences!Append", a, item, span=e.span)
        case _:
            return library("Sequences!\\o", a, b, span=e.span)


def _no_such(e: tree.Apply) -> Exception:
    kinds = " and ".join(types.show(o.type) for o in e.operands)
    return unsupported(f"`{e.operator.value}` of {kinds} is not supported", e.span)
