"""Candidate lemmas: minimal clauses that hold in all samples."""

from __future__ import annotations

from itertools import combinations

import pytest

from holdfast.infer.grammar.evaluate import AtomEvaluator, Evaluator
from holdfast.infer.grammar.language import canonical, formula, shape_of, special_cases
from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.samples.mutate import Mutator
from holdfast.infer.search.candidates import blocking_clauses, prime_clauses
from holdfast.infer.search.table import Sighting, Table, compiled
from holdfast.ir.ranks import ranked_by
from holdfast.ir.tla_text import tla_text
from tests.infer.models import Sampled, sampled


def sightings(s: Sampled) -> list[Sighting]:
    evaluator = Evaluator(s.machine, s.grammar.sorts, len(s.lifted.constants))
    atoms = AtomEvaluator(evaluator, s.grammar.atoms)
    return [Sighting(state, atoms, s.grammar) for state in s.states]


def table_of(s: Sampled, shape: tuple[int, ...]) -> Table:
    with ranked_by(s.machine.ranks):
        table = Table(shape, s.grammar)
        table.add(sightings(s))
    return table


@pytest.mark.parametrize("name", ["LockServer", "TwoPhase"])
def test_prime_clauses_hold_in_all_samples_and_are_minimal(name: str) -> None:
    s = sampled(name)
    shape = tuple(min(1, m) for m in s.grammar.most)
    table = table_of(s, shape)
    found = prime_clauses(table, 2)
    assert found
    for clause in found:
        test = s.machine.test(formula(clause, s.grammar))
        assert all(map(test, s.states))
        assert len({(atom, args) for atom, args, _ in clause}) == len(clause)
        for fewer in combinations(clause, len(clause) - 1):
            assert not table.holds(frozenset(fewer)) or not fewer


def test_the_lemma_of_the_lock_server_is_among_them() -> None:
    s = sampled("LockServer")
    texts = [tla_text(formula(c, s.grammar)) for c in prime_clauses(table_of(s, (1, 1)), 2)]
    assert "\\A s1 \\in Server, c1 \\in Client : ~ (locked[s1] /\\ s1 \\in held[c1])" in texts


def test_blocking_clauses_hold_in_all_samples_and_not_in_the_state() -> None:
    s = sampled("LockServer")
    table = table_of(s, (1, 1))
    reachable = set(s.states)
    evaluator = Evaluator(s.machine, s.grammar.sorts, len(s.lifted.constants))
    atoms = AtomEvaluator(evaluator, s.grammar.atoms)
    mutator = Mutator(s.lifted, types_of_lifted(s.lifted, s.system.types), s.states, 3)
    met = 0
    for state in mutator.some(60):
        seen = Sighting(state, atoms, s.grammar)
        for clause in blocking_clauses(table, seen, 3):
            met += 1
            test = s.machine.test(formula(clause, s.grammar))
            assert state not in reachable
            assert not test(state)
            assert all(map(test, s.states))
    assert met


def test_a_clause_is_the_same_whatever_its_variables_are_called() -> None:
    s = sampled("TwoPhase")
    prepared = next(i for i, a in enumerate(s.grammar.atoms) if len(a.params) == 1)
    one = canonical([(prepared, (0,), True), (prepared, (1,), False)], s.grammar)
    other = canonical([(prepared, (1,), True), (prepared, (0,), False)], s.grammar)
    assert one == other


def test_a_special_case_has_fewer_variables() -> None:
    s = sampled("SimpleElection")
    clauses = [
        c for c in prime_clauses(table_of(s, (0, 2, 0)), 3) if shape_of(c, s.grammar)[1] == 2
    ]
    assert clauses
    for clause in clauses:
        for case in special_cases(clause, s.grammar):
            assert shape_of(case, s.grammar)[1] < 2


def test_a_sighting_agrees_with_the_interpreter_on_lemmas() -> None:
    s = sampled("LockServer")
    clauses = prime_clauses(table_of(s, (1, 1)), 2)[:20]
    evaluator = Evaluator(s.machine, s.grammar.sorts, len(s.lifted.constants))
    atoms = AtomEvaluator(evaluator, s.grammar.atoms)
    mutator = Mutator(s.lifted, types_of_lifted(s.lifted, s.system.types), s.states, 5)
    for state in mutator.some(40):
        seen = Sighting(state, atoms, s.grammar)
        for clause in clauses:
            shape = shape_of(clause, s.grammar)
            holds = s.machine.test(formula(clause, s.grammar))(state)
            assert seen.falsifies(compiled(clause, shape, s.grammar), shape) is not holds
