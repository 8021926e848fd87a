"""Sets of the values of types, and formulas that values are of types."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.front.ioa import types
from holdfast.front.ioa.lower.domains import can_be_left, domain, fits, is_finite
from holdfast.front.ioa.types import BOOL, INT, NAT, STR, Type
from holdfast.ir import expr as ir
from holdfast.ir.expr_text import show_expr
from holdfast.ir.notation import from_python
from tests.front.ioa.trees import Evaluation

STATUS = types.IntRange("Status", 0, 4)
COLOR = types.Enum("Color", ("RED", "BLUE"))
ODD = types.IntEnum("Odd", (1, 3))
PAIR = types.Record("Pair", (("a", ODD), ("b", BOOL)))


@pytest.mark.parametrize(
    ("t", "text"),
    [
        (BOOL, "BOOLEAN"),
        (INT, "Int"),
        (NAT, "Nat"),
        (STR, "STRING"),
        (STATUS, "0 .. 3"),
        (types.Bits(4), "0 .. 15"),
        (COLOR, '{"RED", "BLUE"}'),
        (ODD, "{1, 3}"),
        (PAIR, "[a : {1, 3}, b : BOOLEAN]"),
        (types.Tuple((STATUS, BOOL)), r"(0 .. 3) \X BOOLEAN"),
        (types.Set(COLOR), 'SUBSET {"RED", "BLUE"}'),
        (types.Seq(INT), '"Sequences!Seq"(Int)'),
    ],
)
def test_the_set_of_all_values(t: Type, text: str) -> None:
    found = domain(t)
    assert found is not None
    assert show_expr(found) == text


@pytest.mark.parametrize("t", [types.Map(INT, INT), types.Mset(INT), types.Set(INT), types.UNKNOWN])
def test_some_types_have_no_such_set(t: Type) -> None:
    assert domain(t) is None


FINITE: list[Type] = [types.Set(types.Tuple((PAIR, STATUS))), types.Map(COLOR, types.Bits(2))]
INFINITE: list[Type] = [INT, NAT, STR, types.Seq(BOOL), types.Tuple((BOOL, INT))]
LEFT: list[Type] = [NAT, STATUS, ODD, types.Bits(1), PAIR, types.Seq(NAT)]
NEVER_LEFT: list[Type] = [BOOL, INT, COLOR, STR, types.Map(INT, types.Set(COLOR))]


def test_finite_types() -> None:
    assert [is_finite(t) for t in FINITE] == [True] * len(FINITE)
    assert [is_finite(t) for t in INFINITE] == [False] * len(INFINITE)


def test_types_that_a_value_can_leave() -> None:
    assert [can_be_left(t) for t in LEFT] == [True] * len(LEFT)
    assert [can_be_left(t) for t in NEVER_LEFT] == [False] * len(NEVER_LEFT)


@pytest.mark.parametrize(
    ("t", "good", "bad"),
    [
        (NAT, 0, -1),
        (STATUS, 3, 4),
        (ODD, 3, 2),
        (types.Bits(3), 7, 8),
        (types.Seq(STATUS), (0, 3), (0, 4)),
        (types.Seq(types.Seq(NAT)), ((), (1,)), ((1,), (0, -1))),
        (types.Set(NAT), {0, 1}, {0, -1}),
        (types.Map(NAT, INT), {0: -1}, {-1: 0}),
        (types.Map(INT, NAT), {-1: 0}, {0: -1}),
        (types.Mset(NAT), {0: 2}, {-1: 1}),
        (PAIR, {"a": 1, "b": True}, {"a": 2, "b": True}),
        (types.Tuple((INT, NAT)), (-1, 0), (0, -1)),
    ],
)
def test_whether_a_value_is_of_a_type(t: Type, good: Any, bad: Any) -> None:
    formula = fits(ir.Name("x"), t)
    assert formula is not None
    evaluation = Evaluation({"x": INT}, {"x": 0})
    for value, expected in ((good, True), (bad, False)):
        assert evaluation.machine.holds(formula, (from_python(value),)) is expected


def test_there_is_no_formula_if_values_always_fit() -> None:
    assert fits(ir.Name("x"), types.Seq(COLOR)) is None
