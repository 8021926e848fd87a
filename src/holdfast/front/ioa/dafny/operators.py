"""Operators on texts of operands."""

from __future__ import annotations

from typing import Final

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import helpers
from holdfast.front.ioa.dafny.context import Context
from holdfast.front.ioa.tree import Operator

_SIGNS: Final = {
    Operator.OR: "||",
    Operator.AND: "&&",
    Operator.IMPLIES: "==>",
}
_ON_SETS: Final = {Operator.BIT_AND: "*", Operator.BIT_OR: "+"}


def operation(e: tree.Apply, operands: tuple[str, ...], c: Context) -> str:
    """An operator, applied to texts that have parentheses where they need them."""
    match e.operator:
        case Operator.NOT | Operator.INVERT:
            return f"!{operands[0]}"
        case Operator.NEGATE:
            return f"0 - {operands[0]}" if isinstance(e.type, types.Bits) else f"-{operands[0]}"
        case Operator.LEFT | Operator.RIGHT:
            return _shift(e, operands, c)
        case Operator.DIV | Operator.MOD if _needs_positive_divisor(e):
            word = "div" if e.operator is Operator.DIV else "mod"
            return f"{helpers.quotient(c, word, e.operator.value)}({', '.join(operands)})"
        case Operator.BIT_AND | Operator.BIT_OR if isinstance(e.type, types.Set):
            sign = _ON_SETS[e.operator]
        case _:
            sign = _SIGNS.get(e.operator, e.operator.value)
    return f" {sign} ".join(operands)


def _shift(e: tree.Apply, operands: tuple[str, ...], c: Context) -> str:
    assert isinstance(e.type, types.Bits), "only bit vectors are shifted"
    value, distance = operands
    sign, width = e.operator.value, e.type.width
    if distance.isdecimal() and int(distance) <= width:
        return f"{value} {sign} {distance}"
    return f"{helpers.shift(c, width, sign)}({value}, {distance})"


def _needs_positive_divisor(e: tree.Apply) -> bool:
    """Whether Dafny allows more divisors than the language."""
    if isinstance(e.type, types.Bits | types.Real):
        return False
    divisor = e.operands[1]
    return not (
        isinstance(divisor, tree.Literal) and isinstance(divisor.value, int) and divisor.value > 0
    )
