"""Queries in which numbers without triggers range over the numbers at hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.prove.guards import guarded
from holdfast.smt.solvers.outcome import Limits
from holdfast.smt.solvers.solve import solve
from holdfast.smt.terms.term import (
    BOOL,
    INT,
    Query,
    Sort,
    Symbol,
    Term,
    and_,
    exists,
    forall,
    implies,
    le,
    lt,
    not_,
    or_,
    to_smtlib,
    variable,
)

NODE = Sort("Node")
AT = Symbol("at", (NODE, INT), BOOL)
MARKED = Symbol("marked", (NODE,), BOOL)
P = Symbol("p", (), NODE)()
B = Symbol("b", (), INT)()
X = variable("x", NODE)
I = variable("i", INT)  # noqa: E741  # an index
J = variable("j", INT)
BELOW = forall((I,), or_(le(B, I), exists((X,), MARKED(X))))
"""Only compared: a solver sees no term to instantiate it with."""


def text(query: Query | None) -> str:
    assert query is not None
    return to_smtlib(query)


def test_a_number_that_is_an_argument_needs_no_guard() -> None:
    lemma = forall((X, I), implies(AT(X, I), lt(I, B)))
    assert guarded(Query("q", (("lemma", lemma),), AT(P, B))) is None


def test_an_argument_below_an_existential_quantifier_that_is_denied_needs_no_guard() -> None:
    lemma = forall((I,), implies(exists((X,), AT(X, I)), lt(I, B)))
    assert guarded(Query("q", (("lemma", lemma),), MARKED(P))) is None


def test_an_argument_below_a_quantifier_of_the_other_kind_is_not_visible() -> None:
    lemma = forall((I,), or_(le(B, I), exists((X,), AT(X, I))))
    assert text(guarded(Query("q", (("lemma", lemma),), MARKED(P)))).count("number at hand") > 1


def test_the_numbers_at_hand_are_constants_and_witnesses() -> None:
    goal = forall((J,), implies(lt(J, B), exists((X,), MARKED(X))))
    found = guarded(Query("q", (("lemma", BELOW),), goal))
    assert found is not None
    assert [label for label, _ in found.assumptions] == ["a number at hand"] * 2 + ["lemma"]
    assert "(|number at hand| b)" in to_smtlib(found)


@pytest.mark.smt
def test_what_follows_is_proved_and_what_does_not_is_not() -> None:
    goal = forall((J,), implies(lt(J, B), exists((X,), MARKED(X))))
    right = guarded(Query("q", (("lemma", BELOW),), goal))
    wrong = guarded(Query("q", (("lemma", BELOW),), MARKED(P)))
    assert solve(text(right), "z3", Limits(), strategy="ematching").status == "unsat"
    assert solve(text(wrong), "z3", Limits()).status == "sat"


# ---- random queries: a guarded one is never unsatisfiable if the query is satisfiable ----

NUMBERS = [B, Symbol("c", (), INT)()]
F = Symbol("f", (INT,), BOOL)
TRUTHS = [Symbol("holds", (), BOOL)(), Symbol("also", (), BOOL)()]


def formulas(bound: tuple[Term, ...] = ()) -> st.SearchStrategy[Term]:
    terms = st.sampled_from([*NUMBERS, *bound])
    ordered = st.builds(lt, terms, terms) | st.builds(le, terms, terms)
    atoms = ordered | st.sampled_from(TRUTHS) | st.builds(F, terms)
    parts = atoms if len(bound) == 3 else atoms | quantified(bound)
    junctions = st.builds(and_, atoms, parts) | st.builds(or_, ordered, parts)
    return parts | junctions | st.builds(not_, junctions)


def quantified(bound: tuple[Term, ...]) -> st.SearchStrategy[Term]:
    v = variable(f"v{len(bound)}", INT)
    body = st.deferred(lambda: formulas((*bound, v)))
    return body.map(lambda e: forall((v,), e)) | body.map(lambda e: exists((v,), e))


@pytest.mark.smt
@given(st.lists(formulas(), min_size=1, max_size=3), formulas())
def test_a_guarded_query_proves_nothing_that_does_not_follow(
    given_: list[Term], goal: Term
) -> None:
    query = Query("q", tuple(("given", f) for f in given_), goal)
    weaker = guarded(query)
    if weaker is None or solve(to_smtlib(query), "z3", Limits(rlimit=300_000)).status != "sat":
        return
    assert solve(to_smtlib(weaker), "z3", Limits(rlimit=300_000)).status != "unsat"
