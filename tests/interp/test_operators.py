from __future__ import annotations

import pytest

from holdfast.interp.operators import OPERATORS
from holdfast.ir.construct import record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.values import FALSE, TRUE, Value

COMPILED = ops_in(Group.ACTION, Group.TEMPORAL) | {Op.AND, Op.OR, Op.IMPLIES, Op.BUILTIN}


def test_every_row_on_values_has_a_function() -> None:
    missing = {op.name for op in Op if op not in OPERATORS and op not in COMPILED}
    assert missing <= {"MODEL"}  # a model value is a constant of the compiler


@pytest.mark.parametrize("op", [op for op in OPERATORS if op.row.arity == 0 and op != Op.INFINITY])
def test_rows_without_arguments_are_constants(op: Op) -> None:
    assert OPERATORS[op]() is OPERATORS[op]()


@pytest.mark.parametrize(
    ("op", "arguments", "result"),
    [
        (Op.NOT, (TRUE,), FALSE),
        (Op.IFF, (FALSE, FALSE), TRUE),
        (Op.EQ, (1, 1), TRUE),
        (Op.NE, (1, 1), FALSE),
        (Op.SET, (2, 1, 2), set_of([1, 2])),
        (Op.IN, (1, set_of([1])), TRUE),
        (Op.NOTIN, (1, set_of([1])), FALSE),
        (Op.SUBSETEQ, (set_of([1]), set_of([1, 2])), TRUE),
        (Op.UNION2, (set_of([1]), set_of([2])), set_of([1, 2])),
        (Op.INTERSECT, (set_of([1]), set_of([2])), set_of([])),
        (Op.MINUS_SET, (set_of([1, 2]), set_of([2])), set_of([1])),
        (Op.UNION, (set_of([set_of([1]), set_of([2])]),), set_of([1, 2])),
        (Op.PRODUCT, (set_of([1]), set_of([2])), set_of([(1, 2)])),
        (Op.TUPLE, (1, 2), (1, 2)),
        (Op.TUPLE, (), ()),
        (Op.RECORD, ("a", 1), record_of({"a": 1})),
        (Op.RECORD_SET, ("a", set_of([1])), set_of([record_of({"a": 1})])),
        (Op.FUNCTION_SET, (set_of([1]), set_of([2])), set_of([(2,)])),
        (Op.INDEX, ((7,), 1), 7),
        (Op.DOMAIN, ((7,),), set_of([1])),
        (Op.RANGE, (1, 2), set_of([1, 2])),
        (Op.BOOLEAN, (), set_of([TRUE, FALSE])),
    ],
)
def test_a_row_means_what_it_says(op: Op, arguments: tuple[Value, ...], result: Value) -> None:
    assert OPERATORS[op](*arguments) == result


@pytest.mark.parametrize(
    ("op", "arguments", "code"),
    [
        (Op.NOT, (1,), "eval-not-boolean"),
        (Op.IFF, (TRUE, 1), "eval-not-boolean"),
        (Op.EQ, (1, "a"), "eval-kinds-differ"),
        (Op.IN, (1, 1), "eval-not-a-set"),
        (Op.INFINITY, (), "eval-unsupported"),
    ],
)
def test_a_row_refuses_what_has_no_value(op: Op, arguments: tuple[Value, ...], code: str) -> None:
    with pytest.raises(EvalError) as error:
        OPERATORS[op](*arguments)
    assert error.value.code == code
