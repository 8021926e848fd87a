"""Questions about the things at hand."""

from __future__ import annotations

import pytest

from holdfast.prove.ground import Grounds
from holdfast.smt.solvers.outcome import Limits
from holdfast.smt.solvers.solve import solve
from holdfast.smt.terms.term import (
    BOOL,
    Query,
    Sort,
    Symbol,
    exists,
    forall,
    implies,
    not_,
    to_smtlib,
    variable,
)

NODE = Sort("Node")
MARKED = Symbol("marked", (NODE,), BOOL)
SEEN = Symbol("seen", (NODE,), BOOL)
NEXT = Symbol("next", (NODE, NODE), BOOL)
P = Symbol("p", (), NODE)()
X = variable("x", NODE)
Y = variable("y", NODE)
LEMMA = ("lemma", forall((X,), implies(MARKED(X), SEEN(X))))


def test_lemmas_are_about_the_parameters_and_the_values_of_the_goal() -> None:
    query = Query("q", (("step", MARKED(P)),), forall((X,), SEEN(X)))
    (found,) = Grounds().questions(query, [LEMMA])
    labels = [label for label, _ in found.assumptions]
    assert labels == ["step", "lemma", "lemma"]
    assert "forall" not in to_smtlib(found)


def test_lemmas_without_quantifiers_leave_nothing_to_do() -> None:
    assert Grounds().questions(Query("q", (), SEEN(P)), [("lemma", MARKED(P))]) == []


def test_a_lemma_with_too_many_instances_stays_as_it_is() -> None:
    constants = [Symbol(f"c{i}", (), NODE)() for i in range(9)]
    pairs = ("pairs", forall((X, Y), implies(MARKED(X), SEEN(Y))))
    step = tuple(("step", MARKED(c)) for c in constants)
    assert Grounds().questions(Query("q", step, SEEN(P)), [pairs]) == []


@pytest.mark.smt
def test_what_follows_from_instances_is_proved_and_nothing_else() -> None:
    step = (("step", MARKED(P)),)
    (proved,) = Grounds().questions(Query("q", step, SEEN(P)), [LEMMA])
    (wrong,) = Grounds().questions(Query("q", step, forall((X,), SEEN(X))), [LEMMA])
    assert solve(to_smtlib(proved), "z3", Limits()).status == "unsat"
    assert solve(to_smtlib(wrong), "z3", Limits()).status == "sat"


@pytest.mark.smt
def test_lemmas_are_also_about_what_exists_by_other_lemmas() -> None:
    some = ("some", forall((X,), implies(SEEN(X), exists((Y,), NEXT(X, Y)))))
    never = ("never", forall((X, Y), implies(NEXT(X, Y), not_(SEEN(X)))))
    step = (("step", MARKED(P)),)
    least, more = Grounds().questions(Query("q", step, not_(SEEN(P))), [some, never])
    assert solve(to_smtlib(least), "z3", Limits(), strategy="ematching").status != "unsat"
    assert "forall" not in to_smtlib(more)
    assert solve(to_smtlib(more), "z3", Limits()).status == "unsat"


@pytest.mark.smt
def test_a_thing_that_exists_is_not_every_thing() -> None:
    some = ("some", forall((X,), exists((Y,), NEXT(X, Y))))
    questions = Grounds().questions(Query("q", (("step", MARKED(P)),), NEXT(P, P)), [some])
    assert [solve(to_smtlib(q), "z3", Limits()).status for q in questions] == ["sat", "sat"]
