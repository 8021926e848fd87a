"""The four published case studies, proved without a lemma beside the model."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.verdict import Proved

pytestmark = pytest.mark.smt

MODELS = Path(__file__).parents[2] / "specs" / "ioa"
CASES = {
    "StableArray/StableArrayAny.py": 0,
    "StableRing/StableRingAny.py": 0,
    "CANArb/CANArb.py": 6,
    "AsyncLCR/AsyncLCR.py": 9,
}
"""The models, and how many lemmas are found."""


@pytest.mark.parametrize("name", CASES)
def test_the_invariant_alone_is_proved_by_both_solvers(name: str) -> None:
    result = holdfast.load(MODELS / name).prove(
        invariants=["invariant_of"],
        all_sizes=True,
        strengthen=True,
        agree=True,
        remember=False,
        workers=1,
        seconds=120,
    )
    assert isinstance(result.verdict, Proved)
    assert result.verdict.scope == "all sizes"
    assert "cvc5" in result.verdict.by
    assert "z3" in result.verdict.by
    assert len(result.proof.found_lemmas) == CASES[name]
