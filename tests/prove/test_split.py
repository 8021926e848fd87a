"""Questions by cases."""

from __future__ import annotations

import pytest

from holdfast.prove.split import cases_of, skolemised
from holdfast.smt.outcome import Limits
from holdfast.smt.solve import solve
from holdfast.smt.term import (
    BOOL,
    Query,
    Sort,
    Symbol,
    Term,
    exists,
    forall,
    implies,
    to_smtlib,
    variable,
)

NODE = Sort("Node")
MARKED = Symbol("marked", (NODE,), BOOL)


def some(name: str) -> Term:
    return variable(name, NODE)


def test_what_exists_gets_a_name() -> None:
    x, y = some("x"), some("y")
    query = Query("q", (("one", exists((x,), MARKED(x))),), forall((y,), MARKED(y)))
    named, names = skolemised(query)
    assert len(names) == 2
    assert named.goal is MARKED(names[1])
    assert named.assumptions == (("one", MARKED(names[0])),)


def test_two_names_give_two_cases() -> None:
    x, y = some("x"), some("y")
    query = Query("q", (("one", exists((x,), MARKED(x))),), forall((y,), MARKED(y)))
    assert len(cases_of(query)) == 2


def test_nothing_to_tell_apart_gives_no_case() -> None:
    y = some("y")
    assert cases_of(Query("q", (), forall((y,), MARKED(y)))) == []


@pytest.mark.smt
def test_cases_are_refuted_or_proved_together_with_the_question() -> None:
    x, y = some("x"), some("y")
    only = forall((x, y), implies(MARKED(x), MARKED(y)))
    true = Query("q", (("a", only), ("b", exists((x,), MARKED(x)))), forall((y,), MARKED(y)))
    false = Query("q", (("b", exists((x,), MARKED(x))),), forall((y,), MARKED(y)))
    found = [
        [solve(to_smtlib(case), "z3", Limits()).status for case in cases_of(query)]
        for query in (true, false)
    ]
    assert found[0] == ["unsat", "unsat"]
    assert "sat" in found[1]
