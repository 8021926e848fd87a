"""Every relation that is reported about our specs is an invariant of them, by its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import load
from holdfast.mine.facts import FORMS

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
