"""The text form of expressions, and reading it back."""

from __future__ import annotations

import pytest
from hypothesis import given

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.expr_reader import read_definition, read_expr
from holdfast.ir.expr_text import show_definition, show_expr, show_lines
from holdfast.ir.ops import Op
from tests.ir.strategies import definitions, expressions

X, Y = ir.Name("x"), ir.Name("y")
IN_S = ir.Bound(("i",), ir.Name("S"))


def plus(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.ADD, (left, right))


@pytest.mark.parametrize(
    ("e", "text"),
    [
        (ir.Literal(-3), "-3"),
        (ir.Literal('say "hi"'), '"say \\"hi\\""'),
        (ir.Name("1st"), "`1st`"),
        (ir.Call("Op"), "Op()"),
        (plus(plus(X, Y), X), "(x + y) + x"),
        (ir.Apply(Op.SUB, (X, ir.Literal(1))), "x - 1"),
        (ir.Apply(Op.NEG, (ir.Literal(1),)), "-. 1"),
        (ir.Apply(Op.AND, (X, Y, X)), "x /\\ y /\\ x"),
        (ir.Apply(Op.AND, (X,)), "#AND(x)"),
        (ir.Apply(Op.OR, (X, ir.Apply(Op.EQ, (X, Y)))), "x \\/ x = y"),
        (ir.Apply(Op.OR, (X, ir.Apply(Op.IMPLIES, (X, Y)))), "x \\/ (x => y)"),
        (ir.Apply(Op.IMPLIES, (X, ir.Apply(Op.NOT, (Y,)))), "x => ~ y"),
        (ir.Apply(Op.INDEX, (X, plus(Y, Y))), "x[y + y]"),
        (ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), X)), '"Sequences!Len"(x)'),
        (ir.Apply(Op.RECORD, (ir.Literal("a"), X)), "[a |-> x]"),
        (ir.Apply(Op.BOX_ACTION, (ir.Call("Next"), X)), "[Next()]_ x"),
        (ir.Prime(ir.Apply(Op.BOX_ACTION, (X, Y))), "([x]_ y)'"),
        (ir.Bind(Binder.FORALL, (IN_S,), ir.Name("i")), "\\A i \\in S : i"),
        (ir.Bind(Binder.FILTER, (IN_S,), ir.Name("i")), "{i \\in S : i}"),
        (ir.Bind(Binder.MAP, (IN_S,), plus(X, Y)), "{(x + y) : i \\in S}"),
        (ir.Bind(Binder.FUNCTION, (IN_S,), plus(X, Y)), "[i \\in S |-> x + y]"),
        (ir.Except(X, (ir.Update((Y,), ir.Name("@")),)), "[x EXCEPT ![y] = @]"),
        (ir.Prime(plus(X, Y)), "(x + y)'"),
    ],
)
def test_an_expression_reads_like_tla(e: ir.Expr, text: str) -> None:
    assert show_expr(e) == text
    assert read_expr(text) == e


@given(expressions())
def test_reading_what_is_shown_gives_the_same_expression(e: ir.Expr) -> None:
    again = read_expr(show_expr(e))
    assert again == e
    assert repr(again) == repr(e)  # in which 1 differs from TRUE


@given(expressions())
def test_line_breaks_do_not_change_an_expression(e: ir.Expr) -> None:
    assert read_expr("\n".join(show_lines(e, 4))) == e


@given(definitions(expressions(2)))
def test_reading_what_is_shown_gives_the_same_definition(definition: ir.Definition) -> None:
    assert read_definition(show_definition(definition)) == definition


def test_a_long_conjunction_has_one_conjunct_a_line() -> None:
    long = ir.Name("a_name_that_is_long_enough_to_fill_a_line")
    rows = show_lines(ir.Apply(Op.AND, (long, long, plus(long, long))))
    assert [row[:3] for row in rows] == ["/\\ ", "/\\ ", "/\\ "]


@pytest.mark.parametrize("text", ["", "x +", "(x", "x y", "[x -> ]", "{x, }", "IF x THEN y", "%"])
def test_a_mistake_in_the_text_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"at|expected"):
        read_expr(text)
