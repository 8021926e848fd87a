"""Steps of random systems and of our specs: the encoding has those of the interpreter."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.passes.pipeline import run_pipeline
from holdfast.smt.bounded.encoding import BoundedEncoding, BoundedState
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import FALSE, Query, Term, and_, not_, or_, to_smtlib
from holdfast.source import SpecError
from holdfast.workbench import load, prepare
from tests.passes.random_systems import lowered, small_system

pytestmark = pytest.mark.smt

LIMITS = Limits(rlimit=10_000_000, memory_mb=1000, seconds=30)
SPECS = Path(__file__).parents[2] / "specs"
_MOST_STATES = 60
State = tuple[Value, ...]


def reachable(machine: Machine, most: int) -> tuple[set[State], list[State]]:
    """The initial states, and some reachable ones."""
    initial: set[State] = set()
    machine.initial_states(initial.add)
    found = list(initial)[:most]
    known = set(found)
    for state in found:
        for mover in machine.movers:
            for after in machine.successors(state, mover):
                if after not in known and len(found) < most:
                    known.add(after)
                    found.append(after)
    return initial, found


def solutions(
    encoding: BoundedEncoding, formula: Term, state: BoundedState, most: int
) -> set[State]:
    """The values of a state in all models of a formula, at most so many."""
    found: set[State] = set()
    blocked: list[Term] = []
    while len(found) <= most:
        query = Query("another", (("formula", formula), ("new", and_(*blocked))), FALSE)
        outcome = solve(to_smtlib(query), "z3", LIMITS, model=True)
        if outcome.status == "unsat":
            return found
        assert outcome.model is not None, outcome
        values = encoding.read_state(outcome.model, state)
        row = tuple(values[v] for v in encoding.system.variables)
        assert row not in found, "a model that was excluded"
        found.add(row)
        names = {f"{v} found": value for v, value in values.items()}
        same = [ir.Apply(Op.EQ, (ir.Name(v), ir.Name(f"{v} found"))) for v in values]
        blocked.append(not_(encoding.holds(ir.Apply(Op.AND, tuple(same)), state, names=names)))
    return found


def compare(system: System, random: Random, states: int = 3) -> int:
    """Compares initial states and the steps from some states; how many states there were."""
    machine = Machine(system)
    try:
        initial, some = reachable(machine, _MOST_STATES)
    except EvalError:
        return 0
    encoding = BoundedEncoding(system)
    if len(initial) <= 12:
        s = encoding.state("first")
        assert solutions(encoding, encoding.starts(s), s, 20) == initial
    for number, row in enumerate(random.sample(some, min(states, len(some)))):
        before = BoundedState(f"known {number}", dict(zip(system.variables, row, strict=True)))
        after = encoding.state(f"after {number}")
        wanted = {t for m in machine.movers for t in machine.successors(row, m)}
        formula = or_(*(encoding.steps(a, before, after) for a in system.actions))
        if len(wanted) <= 12:
            assert solutions(encoding, formula, after, 20) == wanted, [show(v) for v in row]
    return len(some)


def _compared(seeds: range) -> int:
    """How many random systems of these seeds could be compared."""
    compared = 0
    for seed in seeds:
        system = run_pipeline(lowered(small_system(Random(seed))))
        try:
            compared += compare(system, Random(seed)) > 0
        except SpecError:
            continue  # what cannot be encoded is refused
    return compared


def test_random_systems_have_the_same_steps() -> None:
    assert _compared(range(20)) >= 15


@pytest.mark.slow
def test_many_random_systems_have_the_same_steps() -> None:
    assert _compared(range(100, 300)) >= 150


@pytest.mark.parametrize(
    "name", ["DieHard", "TwoPhase", "AlternatingBit", "Missionaries", "TCommit"]
)
def test_our_specs_have_the_same_steps(name: str) -> None:
    system = prepare(load(SPECS / name / f"{name}.tla")).system
    assert compare(system, Random(1)) > 0
