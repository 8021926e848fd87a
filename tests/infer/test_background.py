"""Which of many mutually inductive lemmas are needed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from holdfast.infer.cti.cti import Broken, Kept
from holdfast.infer.search.background import needed
from holdfast.infer.search.closure import closed
from holdfast.infer.search.finders import accepted_hypotheses, make_finders
from holdfast.infer.search.lemma_pool import PROPERTY, Lemma
from holdfast.infer.search.oracles import Solver
from holdfast.infer.search.search import Search
from holdfast.ir import expr as ir
from tests.infer.models import sampled

GOAL, A, B, C = map(ir.Name, ("goal", "a", "b", "c"))


class Fake:
    """A finder that knows which sets of lemmas support each lemma; its cores are not minimal."""

    def __init__(self, enough: dict[ir.Expr, list[set[ir.Expr]]]) -> None:
        self.system = SimpleNamespace(actions=("step",))
        self.enough = enough

    def core(self, lemmas: list[ir.Expr], goal: ir.Expr, action: int) -> Kept | Broken:
        assert action == 0
        given = set(lemmas)
        found = any(each <= given for each in self.enough[goal])
        return Kept(frozenset(given)) if found else Broken()


def _needed(*finders: Any) -> tuple[int, ...]:
    lemmas = [Lemma(GOAL, 1), Lemma(A, 10), Lemma(B, 20), Lemma(C, 12)]
    search: Any = SimpleNamespace(
        pool=SimpleNamespace(lemmas=lemmas),
        lifted=SimpleNamespace(constants=()),
        active=[],
        background=(1, 2, 3),
        check_time=lambda: None,
    )
    return needed(search, finders, (0,))


def test_a_lemma_that_a_step_needs_only_in_some_core_is_left_out() -> None:
    fake = Fake({GOAL: [{A}, {B, C}], A: [set()], B: [{C}], C: [set()]})
    assert _needed(fake) == (0, 1)


def test_a_lemma_that_a_smaller_size_needs_is_kept() -> None:
    small = Fake({GOAL: [{A, C}], A: [set()], B: [{C}], C: [set()]})
    large = Fake({GOAL: [{A}], A: [set()], B: [{C}], C: [set()]})
    assert set(_needed(small, large)) == {0, 1, 3}


@pytest.mark.smt
@pytest.mark.parametrize("name", ["LockServer", "SimpleElection"])
def test_a_set_that_grows_and_shrinks_becomes_inductive(name: str) -> None:
    s = sampled(name)
    search = Search(s.lifted, s.machine, s.grammar, s.property.expr, s.property.name, s.states)
    oracle = Solver(make_finders(s.system, accepted_hypotheses(s.system)), s.lifted)
    assert not isinstance(oracle.ask(search.expressions([PROPERTY])), Kept)
    assert closed(search, oracle)
    assert isinstance(oracle.ask(search.expressions([PROPERTY, *search.background])), Kept)
