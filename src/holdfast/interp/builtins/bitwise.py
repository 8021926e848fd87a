"""Module Bitwise: the bits of numbers."""

from __future__ import annotations

from collections.abc import Callable
from operator import and_, or_, xor

from holdfast.interp.arguments import natural, number
from holdfast.interp.builtins.table import Function, Table
from holdfast.ir.values import Value


def _bits(symbol: str, combine: Callable[[int, int], int]) -> Function:
    def combined(left: Value, right: Value) -> Value:
        return combine(number(left, f"`{symbol}`"), number(right, f"`{symbol}`"))

    return combined


def complement(value: Value) -> Value:
    """Not(value): the bits that are missing below the highest one."""
    bits = natural(value, "Not")
    return ~bits & ((1 << bits.bit_length()) - 1)


def shift_right(value: Value, places: Value) -> Value:
    """shiftR(value, places)."""
    return number(value, "shiftR") >> natural(places, "shiftR")


TABLE: Table = {
    "Bitwise!&": _bits("&", and_),
    "Bitwise!|": _bits("|", or_),
    "Bitwise!^^": _bits("^^", xor),
    "Bitwise!Not": complement,
    "Bitwise!shiftR": shift_right,
}
