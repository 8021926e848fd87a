"""ENABLED for all sizes: what solvers prove agrees with the interpreter on instances."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast

pytestmark = pytest.mark.smt

MODULE = r"""---- MODULE Gate ----
EXTENDS Naturals, Sequences
CONSTANT Proc
VARIABLES x, in, q
vars == <<x, in, q>>
Init == x = 0 /\ in = {} /\ q = <<>>
Add == x < 3 /\ x' = x + 1 /\ UNCHANGED <<in, q>>
Enter(p) == p \notin in /\ in' = in \union {p} /\ UNCHANGED <<x, q>>
Pick == x' \in {n \in 0..3 : n > x} /\ UNCHANGED <<in, q>>
Send == \E p \in in : q' = Append(q, p) /\ UNCHANGED <<x, in>>
Take == q # <<>> /\ q' = Tail(q) /\ UNCHANGED <<x, in>>
Next == Add \/ Pick \/ (\E p \in Proc : Enter(p)) \/ Send \/ Take
Spec == Init /\ [][Next]_vars
AddRight == ENABLED Add <=> x < 3
AddWrong == ENABLED Add <=> x < 2
EnterRight == \A p \in Proc : ENABLED Enter(p) <=> p \notin in
EnterWrong == \A p \in Proc : ENABLED Enter(p)
SomeRight == (\E p \in Proc : p \notin in) <=> ENABLED (\E p \in Proc : Enter(p))
PickRight == x >= 0 => (ENABLED Pick <=> x < 3)
PickWrong == ENABLED Pick
SendRight == ENABLED Send <=> in # {}
SendWrong == ENABLED Send => x > 0
TakeRight == ENABLED <<Take>>_vars <=> Len(q) > 0
StepRight == ~ENABLED <<Add /\ x' = x>>_vars
Limit == Len(q) <= 2
====
"""
CONFIG = "SPECIFICATION Spec\nCONSTANT Proc = {p1, p2}\nCONSTRAINT Limit\nCHECK_DEADLOCK FALSE\n"
RIGHT = ["AddRight", "EnterRight", "SomeRight", "PickRight", "SendRight", "TakeRight", "StepRight"]
WRONG = ["AddWrong", "EnterWrong", "PickWrong", "SendWrong"]


@pytest.fixture
def gate(tmp_path: Path) -> holdfast.Specification:
    """The spec."""
    (tmp_path / "Gate.tla").write_text(MODULE)
    (tmp_path / "Gate.cfg").write_text(CONFIG)
    return holdfast.load(tmp_path / "Gate.tla")


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_proved(gate: holdfast.Specification, name: str) -> None:
    assert gate.prove(invariants=(name,), all_sizes=True, workers=1).outcome == "proved"
    assert gate.check(invariants=(name,)).outcome == "exhausted"


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_not_proved(gate: holdfast.Specification, name: str) -> None:
    assert gate.prove(invariants=(name,), all_sizes=True, workers=1).outcome != "proved"
    assert gate.check(invariants=(name,)).outcome == "violated"
