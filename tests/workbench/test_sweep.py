"""The verdict of a sweep; one that is interrupted ends, and is inconclusive."""

from __future__ import annotations

import os
import signal

import pytest

import holdfast

GRID = r"""---- MODULE Grid ----
EXTENDS Naturals
CONSTANT N
VARIABLES a, b
Init == a = 0 /\ b = 0
Next == \/ a' = (a + 1) % (N * 4000) /\ UNCHANGED b
        \/ b' = (b + 1) % (N * 4000) /\ UNCHANGED a
====
"""


COUNT = r"""---- MODULE Count ----
EXTENDS Naturals
CONSTANT N
VARIABLE x
Init == x = 0
Next == x < N /\ x' = x + 1
Spec == Init /\ [][Next]_x
====
"""


def test_a_sweep_explored_all_states_only_if_every_run_did() -> None:
    spec = holdfast.load(text=COUNT, config_text="SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n")
    found = spec.sweep({"depth": 3}, N=[1, 9])
    assert [row.result.outcome for row in found] == ["exhausted", "bounded"]
    assert (found.outcome, found.envelope().verdict, found.exit_code) == ("bounded", "bounded", 0)
    assert spec.sweep(N=[1, 9]).outcome == "exhausted"


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_the_sweep() -> None:
    spec = holdfast.load(text=GRID)

    def interrupt(_event: object) -> None:
        signal.raise_signal(signal.SIGINT)

    found = spec.sweep({"engine": "interp", "progress": interrupt}, N=[1, 2, 3])
    assert [row.constants["N"] for row in found.rows] == ["1"]
    assert (found.outcome, found.ok) == ("unknown", False)
    assert found.decisive.reason is not None
    assert found.decisive.reason.startswith("interrupted")
