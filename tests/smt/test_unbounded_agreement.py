"""Random formulas: what is proved for all sizes is true in small states, what is not is false.

A model of a refuted formula counts only if the interpreter agrees. The exceptions are formulas
about majorities, of which a solver knows only the lemmas.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from holdfast.interp.machine import Machine
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.order import ordered
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import FiniteSet
from holdfast.prove.instance import instance_of
from holdfast.smt.solvers.solve import Limits, UnreadableModel, solve
from holdfast.smt.terms.term import Query, to_smtlib
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import SpecError
from tests.smt.unbounded_formulas import Formulas, random_constants, random_state, system_of

pytestmark = pytest.mark.smt

LIMITS = Limits(rlimit=3_000_000, memory_mb=500, seconds=60)


class Samples:
    """Small instances of a system and states of them."""

    def __init__(self, system: System, seed: int) -> None:
        random = Random(seed)
        self.machines = []
        for _ in range(12):
            constants = random_constants(random)
            nodes = constants["Node"]
            assert isinstance(nodes, FiniteSet)
            machine = Machine(instance_of(system, constants))
            with ranked_by(machine.ranks):
                states = [random_state(random, list(ordered(nodes))) for _ in range(12)]
            rows = [tuple(s[v] for v in system.variables) for s in states]
            self.machines.append((machine, rows))

    def is_false_somewhere(self, e: Expr) -> bool:
        """Whether a formula is false in one of the states."""
        for machine, rows in self.machines:
            for row in rows:
                try:
                    if not machine.holds(e, row):
                        return True
                except EvalError:
                    continue
        return False


def judge(encoding: UnboundedEncoding, e: Expr, samples: Samples) -> str:
    """What comes of a formula; `wrong` if it is proved and false."""
    s = encoding.state("s")
    try:
        goal = encoding.holds(e, s)
        typed = encoding.typed(s)
        given = (*encoding.hypotheses(), ("types", typed))
    except SpecError:
        return "refused"
    outcome = solve(to_smtlib(Query("random", given, goal)), "z3", LIMITS, model=True)
    if outcome.status == "unsat":
        return "wrong" if samples.is_false_somewhere(e) else "proved"
    if outcome.model is None:
        return outcome.status
    try:
        constants = encoding.read_constants(outcome.model)
        values = encoding.read_state(outcome.model, s)
    except UnreadableModel:
        return "unreadable"
    machine = Machine(instance_of(encoding.system, constants))
    try:
        holds = machine.holds(e, tuple(values[v] for v in encoding.system.variables))
    except EvalError:
        return "undefined"
    return "not confirmed" if holds else "refuted"


@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 40), (2, 40), *(pytest.param(n, 150, marks=pytest.mark.slow) for n in range(3, 9))],
)
def test_answers_for_all_sizes_agree_with_the_interpreter(seed: int, count: int) -> None:
    make = Formulas(seed)
    texts = [make.formula(2 if i % 3 else 3) for i in range(count)]
    system = system_of(texts)
    samples = Samples(system, seed)
    found: dict[str, list[str]] = {}
    for text, p in zip(texts, system.invariants, strict=True):
        found.setdefault(judge(UnboundedEncoding(system), p.expr, samples), []).append(text)
    tally = Counter({kind: len(rows) for kind, rows in found.items()})
    assert "wrong" not in found, found["wrong"]
    assert tally["refuted"] + tally["proved"] >= 0.85 * count, found
