"""The level of an expression is what it depends on."""

from __future__ import annotations

import pytest

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op

X = ir.Name("x")
STEP = ir.Apply(Op.EQ, (ir.Prime(X), X))


@pytest.mark.parametrize(
    ("e", "level"),
    [
        (ir.Literal(1), Level.CONSTANT),
        (X, Level.STATE),
        (STEP, Level.ACTION),
        (ir.Enabled(STEP), Level.STATE),
        (ir.Apply(Op.AND, (ir.Enabled(STEP), STEP)), Level.ACTION),
        (ir.Apply(Op.ALWAYS, (X,)), Level.TEMPORAL),
    ],
)
def test_an_expression_has_the_level_of_its_parts(e: ir.Expr, level: Level) -> None:
    assert Levels(("x",), {}).of(e) == level
