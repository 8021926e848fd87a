"""Which of many mutually inductive lemmas are chosen; how a set is repaired for larger sizes."""

from __future__ import annotations

import pytest

from holdfast.infer.cti.cti import Kept
from holdfast.infer.search.background import inductive_subset, repaired, settled
from holdfast.infer.search.finders import accepted_hypotheses, make_finders
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.oracles import Solver
from holdfast.infer.search.search import Search
from tests.infer.models import sampled

pytestmark = pytest.mark.smt


def search_and_oracle(name: str, sizes: tuple[int, ...] = (2, 3)) -> tuple[Search, Solver]:
    s = sampled(name)
    search = Search(s.lifted, s.machine, s.grammar, s.property.expr, s.property.name, s.states)
    finders = make_finders(s.system, accepted_hypotheses(s.system), chosen=sizes)
    return search, Solver(finders, s.lifted)


@pytest.mark.parametrize("name", ["LockServer", "SimpleElection"])
def test_a_small_inductive_set_is_chosen_from_a_large_one(name: str) -> None:
    search, oracle = search_and_oracle(name)
    assert not isinstance(oracle.ask(search.expressions([PROPERTY])), Kept)
    every = range(1, len(search.pool.lemmas))
    chosen = settled(search, oracle, every)
    assert chosen is not None
    assert PROPERTY in chosen
    assert len(chosen) < len(every)
    assert isinstance(oracle.ask(search.expressions(chosen)), Kept)


def test_without_usable_lemmas_nothing_is_chosen() -> None:
    search, oracle = search_and_oracle("LockServer")
    assert settled(search, oracle, ()) is None


def test_a_background_is_inductive_and_rules_out_counterexamples() -> None:
    search, oracle = search_and_oracle("SimpleElection")
    assert inductive_subset(search, oracle) == ()  # there are none so far
    search.run(oracle, 4)
    found = inductive_subset(search, oracle)
    assert found
    assert isinstance(oracle.ask(search.expressions(found)), Kept)
    assert all(search.pool.before[i] for i in found)


@pytest.mark.parametrize("name", ["LockServer", "SimpleElection"])
def test_a_set_that_is_not_inductive_is_repaired(name: str) -> None:
    search, oracle = search_and_oracle(name)
    lemmas = repaired(search, oracle, (PROPERTY,))
    assert lemmas is not None
    assert len(lemmas) > 1
    assert isinstance(oracle.ask(search.expressions(lemmas)), Kept)
