"""The proofs that come with the specs: every inductive invariant, for its size and for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.workbench import ProofResult, load, recheck, write_certificate

pytestmark = [pytest.mark.smt, pytest.mark.slow]

SPECS = Path(__file__).resolve().parents[2] / "specs"
PROOFS = sorted(path.parent.name for path in SPECS.glob("*/*Proof.tla"))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


def proved(name: str, all_sizes: bool) -> ProofResult:
    folder = SPECS / name
    spec = load(folder / f"{name}Proof.tla", config=folder / f"{name}.cfg")
    return spec.prove(invariants=["IndInv"], all_sizes=all_sizes)


@pytest.mark.parametrize("name", PROOFS)
def test_the_invariant_is_proved_for_its_size(name: str) -> None:
    result = proved(name, all_sizes=False)
    assert result.ok, str(result)


@pytest.mark.parametrize("name", PROOFS)
def test_the_invariant_is_proved_for_all_sizes_and_its_certificate_holds(
    name: str, tmp_path: Path
) -> None:
    result = proved(name, all_sizes=True)
    assert result.ok, str(result)
    assert result.scope == "all sizes"
    assert result.proof.assumed == ()
    write_certificate(result, tmp_path / "proof")
    assert recheck(tmp_path / "proof").ok
    folder = SPECS / name
    module = tmp_path / "proof" / f"{name}ProofCertificate.tla"
    assert load(module, [folder]).diagnostics == ()
