"""Protocols of `specs/` for which no lemma was ever written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.prove.certificate import write_certificate
from holdfast.verdict import Proved
from holdfast.workbench import recheck
from tests.infer.models import SPECS

pytestmark = [pytest.mark.smt, pytest.mark.slow]

FOR_ALL_SIZES = [
    "Dekker",
    "EpochLock",
    "Fischer",
    "LeaseLock",
    "ReadersWriters",
    "SuzukiKasami",
    "Szymanski",
    "TicketLock",
    "TwoPhaseLocking",
    "WorkQueue",
]


@pytest.mark.parametrize("name", FOR_ALL_SIZES)
def test_a_protocol_is_proved_for_all_sizes(name: str, tmp_path: Path) -> None:
    spec = holdfast.load(SPECS / name / f"{name}.tla")
    result = spec.infer(seconds=240, remember=False)
    found = result.inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert found.proof is not None
    write_certificate(found.proof, result.question.spec, tmp_path / "certificate")
    assert recheck(tmp_path / "certificate").ok


def test_a_protocol_with_counts_is_proved_for_its_size() -> None:
    found = holdfast.load(SPECS / "Semaphore" / "Semaphore.tla").infer(seconds=240, remember=False)
    assert isinstance(found.verdict, Proved)
    assert "Permits = 2" in found.verdict.scope
