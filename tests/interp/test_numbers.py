from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.interp import numbers
from holdfast.ir.errors import EvalError
from holdfast.ir.values import FALSE, TRUE, Value

integers = st.integers(-100, 100)


@given(integers, integers)
def test_arithmetic_is_that_of_the_integers(a: int, b: int) -> None:
    assert numbers.add(a, b) == a + b
    assert numbers.subtract(a, b) == a - b
    assert numbers.multiply(a, b) == a * b
    assert numbers.negate(a) == -a
    assert (numbers.less(a, b) is TRUE) == (a < b)
    assert (numbers.at_most(a, b) is TRUE) == (a <= b)
    assert (numbers.greater(a, b) is TRUE) == (a > b)
    assert (numbers.at_least(a, b) is TRUE) == (a >= b)


@given(integers, integers.filter(lambda n: n > 0))
def test_quotient_and_remainder_fit_together(a: int, b: int) -> None:
    quotient, rest = numbers.divide(a, b), numbers.remainder(a, b)
    assert quotient * b + rest == a
    assert 0 <= rest < b


@given(st.integers(), st.integers().filter(bool))
def test_truncated_quotient_and_remainder_are_those_of_c(a: int, b: int) -> None:
    quotient, rest = numbers.divide_truncated(a, b), numbers.remainder_truncated(a, b)
    assert quotient * b + rest == a
    assert abs(rest) < abs(b)
    assert rest == 0 or (rest < 0) == (a < 0)


@given(st.integers(), st.integers(1, 130))
def test_a_wrapped_number_has_its_width(a: int, width: int) -> None:
    wrapped, signed = numbers.wrap(a, width), numbers.wrap_signed(a, width)
    assert 0 <= wrapped < 2**width
    assert -(2 ** (width - 1)) <= signed < 2 ** (width - 1)
    assert (wrapped - a) % 2**width == 0
    assert (signed - a) % 2**width == 0


@pytest.mark.parametrize("value", [-(2**80) - 1, -129, -128, -1, 0, 127, 128, 255, 256, 2**70 + 5])
def test_wrapped_numbers_are_those_of_c(value: int) -> None:
    for width, unsigned, signed in (
        (8, ctypes.c_uint8, ctypes.c_int8),
        (16, ctypes.c_uint16, ctypes.c_int16),
        (32, ctypes.c_uint32, ctypes.c_int32),
        (64, ctypes.c_uint64, ctypes.c_int64),
    ):
        assert numbers.wrap(value, width) == unsigned(value).value
        assert numbers.wrap_signed(value, width) == signed(value).value


def test_division_rounds_down_for_negative_divisors_too() -> None:
    assert numbers.divide(7, -2) == -4
    assert numbers.divide(-7, -2) == 3


def test_integers_have_no_bound() -> None:
    assert numbers.power(2, 100) == 1 << 100
    assert numbers.multiply(1 << 62, 4) == 1 << 64


def test_powers() -> None:
    assert numbers.power(-2, 3) == -8
    assert numbers.power(5, 0) == 1
    assert numbers.power(0, 5) == 0
    assert numbers.power(1, 10**30) == 1


@pytest.mark.parametrize(
    ("compute", "code"),
    [
        (lambda: numbers.divide(1, 0), "eval-division"),
        (lambda: numbers.remainder(1, 0), "eval-division"),
        (lambda: numbers.remainder(1, -2), "eval-division"),
        (lambda: numbers.divide_truncated(1, 0), "eval-division"),
        (lambda: numbers.remainder_truncated(1, 0), "eval-division"),
        (lambda: numbers.wrap(1, 0), "eval-not-a-number"),
        (lambda: numbers.wrap(TRUE, 8), "eval-not-a-number"),
        (lambda: numbers.wrap_signed(1, 4097), "eval-not-a-number"),
        (lambda: numbers.wrap_signed(1, TRUE), "eval-not-a-number"),
        (lambda: numbers.power(2, -1), "eval-not-a-number"),
        (lambda: numbers.power(0, 0), "eval-unsupported"),
        (lambda: numbers.power(2, 10**9), "eval-too-large"),
        (lambda: numbers.divide_exactly(1, 2), "eval-unsupported"),
        (lambda: numbers.divide_exactly(1, 0), "eval-division"),
        (lambda: numbers.add(1, "a"), "eval-not-a-number"),
        (lambda: numbers.add(TRUE, 1), "eval-not-a-number"),
        (lambda: numbers.less("a", "b"), "eval-not-a-number"),
        (lambda: numbers.negate(FALSE), "eval-not-a-number"),
    ],
)
def test_what_has_no_value_is_an_error(compute: Callable[[], Value], code: str) -> None:
    with pytest.raises(EvalError) as error:
        compute()
    assert error.value.code == code


def test_exact_division_gives_an_integer() -> None:
    assert numbers.divide_exactly(-6, 3) == -2


def test_a_message_names_the_operator_and_the_value() -> None:
    with pytest.raises(EvalError, match='`\\+` needs an integer, not the string "a"'):
        numbers.add(1, "a")
