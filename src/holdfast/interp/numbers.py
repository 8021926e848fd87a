"""Arithmetic on integers of up to 4000 digits; division and remainder are TLC's."""

from __future__ import annotations

from holdfast.interp.errors import EvalError, not_a_number, unsupported
from holdfast.ir.values import FALSE, TRUE, Boolean, Value

# Longer numbers are unreadable, and Python would not print them.
_MOST_DIGITS = 4000
_LARGEST = 10**_MOST_DIGITS
_LEAST = -_LARGEST
_MOST_BITS = _LARGEST.bit_length()
WIDEST = 4096
"""The greatest width of a number that wraps around."""


def too_many_digits() -> EvalError:
    """The error for a number that is too large for arithmetic."""
    return EvalError("eval-too-large", f"a number of more than {_MOST_DIGITS} digits")


def check_number(value: int) -> int:
    """The number, unless it has too many digits."""
    if _LEAST < value < _LARGEST:
        return value
    raise too_many_digits()


def _refuse(operator: str, left: Value, right: Value) -> EvalError:
    return not_a_number(right if type(left) is int else left, operator)


def add(left: Value, right: Value) -> int:
    """The sum."""
    if type(left) is int and type(right) is int:
        total = left + right
        if _LEAST < total < _LARGEST:
            return total
        raise too_many_digits()
    raise _refuse("`+`", left, right)


def subtract(left: Value, right: Value) -> int:
    """The difference."""
    if type(left) is int and type(right) is int:
        difference = left - right
        if _LEAST < difference < _LARGEST:
            return difference
        raise too_many_digits()
    raise _refuse("`-`", left, right)


def negate(value: Value) -> int:
    """The negated number."""
    if type(value) is int:
        return -value
    raise not_a_number(value, "`-`")


def multiply(left: Value, right: Value) -> int:
    """The product."""
    if type(left) is int and type(right) is int:
        return check_number(left * right)
    raise _refuse("`*`", left, right)


def divide(left: Value, right: Value) -> int:
    """The quotient, rounded down."""
    if type(left) is int and type(right) is int:
        if right == 0:
            raise EvalError("eval-division", f"{left} is divided by zero")
        return left // right
    raise _refuse("`\\div`", left, right)


def divide_exactly(left: Value, right: Value) -> int:
    """The quotient of real numbers, where it is an integer."""
    if type(left) is int and type(right) is int:
        if right == 0:
            raise EvalError("eval-division", f"{left} is divided by zero")
        if left % right:
            raise unsupported(
                f"{left} / {right} is not an integer",
                "numbers are integers here; `\\div` rounds down",
            )
        return left // right
    raise _refuse("`/`", left, right)


def remainder(left: Value, right: Value) -> int:
    """The remainder, from zero to the divisor, which must be positive."""
    if type(left) is int and type(right) is int:
        if right <= 0:
            raise EvalError("eval-division", f"`%` needs a positive divisor, not {right}")
        return left % right
    raise _refuse("`%`", left, right)


def power(left: Value, right: Value) -> int:
    """The first number to the power of the second, which must not be negative."""
    if type(left) is not int or type(right) is not int:
        raise _refuse("`^`", left, right)
    if right < 0:
        raise not_a_number(right, "the exponent of `^`", "a natural number")
    if left == 0 and right == 0:
        raise unsupported("0 ^ 0 is undefined")
    # A lower bound on the bits of the power: it is not computed if it is too large.
    if abs(left) > 1 and (left.bit_length() - 1) * right > _MOST_BITS:
        raise too_many_digits()
    return check_number(int(left**right))


def divide_truncated(left: Value, right: Value) -> int:
    """The quotient, rounded toward zero as in C."""
    if type(left) is int and type(right) is int:
        if right == 0:
            raise EvalError("eval-division", f"{left} is divided by zero")
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient
    raise _refuse("a division", left, right)


def remainder_truncated(left: Value, right: Value) -> int:
    """The remainder of the quotient that is rounded toward zero: its sign is that of `left`."""
    if type(left) is int and type(right) is int:
        if right == 0:
            raise EvalError("eval-division", f"{left} is divided by zero")
        return abs(left) % abs(right) if left >= 0 else -(abs(left) % abs(right))
    raise _refuse("a remainder", left, right)


def wrap(value: Value, width: Value) -> int:
    """The number modulo 2^width, from 0 to 2^width - 1."""
    if type(value) is int:
        return value & ((1 << _width(width)) - 1)
    raise not_a_number(value, "wrapping around")


def wrap_signed(value: Value, width: Value) -> int:
    """The number modulo 2^width, from -2^(width - 1) to 2^(width - 1) - 1."""
    if type(value) is int:
        half = 1 << (_width(width) - 1)
        return ((value + half) & (2 * half - 1)) - half
    raise not_a_number(value, "wrapping around")


def _width(value: Value) -> int:
    if type(value) is int and 1 <= value <= WIDEST:
        return value
    needed = f"a number from 1 to {WIDEST}"
    raise not_a_number(value, "the width of a wrapped number", needed)


def less(left: Value, right: Value) -> Boolean:
    """Whether the first number is smaller."""
    if type(left) is int and type(right) is int:
        return TRUE if left < right else FALSE
    raise _refuse("`<`", left, right)


def at_most(left: Value, right: Value) -> Boolean:
    """Whether the first number is not greater."""
    if type(left) is int and type(right) is int:
        return TRUE if left <= right else FALSE
    raise _refuse("`<=`", left, right)


def greater(left: Value, right: Value) -> Boolean:
    """Whether the first number is greater."""
    if type(left) is int and type(right) is int:
        return TRUE if left > right else FALSE
    raise _refuse("`>`", left, right)


def at_least(left: Value, right: Value) -> Boolean:
    """Whether the first number is not smaller."""
    if type(left) is int and type(right) is int:
        return TRUE if left >= right else FALSE
    raise _refuse("`>=`", left, right)
