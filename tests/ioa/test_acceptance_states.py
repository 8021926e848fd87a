"""Acceptance cases of exploration.

D12: compositions of compositions, and open systems. D13: the numbers of states and steps of
instances, and convergence from every state. The counts of `expect.toml` come from searches that
were written for each model, without holdfast.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holdfast
from tests.ioa.models import SPECS, explored, model, variant

QUICK = 3_000
"""A model with more generated states is slow on the interpreter."""


def instances() -> Iterator[Any]:
    """Every model and what is expected of it, for each engine."""
    for folder in sorted(path.parent for path in SPECS.glob("*/expect.toml")):
        for each in explored(folder):
            values = "-".join(
                f"{name}={value}" for name, value in each.get("constants", {}).items()
            )
            for engine in ("interp", "auto"):
                slow = engine == "interp" and each["generated"] > QUICK
                marks = [pytest.mark.slow] if slow else []
                id = f"{each['module']}-{values}-{engine}"
                yield pytest.param(folder, each, engine, id=id, marks=marks)


@pytest.mark.parametrize(("folder", "expected", "engine"), list(instances()))
def test_d13_an_instance_has_its_states_and_steps(
    folder: Path, expected: dict[str, Any], engine: str
) -> None:
    spec = holdfast.load(folder / expected["module"], constants=expected.get("constants"))
    result = spec.check(engine=engine)
    assert result.outcome == expected["verdict"]
    assert getattr(result.verdict, "kind", None) == expected.get("kind")
    assert result.violated == expected.get("property")
    if result.violated is None:
        assert not result.answer.not_checked
        assert result.answer.never_enabled == ()
    assert (result.generated, result.distinct, result.depth) == (
        expected["generated"],
        expected["distinct"],
        expected["depth"],
    )


def test_d13_of_the_steps_of_the_cell_half_change_nothing() -> None:
    result = holdfast.load(model("ManufacturingCell")).check(keep_graph=True)
    assert result.generated - 1 == 162
    # Each of the three robots may wait in each of the 27 states: one edge, with one label.
    edges = result.graph.edges
    assert len([edge for edge in edges if edge[0] == edge[1]]) == 27
    assert len(edges) == 162 - 2 * 27


CONVERGING = [("StableArrayAny", {"N": n}) for n in range(3, 7)] + [
    ("StableRingAny", {"N": n, "K": k}) for n, k in [(3, 4), (4, 5), (5, 6), (4, 3), (5, 4), (3, 2)]
]


@pytest.mark.parametrize(("name", "constants"), CONVERGING)
def test_d13_from_every_state_one_token_is_left(name: str, constants: dict[str, int]) -> None:
    result = holdfast.load(model(name), constants=constants).check()
    assert result.outcome == "exhausted"
    assert "converges" in result.answer.checked


def test_d13_a_ring_with_two_values_need_not_converge() -> None:
    result = holdfast.load(model("StableRingAny"), constants={"N": 4, "K": 2}).check()
    assert result.violated == "converges"
    assert result.exit_code == 13
    looping = result.trace[-1]["s"]
    assert len([i for i in range(4) if (looping[i] != looping[i - 1]) is (i > 0)]) > 1


def test_d13_without_tasks_a_system_may_stop_anywhere(tmp_path: Path) -> None:
    path = variant(tmp_path, "StableArrayAny", ("    class tasks:\n        moving = {move}\n", ""))
    assert holdfast.load(path, constants={"N": 4}).check().violated == "converges"


PAIR = """\
@composition
def Pair(v0: UID, v1: UID):
    class components:
        P0: Process(0, v0)
        P1: Process(1, v1)


@composition
def Sys("""
UIDS = {"u0": 1, "u1": 2, "u2": 3}


def test_d12_a_composition_of_compositions_has_the_same_states(tmp_path: Path) -> None:
    path = variant(
        tmp_path,
        "AsyncLCR",
        ("@composition\ndef Sys(", PAIR),
        (
            "        P0: Process(0, u0)\n        P1: Process(1, u1)\n",
            "        pair: Pair(u0, u1)\n",
        ),
        ("P0.status", "pair.P0.status"),
        ("P1.status", "pair.P1.status"),
        ("P0.q", "pair.P0.q"),
        ("P1.q", "pair.P1.q"),
    )
    result = holdfast.load(path, constants=UIDS).check(keep_graph=True)
    assert (result.outcome, result.generated, result.distinct) == ("exhausted", 18, 12)
    assert "pair.P0.status" in result.graph.states[0]


def test_d12_inputs_that_no_component_controls_are_steps_of_the_environment(
    tmp_path: Path,
) -> None:
    path = variant(
        tmp_path,
        "AsyncLCR",
        ("UID: type = nat", "UID: type = IntRange[0:4]"),
        ("        P2: Process(2, u2)\n", ""),
        ("\n        and implies(u2 != max(u0, u1, u2), P2.status == UNKNOWN)", ""),
        (" or P2.status == REPORTED", ""),
        ("            and implies(u0 in P2.q, u0 > u1 and u0 > u2)\n", ""),
        ("            and implies(u1 in P2.q, u1 > u2)\n", ""),
    )
    result = holdfast.load(path, constants=UIDS).check(invariants=["P0.status == UNKNOWN"])
    assert result.violated is not None
    # The environment returns the vote of P0.
    assert result.actions == (None, "send_recv(2, 0, 1)")


def test_d12_hidden_outputs_are_not_offered_to_other_components(tmp_path: Path) -> None:
    hidden = "    where = u0 != u1 and u1 != u2 and u2 != u0\n"
    path = variant(tmp_path, "AsyncLCR", (hidden, f"{hidden}    hidden = {{send_recv}}\n"))
    result = holdfast.load(path, constants=UIDS).check()
    assert (result.generated, result.distinct) == (18, 12)
