"""If all sizes are out of reach, there is still an answer for the configured size."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.prove.certificate import write_certificate
from holdfast.report.inferred_result import InferResult
from holdfast.verdict import Proved, Violated
from holdfast.workbench import recheck

pytestmark = pytest.mark.smt

COUNTED = """EXTENDS Integers, FiniteSets
CONSTANTS Thread, Permits
VARIABLES free, inside
TypeOK == free \\in 0..Permits /\\ inside \\subseteq Thread
Init == free = Permits /\\ inside = {}
Enter(t) == t \\notin inside /\\ free > 0 /\\ free' = free - 1 /\\ inside' = inside \\union {t}
Leave(t) == t \\in inside /\\ free' = free + BACK /\\ inside' = inside \\ {t}
Next == \\E t \\in Thread : Enter(t) \\/ Leave(t)
Inv == Cardinality(inside) <= Permits"""


def inferred(folder: Path, body: str, constants: str, seconds: float = 40) -> InferResult:
    (folder / "Sized.tla").write_text(f"---- MODULE Sized ----\n{body}\n====\n")
    config = f"INIT Init\nNEXT Next\nINVARIANTS TypeOK Inv\nCONSTANTS\n{constants}\n"
    (folder / "Sized.cfg").write_text(f"{config}CHECK_DEADLOCK FALSE\n")
    spec = holdfast.load(folder / "Sized.tla")
    return spec.infer(seconds=seconds, remember=False, workers=1)


def test_a_construct_without_an_encoding_for_all_sizes_is_proved_for_one(tmp_path: Path) -> None:
    body = COUNTED.replace("BACK", "1")
    result = inferred(tmp_path, body, "Thread = {t1, t2, t3}\nPermits = 1")
    found = result.inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "Thread = {t1, t2, t3}, Permits = 1"
    assert [w for w in found.warnings if w.startswith("not for all sizes") and "Cardinality" in w]
    assert found.proof is not None
    write_certificate(found.proof, result.question.spec, tmp_path / "certificate")
    again = recheck(tmp_path / "certificate")
    assert again.ok
    assert again.rechecked.scope == found.verdict.scope


def test_a_mistake_at_the_configured_size_is_no_proof(tmp_path: Path) -> None:
    body = COUNTED.replace("BACK", "2").replace("0..Permits", "Int")
    result = inferred(tmp_path, body, "Thread = {t1, t2, t3}\nPermits = 1")
    assert isinstance(result.verdict, Violated)


@pytest.mark.parametrize("sound", [3, 6])
def test_a_proof_does_not_claim_sizes_at_which_the_property_fails(
    tmp_path: Path, sound: int
) -> None:
    # Samples have sets of up to four elements: one mistake is found, the other is out of sight.
    body = COUNTED.replace("BACK", f"(IF Cardinality(Thread) > {sound} THEN 2 ELSE 1)")
    body = body.replace("0..Permits", "0..9")
    result = inferred(tmp_path, body, "Thread = {t1, t2}\nPermits = 1")
    if sound == 3:
        assert isinstance(result.verdict, Violated)
    else:
        assert isinstance(result.verdict, Proved)
        assert result.verdict.scope == "Thread = {t1, t2}, Permits = 1"
