"""Values as expressions."""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.values import (
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Record,
    Value,
)


def expr_of(value: Value) -> ir.Expr:
    """An expression with this value."""
    match value:
        case Boolean():
            return ir.Literal(value.truth)
        case int() | str():
            return ir.Literal(value)
        case ModelValue():
            return ir.Apply(Op.MODEL, (ir.Literal(value.name),))
        case FiniteSet():
            return ir.Apply(Op.SET, tuple(expr_of(e) for e in ordered(value)))
        case tuple():
            return ir.Apply(Op.TUPLE, tuple(map(expr_of, value)))
        case Record():
            pairs = zip(ordered(value.domain), value.values, strict=True)
            return ir.Apply(Op.RECORD, tuple(expr_of(each) for pair in pairs for each in pair))
        case Function():
            return _tabulated(value)
        case LazySet() | LazyFunction():
            return expr_of(value.finite())


def _tabulated(function: Function) -> ir.Expr:
    argument = ir.Name("argument of a constant")
    arms = tuple(
        (ir.Apply(Op.EQ, (argument, expr_of(key))), expr_of(value))
        for key, value in zip(ordered(function.domain), function.values, strict=True)
    )
    bound = ir.Bound((argument.name,), expr_of(function.domain))
    return ir.Bind(ir.Binder.FUNCTION, (bound,), ir.Case(arms, None))
