"""Simplification of temporal formulas: the formulas that need no tableau are moved out."""

from __future__ import annotations

from itertools import product

import pytest

from holdfast.check.liveness.branches import Condition, branches_of
from holdfast.check.liveness.formulas import (
    FALSE,
    TRUE,
    Always,
    Atom,
    Constant,
    Eventually,
    Formula,
    Literal,
    always,
    conjunction,
    disjunction,
    eventually,
    negation,
)
from holdfast.check.liveness.tableau import Tableau
from holdfast.ir import expr as ir
from holdfast.source import SpecError


def atom(name: str) -> Literal:
    return Literal(Atom(ir.Name(name)))


P, Q, R = atom("p"), atom("q"), atom("r")


def test_what_lasts_is_moved_out_of_temporal_operators() -> None:
    lasting = eventually(always(Q))
    assert always(disjunction((P, lasting))) == disjunction((lasting, always(P)))
    assert eventually(conjunction((P, always(eventually(Q))))) == conjunction(
        (always(eventually(Q)), eventually(P))
    )


def test_operators_that_repeat_are_one() -> None:
    assert always(always(P)) == always(P)
    assert eventually(always(eventually(P))) == always(eventually(P))
    assert always(eventually(always(P))) == eventually(always(P))


def test_what_another_part_implies_is_left_out() -> None:
    assert disjunction((P, eventually(disjunction((P, Q))))) == Eventually(disjunction((P, Q)))
    assert conjunction((always(conjunction((P, Q))), P)) == Always(conjunction((P, Q)))
    assert always(disjunction((P, eventually(P)))) == Always(Eventually(P))


def test_immediate_formulas_stay_together() -> None:
    assert conjunction((always(P), always(Q))) == Always(conjunction((P, Q)))
    assert disjunction((eventually(P), eventually(Q))) == Eventually(disjunction((P, Q)))
    both = disjunction((P, Q))
    assert always(eventually(both)) == Always(Eventually(both))


def test_a_formula_and_its_negation() -> None:
    assert conjunction((P, negation(P))) == FALSE
    assert disjunction((P, negation(P))) == TRUE


def test_fairness_needs_no_tableau() -> None:
    weak = always(eventually(disjunction((negation(P), Q))))
    strong = disjunction((eventually(always(negation(P))), always(eventually(Q))))
    (branch,) = branches_of(conjunction((weak, strong)), None)
    assert branch.rest == TRUE
    assert branch.conditions == (
        Condition(Constant(True), disjunction((negation(P), Q))),
        Condition(P, Q),
    )


def test_two_things_that_stop_are_two_branches() -> None:
    stops = disjunction((eventually(always(P)), eventually(always(Q))))
    found = branches_of(conjunction((stops, eventually(R))), None)
    assert [b.conditions for b in found] == [
        (Condition(negation(P), FALSE),),
        (Condition(negation(Q), FALSE),),
    ]
    assert all(b.rest == Eventually(R) for b in found)


@pytest.mark.parametrize(
    "f", [eventually(conjunction((P, always(Q)))), always(disjunction((P, eventually(Q))))]
)
def test_each_node_of_a_tableau_has_one_predecessor_for_a_valuation(f: Formula) -> None:
    tableau = Tableau(f)
    assert tableau.atoms == (P.atom, Q.atom)
    for row in tableau.edges:
        leads_to = sorted(edge.next for edges in row for edge in edges)
        assert leads_to == list(range(tableau.nodes))


def test_the_tableau_of_always_keeps_the_formula_true() -> None:
    tableau = Tableau(always(P))
    holds, fails = 1, 0
    assert [e.next for e in tableau.edges[holds][1]] == [1]
    assert not tableau.edges[fails][1]
    # In the node that denies it, the promise is kept where P is false.
    kept = {(v, e.next): e.kept for v, row in enumerate(tableau.edges) for e in row[0]}
    assert kept == {(fails, 0): 1, (fails, 1): 1, (holds, 0): 0}
    assert [tableau.is_start(v, n) for v, n in product((0, 1), (0, 1))] == [
        False,
        True,
        False,
        True,
    ]


def test_a_formula_that_is_too_large_is_refused() -> None:
    many: Formula = TRUE
    for i in range(20):
        many = conjunction(
            (many, eventually(conjunction((atom(f"a{i}"), eventually(atom(f"b{i}"))))))
        )
    with pytest.raises(SpecError, match="at most 16 together"):
        Tableau(many)
