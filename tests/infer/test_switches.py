"""Boolean constants of a spec, which often switch a mistake on."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.prove.certificate import write_certificate
from holdfast.verdict import Proved, Violated
from holdfast.workbench import recheck

pytestmark = pytest.mark.smt

LOCK = """CONSTANTS Process, Nobody, Check
ASSUME Nobody \\notin Process /\\ Check \\in BOOLEAN
VARIABLES owner, inside
Init == owner = Nobody /\\ inside = {}
Take(p) == (GUARD) /\\ owner' = p /\\ UNCHANGED inside
Enter(p) == owner = p /\\ inside' = inside \\union {p} /\\ UNCHANGED owner
Exit(p) == p \\in inside /\\ inside' = inside \\ {p} /\\ owner' = Nobody
Next == \\E p \\in Process : Take(p) \\/ Enter(p) \\/ Exit(p)
Alone == \\A p, q \\in inside : p = q"""


def lock(folder: Path, guard: str, check: str) -> holdfast.Specification:
    """A lock with a constant `Check` of a value, and a guard that may depend on it."""
    text = LOCK.replace("GUARD", guard)
    (folder / "Lock.tla").write_text(f"---- MODULE Lock ----\n{text}\n====\n")
    constants = f"Process = {{p1, p2}}\nNobody = Nobody\nCheck = {check}"
    config = f"INIT Init\nNEXT Next\nINVARIANT Alone\nCONSTANTS\n{constants}\n"
    (folder / "Lock.cfg").write_text(config)
    return holdfast.load(folder / "Lock.tla")


def test_a_proof_assumes_the_value_of_a_switch_that_it_needs(tmp_path: Path) -> None:
    spec = lock(tmp_path, "Check => owner = Nobody", "TRUE")
    result = spec.infer(seconds=30, remember=False, workers=1)
    found = result.inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert "Check = TRUE" in found.assumed
    assert found.proof is not None
    write_certificate(found.proof, result.question.spec, tmp_path / "certificate")
    again = recheck(tmp_path / "certificate")
    assert again.ok
    assert "Check = TRUE" in again.rechecked.assumed


def test_a_switch_that_does_not_matter_is_not_assumed(tmp_path: Path) -> None:
    spec = lock(tmp_path, "owner = Nobody /\\ Check \\in BOOLEAN", "TRUE")
    found = spec.infer(seconds=30, remember=False, workers=1).inferred
    assert isinstance(found.verdict, Proved)
    assert not [text for text in found.assumed if "Check" in text]


def test_with_the_other_value_the_property_is_violated(tmp_path: Path) -> None:
    spec = lock(tmp_path, "Check => owner = Nobody", "FALSE")
    found = spec.infer(seconds=30, remember=False, workers=1).inferred
    assert isinstance(found.verdict, Violated)
