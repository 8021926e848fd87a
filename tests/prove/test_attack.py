"""Proofs for all sizes, each tried against itself at other constants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.source import SpecError
from holdfast.workbench import load
from tests.prove.attack import Attacked, Target, attack
from tests.prove.random_specs import random_spec

pytestmark = pytest.mark.smt

SPECS = Path(__file__).resolve().parents[2] / "specs"
PROOFS = sorted(path.parent.name for path in SPECS.glob("*/*Proof.tla"))
ASSIGNMENTS = 20
FEW, MANY = range(12), range(500)
"""The random specs of every run, and those of a long one."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


def attacked(spec: Path, config: Path, invariant: str, count: int) -> Attacked | None:
    """What became of a proof; None if there is none."""
    try:
        result = load(spec, config=config).prove(
            invariants=[invariant], all_sizes=True, workers=1, rlimit=20_000_000
        )
    except SpecError:  # what cannot be put to a solver
        return None
    if not result.ok:
        return None
    target = Target(spec, config, (invariant,), result.proof.assumed)
    return attack(target, spec.parent, count, seed=1)


def attacked_random(numbers: range, folder: Path, count: int) -> Iterator[Attacked]:
    """The proofs of random specs, attacked."""
    for number in numbers:
        made = random_spec(number)
        here = folder / str(number)
        here.mkdir()
        spec, config = here / "Random.tla", here / "Random.cfg"
        spec.write_text(made.module, encoding="utf-8")
        config.write_text(made.config, encoding="utf-8")
        found = attacked(spec, config, "Inv", count)
        if found is not None:
            assert (found.refuted, found.failed) == ([], []), f"random spec {number}"
            yield found


def test_proofs_of_some_random_specs_survive_other_constants(tmp_path: Path) -> None:
    found = list(attacked_random(FEW, tmp_path, 8))
    assert len(found) >= len(FEW) // 3
    assert sum(a.allowed for a in found) >= 4 * len(found)


@pytest.mark.slow
def test_proofs_of_many_random_specs_survive_other_constants(tmp_path: Path) -> None:
    found = list(attacked_random(MANY, tmp_path, ASSIGNMENTS))
    assert len(found) >= len(MANY) // 3
    assert sum(a.allowed for a in found) >= 0.9 * ASSIGNMENTS * len(found)


@pytest.mark.parametrize("name", ["LockServer", "ToyConsensus"])
def test_a_proof_survives_some_other_constants(name: str, tmp_path: Path) -> None:
    found = attacked(*copied(name, tmp_path), "IndInv", 5)
    assert found is not None
    assert (found.refuted, found.failed, found.allowed) == ([], [], 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_survives_other_constants(name: str, tmp_path: Path) -> None:
    found = attacked(*copied(name, tmp_path), "IndInv", ASSIGNMENTS)
    assert found is not None
    assert (found.refuted, found.failed) == ([], [])
    assert found.allowed == (1 if name == "Peterson" else ASSIGNMENTS)  # which has no constant


def copied(name: str, folder: Path) -> tuple[Path, Path]:
    """The proof of a spec and its configuration, with all modules, in another folder."""
    for path in (SPECS / name).glob("*.*"):
        (folder / path.name).write_text(path.read_text("utf-8"), encoding="utf-8")
    return folder / f"{name}Proof.tla", folder / f"{name}.cfg"
