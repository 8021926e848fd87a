"""The well-formedness of systems."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.ir import expr as ir
from holdfast.ir.check import check_system
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.read import read_body, read_definition, read_expr
from holdfast.ir.system import Action, Property, Replacement, System

SOUND = System(
    "s",
    constants=("N",),
    variables=("x", "y"),
    definitions={
        d.name: d
        for d in map(
            read_definition,
            (
                "Twice(a) == a + a",
                "Map(S, f(_)) == {f(e) : e \\in S}",
                "RECURSIVE Down(n) == IF n = 0 THEN 0 ELSE Down(n - 1)",
            ),
        )
    },
    init=read_body("sequence\n  assign x = 0\n  assign y \\in {1, 2}"),
    actions=(
        Action(
            "Step",
            read_body("sequence\n  test i < N\n  assign x' = [x EXCEPT ![i] = @]\n  keep y"),
            ((ir.Bound(("i",), ir.Name("N")),),),
            (ir.Name("i"),),
        ),
    ),
    invariants=(Property("Inv", read_expr("\\A i \\in {x} : LET two == 2 IN i + two() = y'")),),
)


def with_invariant(text: str | ir.Expr) -> System:
    e = read_expr(text) if isinstance(text, str) else text
    return replace(SOUND, invariants=(Property("Inv", e),))


def test_a_sound_system_is_accepted() -> None:
    check_system(SOUND)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("z = 1", "Inv: the name z is not bound"),
        ("Unknown()", "the operator Unknown is not defined"),
        ("Twice(1, 2)", "Twice is given 2 arguments"),
        ("Twice(LAMBDA a : b)", "the name b is not bound"),
        ("x = LAMBDA a : a", "an operator stands for a value"),
        ("\\A x \\in {1} : TRUE", "the local name x is a global one"),
        ("\\A i \\in {1}, i \\in {2} : TRUE", "names are bound twice"),
        ("\\A i \\in {1}, j \\in {i} : TRUE", "the name i is not bound"),
        ("{i \\in {1} : i = 1} = i", "the name i is not bound"),
        ("@ = 1", "the name @ is not bound"),
        ("(x' + 1)' = 1", "a prime in a primed expression"),
        ("LET f(a) == f(a) IN TRUE", "f is recursive and does not say so"),
        ("LET f == g() g == 1 IN TRUE", "the operator g is not defined"),
        ("#AND() /\\ #EQ(x)", "EQ has 1 arguments"),
        ("#RECORD(x, 1)", "RECORD needs names and values"),
        ('["a" |-> 1, a |-> 2]', "RECORD has a field twice"),
        ("MODEL x", "MODEL needs a name"),
        ("#BUILTIN(x)", "BUILTIN needs a name"),
    ],
)
def test_an_unsound_expression_is_refused(text: str, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_system(with_invariant(text))


def bound(*names: str, domain: ir.Expr | None = None, pattern: bool = False) -> ir.Bound:
    return ir.Bound(names, domain, pattern)


@pytest.mark.parametrize(
    ("e", "message"),
    [
        (ir.Bind(Binder.FILTER, (bound("i"),), ir.TRUE), "an unbounded filter"),
        (ir.Bind(Binder.CHOOSE, (bound("i"), bound("j")), ir.TRUE), "bounds of a choose"),
        (ir.Bind(Binder.FORALL, (), ir.TRUE), "bounds of a forall"),
        (ir.Bind(Binder.FORALL, (bound("i", "j"),), ir.TRUE), "several names"),
        (ir.Case((), None), "a CASE has no arms"),
        (ir.Let((), ir.TRUE), "a LET has no definitions"),
        (ir.Except(ir.Name("x"), ()), "an EXCEPT changes nothing"),
        (ir.Except(ir.Name("x"), (ir.Update((), ir.TRUE),)), "an EXCEPT changes everything"),
    ],
)
def test_an_unsound_shape_is_refused(e: ir.Expr, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_system(with_invariant(e))


def test_a_pattern_binds_several_names() -> None:
    pairs = bound("i", "j", domain=read_expr("{1} \\X {2}"), pattern=True)
    check_system(with_invariant(ir.Bind(Binder.FORALL, (pairs,), read_expr("i = j"))))


def test_an_operator_can_be_an_argument() -> None:
    check_system(with_invariant("Map({1}, LAMBDA a : a + x) = {}"))


def test_a_built_in_operator_may_take_an_operator() -> None:
    check_system(with_invariant('"Sequences!SelectSeq"(<<>>, LAMBDA a : a = x) = <<>>'))


def test_only_variables_are_assigned() -> None:
    bad = replace(SOUND, init=read_body("assign N = 1"))
    with pytest.raises(AssertionError, match="init: N is not a variable"):
        check_system(bad)


def test_the_arguments_of_an_action_mention_its_quantifiers_only() -> None:
    action = replace(SOUND.actions[0], args=(ir.Name("j"),))
    with pytest.raises(AssertionError, match="action Step: the name j is not bound"):
        check_system(replace(SOUND, actions=(action,)))


def test_the_local_definitions_of_a_tree_are_seen_below_it() -> None:
    body = read_body("within\n  where two == 2\n  assign x' = two()")
    check_system(replace(SOUND, actions=(Action("A", body),)))
    body = read_body("sequence\n  within\n    where two == 2\n    keep x\n  test two() = 2")
    with pytest.raises(AssertionError, match="the operator two is not defined"):
        check_system(replace(SOUND, actions=(Action("A", body),)))


def test_a_name_is_declared_once() -> None:
    with pytest.raises(AssertionError, match="declared twice"):
        check_system(replace(SOUND, variables=("x", "x")))
    with pytest.raises(AssertionError, match="x is a variable, too"):
        check_system(replace(SOUND, definitions={"x": read_definition("x == 1")}))
    with pytest.raises(AssertionError, match="f is listed as g"):
        check_system(replace(SOUND, definitions={"g": read_definition("f == 1")}))


def test_an_unknown_row_never_passes() -> None:
    many = ir.Apply(Op.UNION, (ir.TRUE, ir.TRUE))
    with pytest.raises(AssertionError, match="UNION has 2 arguments"):
        check_system(with_invariant(many))


def test_what_replaces_a_constant_is_defined() -> None:
    check_system(replace(SOUND, replaced=(Replacement("N", "Twice", "Twice"),)))
    with pytest.raises(AssertionError, match="N is Thrice, which is not defined"):
        check_system(replace(SOUND, replaced=(Replacement("N", "Thrice", "Thrice"),)))
