"""Questions about the things at hand."""

from __future__ import annotations

import pytest

from holdfast.prove.ground import Grounds
from holdfast.smt.outcome import Limits
from holdfast.smt.solve import solve
from holdfast.smt.term import BOOL, Query, Sort, Symbol, forall, implies, to_smtlib, variable

NODE = Sort("Node")
MARKED = Symbol("marked", (NODE,), BOOL)
SEEN = Symbol("seen", (NODE,), BOOL)
P = Symbol("p", (), NODE)()
X = variable("x", NODE)
LEMMA = ("lemma", forall((X,), implies(MARKED(X), SEEN(X))))


def test_lemmas_are_about_the_parameters_and_the_values_of_the_goal() -> None:
    found = Grounds().question(Query("q", (("step", MARKED(P)),), forall((X,), SEEN(X))), [LEMMA])
    assert found is not None
    labels = [label for label, _ in found.assumptions]
    assert labels == ["step", "lemma", "lemma"]
    assert "forall" not in to_smtlib(found)


def test_lemmas_without_quantifiers_leave_nothing_to_do() -> None:
    assert Grounds().question(Query("q", (), SEEN(P)), [("lemma", MARKED(P))]) is None


def test_a_lemma_with_too_many_instances_stays_as_it_is() -> None:
    constants = [Symbol(f"c{i}", (), NODE)() for i in range(9)]
    y = variable("y", NODE)
    pairs = ("pairs", forall((X, y), implies(MARKED(X), SEEN(y))))
    step = tuple(("step", MARKED(c)) for c in constants)
    assert Grounds().question(Query("q", step, SEEN(P)), [pairs]) is None


@pytest.mark.smt
def test_what_follows_from_instances_is_proved_and_nothing_else() -> None:
    proved = Grounds().question(Query("q", (("step", MARKED(P)),), SEEN(P)), [LEMMA])
    wrong = Grounds().question(Query("q", (("step", MARKED(P)),), forall((X,), SEEN(X))), [LEMMA])
    assert proved is not None
    assert wrong is not None
    assert solve(to_smtlib(proved), "z3", Limits()).status == "unsat"
    assert solve(to_smtlib(wrong), "z3", Limits()).status == "sat"
