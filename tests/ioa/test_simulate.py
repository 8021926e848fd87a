"""Random behaviours of automata whose arguments are chosen from sets of the state."""

from __future__ import annotations

import pytest

import holdfast
from tests.ioa.models import model

pytestmark = pytest.mark.native


@pytest.mark.parametrize("name", ["AsyncLCR", "AsyncLCRN", "AirspaceManager"])
def test_the_engines_simulate_the_same_behaviours(name: str) -> None:
    spec = holdfast.load(model(name))
    native, interp = (spec.simulate(20, depth=30, engine=e) for e in ("native", "interp"))
    assert native.statistics == interp.statistics
    assert native.behaviours == 20


def test_a_violation_has_the_arguments_of_its_steps() -> None:
    spec = holdfast.load(model("AsyncLCR"), constants={"u0": 1, "u1": 2, "u2": 3})
    result = spec.simulate(10, invariants=["P2.status == UNKNOWN"])
    assert result.actions[-1] == "send_recv(1, 2, 3)"
