"""Every relation that is reported about our specs is an invariant of them, by its text.

What a language cannot express is checked as a formula of the system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from holdfast import load
from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.ir.system import Property
from holdfast.mine.facts import FORMS
from holdfast.mine.relation import Relation
from holdfast.verdict import Exhausted
from holdfast.workbench.prepared import prepare

_QUICK = (
    "AlternatingBit Bakery CacheCoherence Consensus DieHard EWD840 Firewall LockServer LockService "
    "LockServiceAutomaton MajorityElection Missionaries NaiveConsensus Peterson RingLeader "
    "SeedMutex SeedPeterson SimpleDecentralizedLock SimpleRegular TicketLock TwoPhase"
).split()
_SLOW = ("ChainReplication", "DiningPhilosophers", "FlexiblePaxos", "LamportMutex", "MessageLoss")


@pytest.mark.parametrize(
    "name", [*_QUICK, *(pytest.param(n, marks=pytest.mark.slow) for n in _SLOW)]
)
def test_reported_relations_are_invariants(name: str, tmp_path: Path) -> None:
    folder = Path("specs") / name
    found = load(folder / f"{name}.tla").mine(forms=FORMS)
    assert found.ok
    module = tmp_path / f"{name}Mined.tla"
    module.write_text(found.tla(), encoding="utf-8")
    checked = load(module, folder, config=folder / f"{name}.cfg").check(
        invariants=["Mined"], engine="interp", deadlock=False, safety_only=True
    )
    assert checked.outcome == "exhausted", checked.violated


_PROMELA = (
    "handshake peterson pipeline preemption readers_writers retransmission scheduler starvation "
    "token_ring watchdog"
).split()
_SLOW_PROMELA = ("alternating_bit", "bounded_buffer", "philosophers", "ring_election", "sieve")


@pytest.mark.parametrize(
    "name", [*_PROMELA, *(pytest.param(n, marks=pytest.mark.slow) for n in _SLOW_PROMELA)]
)
def test_relations_of_promela_models_are_invariants(name: str) -> None:
    _check_relations(Path(f"specs/promela/{name}/{name}.pml"))


@pytest.mark.parametrize("name", ["AsyncLCR", "CANArb", "StableArray", "StableRing"])
def test_relations_of_automata_are_invariants(name: str) -> None:
    _check_relations(Path(f"specs/ioa/{name}/{name}.py"))


def _check_relations(path: Path) -> None:
    spec = load(path)
    found = spec.mine(forms=FORMS)
    assert found.relations
    texts = list(dict.fromkeys(r.own for r in found.relations if r.own is not None))
    assert texts
    checked = spec.check(invariants=texts, engine="interp", deadlock=False, safety_only=True)
    assert checked.violated is None or checked.violated not in texts, checked.violated
    _check_formulas(path, [r for r in found.relations if r.own is None])


def _check_formulas(path: Path, relations: Sequence[Relation]) -> None:
    """By their formulas, not by their texts."""
    system = prepare(load(path)).system
    named = tuple(Property(f"Mined{i}", r.formula) for i, r in enumerate(relations))
    asked = replace(system, invariants=named, properties=(), temporal=(), check_deadlock=False)
    answer = check(asked, SearchOptions(engine="interp", safety_only=True))
    assert not relations or isinstance(answer.verdict, Exhausted), answer.verdict
