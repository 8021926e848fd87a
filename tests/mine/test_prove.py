"""Proving mined relations, with certificates."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import load
from holdfast.workbench import recheck

pytestmark = pytest.mark.smt


def _status(name: str, **options: object) -> dict[str, str]:
    found = load(f"specs/{name}/{name}.tla").mine(prove=True, **options)  # type: ignore[arg-type]  # options of a test
    return {r.text: r.status for r in found.relations}


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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Bakery", "TwoPhase"])
def test_certificates_of_larger_specs(name: str, tmp_path: Path) -> None:
    found = load(f"specs/{name}/{name}.tla").mine(prove=True, at=["pc", "rmState"])
    assert any(r.status != "seen" for r in found.relations)
    assert found.write_certificate(tmp_path) > 0
    assert recheck(tmp_path).ok
