"""Formulas as Python functions mean what the interpreter says."""

from __future__ import annotations

import pytest

from holdfast.infer.grammar.evaluate import AtomEvaluator, Evaluator
from holdfast.infer.grammar.quick import Quick
from tests.infer.models import sampled

NAMES = ["LockServer", "TwoPhase", "SimpleElection", "ToyConsensus", "ShardedKV", "SimpleRegular"]


@pytest.mark.parametrize("name", NAMES)
def test_atoms_agree_with_the_interpreter(name: str) -> None:
    s = sampled(name)
    evaluator = Evaluator(s.machine, s.grammar.sorts).constants_are(len(s.lifted.constants))
    quick = AtomEvaluator(evaluator, s.grammar.atoms)
    slow = AtomEvaluator(evaluator, s.grammar.atoms)
    slow.quick = [None] * len(s.grammar.atoms)
    assert all(f is not None for f in quick.quick)
    for state in s.states[::7]:
        for i in range(len(s.grammar.atoms)):
            assert quick.bits(state, i) == slow.bits(state, i)


def test_what_is_not_known_is_left_to_the_interpreter() -> None:
    from holdfast.ir import expr as ir

    system = sampled("LockServer").lifted.system
    assert Quick(system, 2).function(ir.Enabled(ir.TRUE), ()) is None
