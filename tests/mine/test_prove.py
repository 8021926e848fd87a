"""Proving mined relations, with certificates."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import load
from holdfast.verdict import Proved
from holdfast.workbench import recheck

pytestmark = pytest.mark.smt


def _status(name: str, **options: object) -> dict[str, str]:
    found = load(f"specs/{name}/{name}.tla").mine(prove=True, **options)  # type: ignore[arg-type]  # options of a test
    return {r.text: r.status for r in found.relations}


def _scope_of(certificate: Path) -> str:
    found = recheck(certificate, ["z3"])
    assert isinstance(found.verdict, Proved)
    return found.verdict.scope


def test_what_is_proved_for_all_sizes_has_a_certificate(tmp_path: Path) -> None:
    found = load("specs/TicketLock/TicketLock.tla").mine(forms=["order", "quantified"], prove=True)
    status = {r.text: r.status for r in found.relations}
    assert status == {
        "\\A i \\in Thread : ticket[i] <= next": "proved",
        "next >= serving": "seen",
    }
    assert found.write_certificate(tmp_path) > 0
    assert recheck(tmp_path).ok


def test_relations_at_locations_of_peterson() -> None:
    status = _status("Peterson", at=["at"])
    assert status['\\A i \\in Process : at[i] = "ask" => wants[i] = FALSE'] == "proved"
    assert status["first \\in 0..1"] == "proved"


def test_what_an_assertion_keeps_from_being_proved_is_inductive_for_this_size() -> None:
    status = _status("SeedPeterson")
    assert status["tester = 1"] == "inductive"
    assert status["ncrit \\in 0..1"] == "seen"


def test_the_bounds_of_a_buffer_are_proved_for_all_sizes(tmp_path: Path) -> None:
    found = load("specs/BoundedBuffer/BoundedBuffer.tla").mine(prove=True)
    status = {r.text: r.status for r in found.relations}
    assert status["Len(buffer) \\in 0..Capacity"] == "proved"
    assert status["put >= taken"] == "proved"
    assert found.write_certificate(tmp_path) > 0
    assert _scope_of(tmp_path) == "all sizes"


def test_a_set_that_is_not_empty_is_one_for_all_sizes(tmp_path: Path) -> None:
    found = load("specs/TwoPhase/TwoPhase.tla").mine(prove=True, at=["rmState"])
    proved = [r for r in found.relations if r.status == "proved"]
    (only,) = (r.text for r in proved)
    assert only == '\\A i \\in RM : rmState[i] = "prepared" => Cardinality(msgs) >= 1'
    assert found.write_certificate(tmp_path) > 0
    assert _scope_of(tmp_path) == "all sizes"


def test_the_keys_of_a_token_ring_are_named(tmp_path: Path) -> None:
    spec = load("specs/ioa/StableRing/StableRing.py", constants={"N": 3, "K": 7})
    found = spec.mine(prove=True)
    (relation,) = found.relations
    assert relation.text == "\\A i \\in 1..N : s[i] \\in 0..K - 1"
    assert relation.status == "proved"
    assert found.write_certificate(tmp_path) > 0
    assert _scope_of(tmp_path) == "all sizes"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Bakery", "Peterson"])
def test_certificates_of_larger_specs(name: str, tmp_path: Path) -> None:
    found = load(f"specs/{name}/{name}.tla").mine(prove=True, at=["pc", "at"], seconds=900)
    assert any(r.status == "proved" for r in found.relations)
    assert found.write_certificate(tmp_path) > 0
    assert _scope_of(tmp_path) == "all sizes"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bounded_buffer", "peterson", "token_ring"])
def test_certificates_of_promela_models(name: str, tmp_path: Path) -> None:
    spec = load(f"specs/promela/{name}/{name}.pml")
    found = spec.mine(prove=True, forms=["bound"], seconds=900)
    assert any(r.status == "inductive" for r in found.relations)
    assert not any(r.status == "proved" for r in found.relations)
    assert found.write_certificate(tmp_path) > 0
    assert recheck(tmp_path, ["z3"]).ok


@pytest.mark.slow
def test_what_is_proved_for_all_sizes_holds_for_others(tmp_path: Path) -> None:
    found = load("specs/BoundedBuffer/BoundedBuffer.tla").mine(prove=True)
    texts = [r.tla for r in found.relations if r.status == "proved"]
    for capacity, limit in ((1, 3), (2, 2), (5, 9)):
        spec = load("specs/BoundedBuffer/BoundedBuffer.tla")
        checked = spec.check(
            invariants=texts, constants={"Capacity": capacity, "Limit": limit}, deadlock=False
        )
        assert checked.ok, checked.violated
