"""Lemmas about components: orders on a ring, sets of the same component, modes."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.infer.templates.components import modes, ring_orders, sets_of_components
from holdfast.ir.system import System
from holdfast.ir.tla_text import tla_text
from holdfast.workbench.prepared import prepare
from tests.ioa.models import model, variant

pytestmark = pytest.mark.smt


def system_of(name: str) -> System:
    return prepare(holdfast.load(model(name)), {"invariants": ["invariant_of"]}).system


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("AsyncLCRN", 1),
        ("AirspaceManager", 2),
        pytest.param("ManufacturingCell", 6, marks=pytest.mark.slow),
    ],
)
def test_a_model_is_proved_without_the_lemmas_of_its_file(name: str, count: int) -> None:
    spec = holdfast.load(model(name))
    result = spec.prove(invariants=["invariant_of"], all_sizes=True, strengthen=True)
    assert (result.outcome, result.scope) == ("proved", "all sizes")
    assert len(result.proof.found_lemmas) == count


WRONG = {
    "AsyncLCRN": ("if v > u:", "if v != u:"),
    "AirspaceManager": ("j == i or disjoint(volume, contract[j])", "disjoint(volume, contract[i])"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_model_is_not_proved(name: str, tmp_path: Path) -> None:
    spec = holdfast.load(variant(tmp_path, name, WRONG[name]))
    result = spec.prove(invariants=["invariant_of"], all_sizes=True, strengthen=True, seconds=20)
    assert result.exit_code == 21


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["AsyncLCR", "AsyncLCRN", "CANArb", "AirspaceManager", "ManufacturingCell"]
)
def test_infer_finds_lemmas_of_automata(name: str) -> None:
    result = holdfast.load(model(name)).infer(property="invariant_of", remember=False)
    assert result.outcome == "proved"


def test_an_order_on_a_ring_is_about_all_processes_on_the_way() -> None:
    orders = [tla_text(e) for e in ring_orders(system_of("AsyncLCRN"))]
    assert len(orders) == 4
    assert orders[0].endswith("=> u[p + 1] < u[x + 1]")
    assert list(ring_orders(system_of("AirspaceManager"))) == []


def test_sets_of_a_component_are_compared_at_its_index() -> None:
    system = system_of("AirspaceManager")
    found = [tla_text(e) for e in sets_of_components(system, system.invariants)]
    assert "\\A x \\in (0 .. (N - 1)) : A.held[x] \\subseteq manager.contract[x + 1]" in found
    assert "\\A x \\in (1 .. N) : manager.contract[x] \\subseteq A.held[x - 1]" in found


def test_modes_are_strings_that_are_assigned() -> None:
    found = [tla_text(e) for e in modes(system_of("ManufacturingCell"))]
    assert 'robot.belief[1] = "READY" => M0.condition = "IDLE"' in found
    assert not any("Sequences" in text for text in found)
    assert list(modes(system_of("AirspaceManager"))) == []
