"""Proofs for all sizes, each tried against itself at other constants."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.workbench import load
from tests.prove.attack import Target, attack

pytestmark = pytest.mark.smt

SPECS = Path(__file__).resolve().parents[2] / "specs"
PROOFS = sorted(path.parent.name for path in SPECS.glob("*/*Proof.tla"))
ASSIGNMENTS = 20


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_for_all_sizes_survives_other_constants(name: str, tmp_path: Path) -> None:
    spec, config = SPECS / name / f"{name}Proof.tla", SPECS / name / f"{name}.cfg"
    result = load(spec, config=config).prove(invariants=["IndInv"], all_sizes=True)
    assert result.ok, str(result)
    target = Target(spec, config, ("IndInv",), result.proof.assumed)
    found = attack(target, tmp_path, ASSIGNMENTS, seed=1)
    assert (found.refuted, found.failed) == ([], [])
    assert found.allowed == (ASSIGNMENTS if result.proof.constants else 1)
