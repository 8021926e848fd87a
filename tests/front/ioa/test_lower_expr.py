"""Expressions mean what Python says they mean."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import BOOL, INT, Type
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr_text import show_expr
from holdfast.ir.substitute import names_in
from holdfast.source import SpecError
from tests.front.ioa.generator import DECLARED, TWICE, TYPES, Generator, values
from tests.front.ioa.python_text import Undefined, text, value_in_python
from tests.front.ioa.trees import (
    INTS,
    OP,
    SPAN,
    Evaluation,
    add,
    bound,
    call,
    exists,
    forall,
    index,
    lit,
    loc,
    op,
    range_of,
    seq,
    var,
)


@pytest.mark.parametrize("seed", range(40))
def test_random_expressions_have_the_values_that_python_computes(seed: int) -> None:
    random = Random(seed)
    defined = 0
    for _ in range(20):
        given = values(random)
        evaluation = Evaluation(DECLARED, given, (TWICE,))
        t = random.choice(TYPES)
        e = Generator(random).expr(t, 4)
        lowered = evaluation.lower(e)
        try:
            expected = value_in_python(e, given)
        except Undefined:
            continue
        defined += 1
        found = evaluation.evaluate(lowered)
        assert found == evaluation.of(expected, t), f"{text(e)}\n{show_expr(lowered)}\n{given}"
    assert defined >= 5


# ---- single cases ----

BYTE = types.Bits(8)
CLOCK = types.IntRange("Clock", 3, 7)
GIVEN = {"x": 3, "s": (10, 20, 30), "N": 3, "c": 250}
KINDS: dict[str, Type] = {"x": INT, "s": INTS, "N": INT, "c": BYTE}
NUMBERS = var("s", INTS)


def value(e: tree.Expr) -> Any:
    return Evaluation(KINDS, GIVEN).value(e)


def shown(e: tree.Expr) -> str:
    return show_expr(Evaluation(KINDS, GIVEN).lower(e))


def test_indices_are_folded() -> None:
    i = var("x")
    assert shown(index(NUMBERS, lit(0))) == "s[1]"
    assert shown(index(NUMBERS, op(OP.SUB, i, lit(1), t=INT))) == "s[x]"
    assert shown(index(NUMBERS, add(i, lit(1)))) == "s[x + 2]"


def test_an_index_outside_a_sequence_is_an_error() -> None:
    for i in (-1, 3):
        with pytest.raises(EvalError):
            value(index(NUMBERS, lit(i)))


@pytest.mark.parametrize("now", range(3, 7))
def test_numbers_of_a_range_wrap_around(now: int) -> None:
    n = lit(now, CLOCK)
    following = 3 if now == 6 else now + 1
    assert value(call(Builtin.INCRE, n, t=CLOCK)) == following
    assert value(call(Builtin.DECRE, lit(following, CLOCK), t=CLOCK)) == now


@pytest.mark.parametrize("a", [0, 1, 100, 170, 255])
@pytest.mark.parametrize("b", [0, 1, 3, 7])
def test_operators_on_bits_wrap_around(a: int, b: int) -> None:
    x, y = lit(a, BYTE), lit(b, BYTE)

    def of(operator: tree.Operator, *args: tree.Expr) -> Any:
        return value(op(operator, *args, t=BYTE))

    assert of(OP.ADD, x, y) == (a + b) & 255
    assert of(OP.SUB, y, x) == (b - a) & 255
    assert of(OP.MUL, x, x) == (a * a) & 255
    assert of(OP.NEGATE, x) == -a & 255
    assert of(OP.INVERT, x) == ~a & 255
    assert of(OP.LEFT, x, y) == (a << b) & 255
    assert of(OP.RIGHT, x, y) == a >> b
    assert of(OP.BIT_AND, x, y) == a & b
    assert of(OP.BIT_OR, x, y) == a | b
    assert of(OP.BIT_XOR, x, y) == a ^ b
    assert value(call(Builtin.BV_EXTRACT, x, y)) == (a >> b) & 1


def test_sums_of_variables_of_bits_wrap_around() -> None:
    assert value(op(OP.ADD, var("c", BYTE), lit(10), t=BYTE)) == 4
    twice = op(OP.ADD, op(OP.ADD, var("c", BYTE), lit(3), t=BYTE), lit(3), t=BYTE)
    assert value(twice) == 0


# ---- quantifiers without ranges ----


def at(i: str) -> tree.Expr:
    return index(NUMBERS, loc(i))


def between(low: tree.Expr, i: str, high: tree.Expr) -> tree.Expr:
    return op(OP.AND, op(OP.LE, low, loc(i)), op(OP.LT, loc(i), high))


def test_the_range_of_a_quantifier_is_found_in_its_body() -> None:
    within = between(lit(0), "i", var("N"))
    positive = op(OP.GT, at("i"), lit(0))
    assert shown(forall("i", op(OP.IMPLIES, within, positive))) == (
        r"\A i \in (0 .. (N - 1)) : s[i + 1] > 0"
    )
    assert value(forall("i", op(OP.IMPLIES, within, positive))) == value(lit(True))
    assert shown(exists("i", op(OP.AND, within, positive))) == (
        r"\E i \in (0 .. (N - 1)) : s[i + 1] > 0"
    )


def test_a_range_may_depend_on_another_variable() -> None:
    tests = op(OP.AND, between(lit(0), "i", var("N")), between(loc("i"), "j", var("N")))
    ordered = op(OP.LE, at("i"), at("j"))
    e = forall("j i", op(OP.IMPLIES, tests, ordered))
    assert shown(e) == (r"\A i \in (0 .. (N - 1)) : \A j \in (i .. (N - 1)) : s[i + 1] <= s[j + 1]")
    nested = forall("j", forall("i", op(OP.IMPLIES, tests, ordered)))
    assert shown(nested) == shown(e)


def test_a_range_is_evaluated_only_if_the_tests_before_it_are_true() -> None:
    never = op(OP.GT, var("x"), lit(5))
    within = between(lit(0), "i", index(NUMBERS, lit(9)))
    e = forall("i", op(OP.IMPLIES, op(OP.AND, never, within), lit(False)))
    assert value(e) == value(lit(True))


def test_elements_and_equal_values_are_ranges() -> None:
    member = op(OP.AND, op(OP.IN, loc("i"), NUMBERS), op(OP.GT, loc("i"), lit(25)))
    assert value(exists("i", member)) == value(lit(True))
    same = op(OP.AND, op(OP.EQ, loc("i"), lit(4)), op(OP.GT, loc("i"), lit(4)))
    assert value(exists("i", same)) == value(lit(False))


def test_a_natural_number_is_not_below_zero() -> None:
    within = between(lit(-2), "i", lit(2))
    e = forall("i", op(OP.IMPLIES, within, op(OP.GE, loc("i"), lit(0))), types.NAT)
    assert value(e) == value(lit(True))


def test_a_finite_type_is_a_range() -> None:
    e = forall("i", op(OP.LT, loc("i"), lit(7)), CLOCK)
    assert shown(e) == r"\A i \in (3 .. 6) : i < 7"


def test_without_a_range_a_variable_ranges_over_its_type() -> None:
    e = forall("i", op(OP.EQ, loc("i"), loc("i")))
    assert shown(e) == r"\A i \in Int : i = i"
    with pytest.raises(EvalError):
        value(e)


# ---- names ----


def test_a_bound_variable_is_renamed_if_its_name_is_taken() -> None:
    lowering = ExprLowering({"i"})
    inner = forall("j", op(OP.EQ, loc("i", BOOL), loc("j", BOOL)), BOOL)
    e = tree.Quantifier(True, (bound("i", t=BOOL),), inner, type=BOOL, span=SPAN)
    found = lowering.lower(e, Scope(locals={"j": ir.Name("j")}))
    assert names_in(found) == {"i_2", "j_2"}


def test_the_values_of_names_are_not_captured() -> None:
    e = forall("i", op(OP.EQ, loc("i", BOOL), loc("n", BOOL)), BOOL)
    found = ExprLowering().lower(e, Scope(locals={"n": ir.Name("i")}))
    assert names_in(found) == {"i", "i_2"}


def test_spans_are_kept() -> None:
    e = Evaluation(KINDS, GIVEN).lower(add(var("x"), index(NUMBERS, lit(0))))
    assert all(part.span is SPAN for part in ir.walk(e))


def test_what_has_no_meaning_is_an_error_with_its_location() -> None:
    for e in (
        op(OP.LT, NUMBERS, NUMBERS),
        op(OP.IN, lit("a"), lit("ab")),
        range_of(lit(0), lit(1), var("x")),
        seq(call(Builtin.INCRE, lit(1))),
    ):
        with pytest.raises(SpecError) as error:
            shown(e)
        assert error.value.diagnostics[0].span is SPAN
