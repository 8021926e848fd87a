"""Sequences in the encoding for all sizes: values as in the interpreter, proofs, refusals."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TypeAlias, cast

import pytest

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import Value
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import Query, Term, and_, not_, to_smtlib
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import SpecError
from tests.smt.sequence_formulas import SequenceFormulas, random_values, sequence_system

pytestmark = pytest.mark.smt

State: TypeAlias = tuple[Value, ...]
LIMITS = Limits(rlimit=3_000_000, memory_mb=500, seconds=60)


class Question:
    """A formula in a state that an assumption fixes."""

    def __init__(self, encoding: UnboundedEncoding, formula: str, given: str) -> None:
        self.state = encoding.state("s")
        self.holds = encoding.holds(ir.Call(formula), self.state)
        self.defined = and_(*(c for c, _, _ in encoding.conditions(ir.Call(formula), self.state)))
        here = encoding.holds(ir.Call(given), self.state)
        typed = encoding.typed(self.state)
        self.given = (*encoding.hypotheses(), ("types", typed), ("the state", here))

    def implies(self, goal: Term) -> bool:
        """Whether a formula follows in this state."""
        query = to_smtlib(Query("random", self.given, goal))
        return solve(query, "z3", LIMITS).status == "unsat"


def judge(question: Question, machine: Machine, formula: str, row: State) -> str:
    """How the encoding and the interpreter compare on a formula in a state."""
    try:
        value = machine.holds(ir.Call(formula), row)
    except EvalError:
        return "wrong: defined" if question.implies(question.defined) else "both undefined"
    right = question.holds if value else not_(question.holds)
    if question.implies(not_(right)):
        return "wrong"
    if not question.implies(right):
        return "unknown"
    return "agrees" if question.implies(question.defined) else "stricter"


@pytest.mark.parametrize(
    ("seed", "count"),
    [
        (0, 40),
        (1, 40),
        (2, 40),
        (3, 40),
        *(pytest.param(n, 150, marks=pytest.mark.slow) for n in range(4, 12)),
    ],
)
def test_formulas_about_sequences_are_evaluated_as_in_the_interpreter(
    seed: int, count: int
) -> None:
    make, random, length = SequenceFormulas(seed), Random(seed), seed % 4
    texts = [make.formula(i % 3) for i in range(count)]
    states = [random_values(random, length) for _ in range(4)]
    system = sequence_system(texts, states, length)
    machine = Machine(system)
    with ranked_by(machine.ranks):
        rows = [cast(State, machine.value(ir.Call(f"S{j}"))) for j in range(len(states))]
    found: dict[str, list[object]] = {}
    for i, text in enumerate(texts):
        for j, row in enumerate(rows):
            try:
                question = Question(UnboundedEncoding(system), f"P{i}", f"G{j}")
            except SpecError as error:
                found.setdefault("refused", []).append((text, error.diagnostics[0].message))
                continue
            verdict = judge(question, machine, f"P{i}", row)
            found.setdefault(verdict, []).append((text, states[j]))
    tally = Counter({kind: len(items) for kind, items in found.items()})
    wrong = [found[kind] for kind in found if kind.startswith("wrong")]
    assert not wrong, wrong
    assert tally["agrees"] + tally["both undefined"] >= 0.85 * tally.total(), found
