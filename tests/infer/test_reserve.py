"""Samples outside the tables: lemmas are false in the first of them where the formula is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from holdfast.infer.grammar.evaluate import AtomEvaluator, Evaluator
from holdfast.infer.grammar.language import Atom, Clause, Grammar, Sort, cost_of, formula, shape_of
from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.samples.mutate import Mutator
from holdfast.infer.search.lemma_pool import Lemma
from holdfast.infer.search.reserve import Reserve
from holdfast.infer.search.table import compiled
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.construct import function_from, set_of
from holdfast.ir.ops import Op
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import FALSE, TRUE, model_value
from tests.infer.models import sampled, search_of


def lemma_of(clause: Clause, grammar: Grammar) -> Lemma:
    shape = shape_of(clause, grammar)
    literals = compiled(clause, shape, grammar)
    return Lemma(formula(clause, grammar), cost_of(clause, grammar), clause, shape, literals)


def first_false(states: list[State], test: Callable[[State], bool]) -> State | None:
    return next((s for s in states if not test(s)), None)


@pytest.mark.parametrize("name", ["LockServer", "TwoPhase", "ShardedKV"])
def test_the_first_witness_is_that_of_the_formula(name: str) -> None:
    s, search = sampled(name), search_of(name)
    types = types_of_lifted(s.lifted, s.system.types)
    with ranked_by(s.machine.ranks):
        unreachable = Mutator(s.lifted, types, s.states, 0).some(600)
        states = list(dict.fromkeys((*s.states, *unreachable)))
        reserve = Reserve(states, search.atoms, s.grammar, search.test)
        for lemma in search.pool.lemmas[:: 1 + len(search.pool.lemmas) // 40]:
            for most in (0, 40, len(states)):
                expected = first_false(states[:most], search.test(lemma.expr))
                assert reserve.witness(lemma, most) == expected


def test_a_sample_that_was_taken_out_is_no_witness() -> None:
    s, search = sampled("TwoPhase"), search_of("TwoPhase")
    with ranked_by(s.machine.ranks):
        reserve = Reserve(list(s.states), search.atoms, s.grammar, search.test)
        clauses = (
            frozenset({(i, (0,), False)})
            for i, a in enumerate(s.grammar.atoms)
            if len(a.params) == 1
        )
        lemmas = (lemma_of(c, s.grammar) for c in clauses)
        wrong = next(e for e in lemmas if reserve.witness(e, len(s.states)) is not None)
        while (witness := reserve.witness(wrong, len(s.states))) is not None:
            assert not search.test(wrong.expr)(witness)
            reserve.take(witness)
        assert all(map(search.test(wrong.expr), reserve.states))
        assert len(reserve.states) < len(s.states)


def test_an_atom_that_cannot_be_evaluated_makes_its_lemma_false_as_in_the_formula() -> None:
    x, value = ir.Name("x"), ir.Apply(Op.INDEX, (ir.Name("f"), ir.Name("x")))
    sort = Sort("S", ir.Name("S"), ty.ANY)
    has_value = Atom(ir.Apply(Op.IN, (x, ir.Name("T"))), (("x", 0),), "type")
    is_true = Atom(ir.Apply(Op.EQ, (value, ir.Literal(True))), (("x", 0),), "type")
    grammar = Grammar((sort,), (has_value, is_true), (1,), (1,))
    a, b = model_value("a"), model_value("b")
    both, partial = set_of((a, b)), function_from([(a, TRUE)])
    system = System(name="Partial", variables=("S", "T", "f"), definitions={})
    with ranked_by(Ranks(())):
        evaluator = Evaluator(Machine(system), grammar.sorts, 1)
        atoms = AtomEvaluator(evaluator, grammar.atoms)
        good = (both, both, function_from([(a, TRUE), (b, TRUE)]))
        guarded = (both, set_of((a,)), partial)
        undefined = (both, both, partial)
        bad = (both, both, function_from([(a, TRUE), (b, FALSE)]))
        clauses: tuple[Clause, ...] = (
            frozenset({(0, (0,), False), (1, (0,), True)}),
            frozenset({(1, (0,), True)}),
            frozenset({(0, (0,), True), (1, (0,), False)}),
        )
        for clause in clauses:
            lemma = lemma_of(clause, grammar)
            orders: list[list[State]]
            orders = [[good, guarded, undefined], [guarded, bad, undefined], [undefined, bad]]
            for states in orders:
                reserve = Reserve(list(states), atoms, grammar, evaluator.test)
                assert reserve.witness(lemma, 3) == first_false(states, evaluator.test(lemma.expr))
