"""Actions as ways through them, and the small functions that mining uses."""

from __future__ import annotations

from holdfast.infer.grammar.language import Atom
from holdfast.infer.grammar.terms import (
    conditions_in,
    free_names,
    height,
    renumbered,
    stricter,
    unique,
    without_equal,
)
from holdfast.infer.guards import conjuncts, inline_local, scenes, unfolded
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body, System

x, y, s, one, two = (ir.Name("x"), ir.Name("y"), ir.Name("s"), ir.Literal(1), ir.Literal(2))


def eq(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.EQ, (a, b))


def conjunction(*parts: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.AND, parts)


def exists(name: str, body: ir.Expr) -> ir.Expr:
    return ir.Bind(ir.Binder.EXISTS, (ir.Bound((name,), s),), body)


def system(*items: Body) -> System:
    action = Action("Step", bodies.Sequence(items, ir.TRUE))
    return System(name="Any", variables=("x", "y"), actions=(action,))


def test_a_branch_makes_two_ways_with_the_guards_of_each() -> None:
    branch = bodies.Branch(
        (
            bodies.Sequence((bodies.Test(eq(x, one)), bodies.Assign("x", two, ir.TRUE)), ir.TRUE),
            bodies.Assign("x", one, ir.TRUE),
        ),
        ir.TRUE,
    )
    first, second = scenes(system(bodies.Test(eq(y, one)), branch))
    assert first.guards == (eq(y, one), eq(x, one))
    assert first.assigned == (("x", two),)
    assert second.guards == (eq(y, one),)
    assert second.values == (one,)


def test_the_condition_of_an_if_is_a_test_of_both_ways() -> None:
    choice = bodies.IfElse(
        eq(x, one), bodies.Assign("x", two, ir.TRUE), bodies.Assign("x", one, ir.TRUE), ir.TRUE
    )
    yes, no = scenes(system(choice))
    assert yes.tests == (eq(x, one),)
    assert no.tests == (ir.Apply(Op.NOT, (eq(x, one),)),)
    assert yes.guards == no.guards == ()


def test_local_definitions_are_put_in() -> None:
    local = (ir.Definition("z", (), two),)
    body = bodies.Within(local, bodies.Assign("x", ir.Call("z"), ir.TRUE), ir.TRUE)
    (scene,) = scenes(system(body))
    assert scene.assigned == (("x", two),)


def test_an_action_with_too_many_ways_is_cut_short() -> None:
    item = bodies.Branch(
        (bodies.Assign("x", one, ir.TRUE), bodies.Assign("x", two, ir.TRUE)), ir.TRUE
    )
    assert len(list(scenes(system(*[item] * 7)))) == 16


def test_nested_conjunctions_and_let_are_taken_apart() -> None:
    inner = ir.Let((ir.Definition("z", (), two),), conjunction(eq(y, ir.Call("z")), x))
    assert list(conjuncts(conjunction(eq(x, one), inner))) == [eq(x, one), eq(y, two), x]


def test_a_recursive_definition_is_not_unfolded() -> None:
    own = {
        "P": ir.Definition("P", ("a",), eq(ir.Name("a"), one)),
        "Q": ir.Definition("Q", (), ir.Call("Q"), recursive=True),
    }
    defining = System(name="Any", definitions=own)
    assert unfolded(ir.Call("P", (x,)), defining) == eq(x, one)
    assert unfolded(ir.Call("Q"), defining) is None
    assert unfolded(ir.Call("R"), defining) is None
    assert inline_local(x, {"x": one}) == one


def test_a_name_that_an_equation_gives_is_replaced() -> None:
    assert without_equal((eq(x, one), eq(y, x)), ("x",)) == (eq(y, one),)
    assert without_equal((eq(x, one), eq(y, x)), ("y",)) == (eq(x, one),)
    assert without_equal((eq(x, one), eq(y, x)), ()) == (eq(x, one), eq(y, x))


def test_comparisons_become_strict() -> None:
    assert stricter(ir.Apply(Op.LE, (x, y))) == (ir.Apply(Op.LT, (x, y)),)
    assert stricter(eq(x, y)) == ()


def test_bound_names_are_not_free() -> None:
    formula = conjunction(exists("x", eq(x, y)), eq(x, one))
    assert free_names(formula) == ("s", "y", "x")
    assert height(formula) == 2


def test_conditions_inside_a_value_know_their_names() -> None:
    value = ir.Bind(ir.Binder.MAP, (ir.Bound(("x",), s),), ir.If(eq(x, one), one, two))
    assert list(conditions_in(value, {})) == [(eq(x, one), {"x": ir.Bound(("x",), s)})]


def test_atoms_that_differ_in_the_names_of_parameters_are_one() -> None:
    first = Atom(eq(ir.Name("$2"), ir.Name("$1")), (("$1", 0), ("$2", 0)), "guard")
    second = Atom(eq(ir.Name("$1"), ir.Name("$2")), (("$1", 0), ("$2", 0)), "property")
    (only,) = unique(map(renumbered, (first, second)))
    assert only == Atom(second.expr, second.params, "guard")
