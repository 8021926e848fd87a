"""Goals by cases."""

from __future__ import annotations

import pytest

from holdfast.prove.split import cases_of, named
from holdfast.smt.solvers.outcome import Limits
from holdfast.smt.solvers.solve import solve
from holdfast.smt.terms.term import (
    BOOL,
    INT,
    TRUE,
    Query,
    Sort,
    Symbol,
    Term,
    and_,
    eq,
    forall,
    implies,
    ite,
    lt,
    not_,
    or_,
    to_smtlib,
    variable,
)

NODE = Sort("Node")
MARKED = Symbol("marked", (NODE,), BOOL)
VALUE = Symbol("value", (NODE,), INT)
P = Symbol("p", (), NODE)()
Q = Symbol("q", (), NODE)()


def some(name: str) -> Term:
    return variable(name, NODE)


def updated(x: Term) -> Term:
    """The relation after a step that marks the parameter."""
    return or_(MARKED(x), eq(x, P))


def test_what_a_goal_is_about_gets_a_name() -> None:
    x = some("x")
    goal, names = named(forall((x,), MARKED(x)))
    assert len(names) == 1
    assert goal is MARKED(names[0])


def test_a_value_is_the_parameter_of_the_step_or_it_is_not() -> None:
    x = some("x")
    same, other = cases_of(
        forall((x,), implies(MARKED(x), lt(VALUE(P), ite(eq(x, P), VALUE(Q), VALUE(x)))))
    )
    assert same.given == ()
    assert same.goal is implies(MARKED(P), lt(VALUE(P), VALUE(Q)))
    assert len(other.given) == 1
    assert "ite" not in repr(other.goal)


def test_two_values_and_a_parameter_give_five_cases() -> None:
    x, y = some("x"), some("y")
    goal = forall((x, y), implies(and_(updated(x), updated(y)), eq(x, y)))
    assert len(cases_of(goal)) == 5


def test_a_case_in_which_the_goal_is_plain_is_true() -> None:
    x = some("x")
    assert cases_of(forall((x,), updated(x)))[0].goal is TRUE


def test_nothing_to_tell_apart_gives_no_case() -> None:
    x = some("x")
    assert cases_of(forall((x,), MARKED(x))) == []


def test_too_much_to_tell_apart_gives_no_case() -> None:
    many = [some(f"x{i}") for i in range(9)]
    assert cases_of(forall(many, or_(*(updated(x) for x in many)))) == []


@pytest.mark.smt
def test_cases_are_proved_or_refuted_together_with_the_goal() -> None:
    x, y = some("x"), some("y")
    before = forall((x, y), implies(and_(MARKED(x), MARKED(y)), eq(x, y)))
    goal = forall((x, y), implies(and_(updated(x), updated(y)), eq(x, y)))
    none = forall((x,), not_(MARKED(x)))
    answers = [
        [
            solve(
                to_smtlib(Query("q", (("a", given), *case.given), case.goal)), "z3", Limits()
            ).status
            for case in cases_of(goal)
        ]
        for given in (none, before)
    ]
    assert set(answers[0]) == {"unsat"}
    assert "sat" in answers[1]
