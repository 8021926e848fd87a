"""What a search knows of lemmas and steps, beside the interpreter and a solver."""

from __future__ import annotations

from functools import cache

import pytest

from holdfast.infer.cti.cti import Kept
from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.samples.mutate import Mutator
from holdfast.infer.search.background import inductive_subset
from holdfast.infer.search.finders import make_finders
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.minimise import improve, minimise
from holdfast.infer.search.missing import what_is_supported
from holdfast.infer.search.oracles import Solver
from holdfast.infer.search.outcomes import Choice
from holdfast.infer.search.search import Search
from holdfast.infer.search.select import cost_of_set
from holdfast.ir.ranks import ranked_by
from tests.infer.models import sampled, search_of

pytestmark = pytest.mark.smt
NAMES = ["LockServer", "TwoPhase"]


@cache
def searched(name: str) -> tuple[Search, Solver, tuple[int, ...]]:
    """A search that has ended, its solver and the lemmas that it chose."""
    s = sampled(name)
    search, solver = search_of(name), Solver(make_finders(s.system, ()), s.lifted)
    with ranked_by(s.machine.ranks):
        choice = search.run(solver)
    assert isinstance(choice, Choice)
    assert isinstance(choice.known, Kept)
    return search, solver, choice.lemmas


@pytest.mark.parametrize("name", NAMES)
def test_bits_are_what_the_interpreter_says(name: str) -> None:
    search, _, _ = searched(name)
    pool = search.pool
    assert pool.rows
    with ranked_by(search.machine.ranks):
        for i in range(0, len(pool.lemmas), 1 + len(pool.lemmas) // 40):
            test = search.machine.test(pool.lemmas[i].expr)
            for r, row in enumerate(pool.rows):
                assert pool.before[i] >> r & 1 == (not test(row.before.state))
                assert pool.after[i] >> r & 1 == (not test(row.after.state))


@pytest.mark.parametrize("name", NAMES)
def test_a_row_is_a_step_of_its_action(name: str) -> None:
    search, _, _ = searched(name)
    with ranked_by(search.machine.ranks):
        for row in search.pool.rows[:20]:
            movers = [m for m in search.machine.movers if m.action.name == row.action]
            steps = [t for m in movers for t in search.machine.successors(row.before.state, m)]
            assert row.after.state in steps


@pytest.mark.parametrize("name", NAMES)
def test_lemmas_that_hold_in_the_samples_are_not_refuted_by_them(name: str) -> None:
    search, _, chosen = searched(name)
    with ranked_by(search.machine.ranks):
        for state in sampled(name).states[:50]:
            search.pool.refute(search.sighting(state))
    assert search.pool.refuted.isdisjoint(chosen)


@pytest.mark.parametrize("name", NAMES)
def test_no_lemma_of_a_minimised_set_can_be_left_out(name: str) -> None:
    search, solver, chosen = searched(name)
    with ranked_by(search.machine.ranks):
        kept = minimise(search, solver, chosen)
        assert set(kept) <= set(chosen)
        assert isinstance(solver.ask(search.expressions(kept)), Kept)
        for i in kept[1:]:
            fewer = [k for k in kept if k != i]
            assert not isinstance(solver.ask(search.expressions(fewer)), Kept)


@pytest.mark.parametrize("name", NAMES)
def test_an_improved_set_is_inductive_and_costs_no_more(name: str) -> None:
    search, solver, chosen = searched(name)
    with ranked_by(search.machine.ranks):
        better = improve(search, solver, chosen)
        assert isinstance(solver.ask(search.expressions(better)), Kept)
    assert cost_of_set(search.pool, better) <= cost_of_set(search.pool, chosen)
    assert PROPERTY in better


@pytest.mark.parametrize("name", NAMES)
def test_lemmas_that_are_inductive_together_need_no_others(name: str) -> None:
    s = sampled(name)
    search, solver = search_of(name), Solver(make_finders(s.system, ()), s.lifted)
    mutator = Mutator(s.lifted, types_of_lifted(s.lifted, s.system.types), s.states, 0)
    with ranked_by(s.machine.ranks):
        search.seed(mutator.some(500), 100)
        found = inductive_subset(search, solver)
        assert found
        assert PROPERTY not in found
        assert isinstance(solver.ask(search.expressions(found)), Kept)


def test_what_is_supported_rules_out_all_rows_but_the_hopeless() -> None:
    search, _, _ = searched("LockServer")
    pool = search.pool
    with ranked_by(search.machine.ranks):
        chosen = what_is_supported(search)
        assert chosen[0] == PROPERTY
        assert pool.violated(chosen) == 0
        row = next(r for r in range(len(pool.rows)) if pool.after[PROPERTY] >> r & 1)
        search.banned.update(pool.blockers(row))
        try:
            assert pool.violated(what_is_supported(search)) >> row & 1
        finally:
            search.banned.clear()


def test_a_pool_that_is_cleared_has_the_property_alone() -> None:
    search = search_of("LockServer")
    pool = search.pool
    goal = pool.lemmas[PROPERTY]
    clause = next(lemma.clause for lemma in pool.lemmas if lemma.clause is not None)
    count = len(pool.lemmas)
    assert pool.add_clause(clause) == pool.index[clause]
    assert len(pool.lemmas) == count
    pool.clear()
    assert pool.lemmas == [goal]
    assert (pool.rows, pool.before, pool.after) == ([], [0], [0])
    assert pool.add_clause(clause) == 1
