"""The proofs that come with the specs: every inductive invariant, for its size and for all."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from holdfast.prove import prove as engine
from holdfast.prove.conjuncts import conjuncts_of
from holdfast.prove.obligations import Claim
from holdfast.workbench import ProofResult, load, prepare, recheck, write_certificate

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


@pytest.mark.parametrize("name", PROOFS)
def test_without_one_of_its_lemmas_the_invariant_is_not_inductive(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SPECS / name
    spec = load(folder / f"{name}Proof.tla", config=folder / f"{name}.cfg")
    system = prepare(spec, {"invariants": ["IndInv"]}).system
    names = [c.name for c in conjuncts_of(system, system.invariants)]
    claim_of = engine.claim_of
    for left_out in names if len(names) > 1 else ():

        def fewer(*args: object, left_out: str = left_out) -> Claim:
            whole = claim_of(*args)  # type: ignore[arg-type]  # passed on as they came
            return Claim(tuple(c for c in whole.conjuncts if c.name != left_out), whole.lemmas)

        monkeypatch.setattr(engine, "claim_of", fewer)
        result = spec.prove(invariants=["IndInv"], all_sizes=True)
        if result.ok:
            assert left_out.partition("!")[0] in safety(name), f"{left_out} is not needed"
        else:
            assert result.exit_code == 21, f"{left_out}: {result}"


def safety(name: str) -> set[str]:
    """What the invariant is for: the lemmas may do without it."""
    found = tomllib.loads((SPECS / name / "expect.toml").read_text("utf-8"))
    stated = found.get("protocol", {}).get("property")
    models = [line for path in (SPECS / name).glob("*.cfg") for line in path.read_text().split()]
    return {stated, *models}
