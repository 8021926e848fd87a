"""Proofs for one size: the states of the models are finite, as far as their invariants say so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import holdfast
from holdfast.prove.options import Method
from tests.ioa.models import SPECS, variant

pytestmark = pytest.mark.smt

MODELS: Mapping[str, tuple[Mapping[str, object], bool]] = {
    "StableArray/StableArray": ({"N": 3}, True),
    "StableArray/StableArrayAny": ({"N": 3}, True),
    "StableRing/StableRing": ({"N": 3, "K": 4}, True),
    "StableRing/StableRingAny": ({"N": 3, "K": 4}, True),
    "AsyncLCR/AsyncLCR": ({"u0": 1, "u1": 2, "u2": 3}, False),
    "AsyncLCRN/AsyncLCRN": ({"N": 2, "u": [1, 2]}, False),
    "CANArb/CANArb": ({"ids": [5, 3], "m": 1}, True),
    "ManufacturingCell/ManufacturingCell": ({}, True),
    "AirspaceManager/AirspaceManager": ({"N": 2}, True),
}
LARGE = ("AsyncLCR/AsyncLCR", "CANArb/CANArb", "ManufacturingCell/ManufacturingCell")


def cases() -> list[object]:
    """The models; those with large proofs are slow."""
    return [pytest.param(m, marks=pytest.mark.slow if m in LARGE else ()) for m in MODELS]


@pytest.mark.parametrize("method", ["induction", "kinduction"])
@pytest.mark.parametrize("name", cases())
def test_a_model_is_proved_for_one_size(name: str, method: Method) -> None:
    constants, finite = MODELS[name]
    spec = holdfast.load(SPECS / f"{name}.py", constants=constants)
    result = spec.prove(method=method, k=2 if method == "kinduction" else 1)
    assert result.outcome == "proved"
    # Queues of any length are in no finite set: these proofs are for all sizes.
    assert (result.to_json()["scope"] == "all sizes") is not finite
    assert {row["status"] for row in result.obligations} == {"proved"}


@pytest.mark.parametrize("name", cases())
def test_no_violation_of_a_model_in_two_steps(name: str) -> None:
    constants, _ = MODELS[name]
    result = holdfast.load(SPECS / f"{name}.py", constants=constants).prove(method="bmc", k=2)
    assert result.outcome == "bounded"


def test_a_false_invariant_is_violated_by_an_initial_state(tmp_path: Path) -> None:
    stays = (
        "    class invariants:\n        stays = len(s) == N and s[0] == 1\n\n    invariant_of = ("
    )
    path = variant(tmp_path, "StableArray", ("    invariant_of = (", stays))
    result = holdfast.load(path, constants={"N": 3}).prove(invariants=["stays"])
    assert result.outcome == "violated"
    assert result.trace[0]["s"][0] == 3


def test_a_false_invariant_is_violated_by_a_trace(tmp_path: Path) -> None:
    spec = bits(tmp_path, "len(bits) == N and len({i for i in range(N) if bits[i]}) < 2")
    result = spec.prove(invariants=["invariant_of"], method="bmc", k=3)
    assert (result.outcome, len(result.trace)) == ("violated", 3)
    assert not spec.prove(invariants=["invariant_of"]).ok


BITS = """\
from holdfast.ioa import *


@automaton
def Bits(N: nat):
    where = N > 0

    class signature:
        @output
        def set_bit(i: nat):
            where = i < N

    class states:
        bits: Seq[bool]
        seen: Set[nat]

    initially = bits == [False for i in range(N)] and seen == set()

    class transitions:
        @output
        def set_bit(i):
            bits[i] = True
            seen = seen + {i}
"""


def bits(folder: Path, invariant: str) -> holdfast.Specification:
    path = folder / "Bits.py"
    path.write_text(f"{BITS}\n    invariant_of = {invariant}\n")
    return holdfast.load(path, constants={"N": 3})


def test_the_elements_of_a_set_are_those_that_are_added(tmp_path: Path) -> None:
    assert bits(tmp_path, "len(bits) == N and all(x < 3 for x in seen)").prove().ok
    wrong = bits(tmp_path, "len(bits) == N and all(x < 2 for x in seen)").prove()
    assert (wrong.outcome, wrong.violated) == ("violated", "invariant_of")
    assert wrong.trace[-1]["seen"] == {2}


def test_a_set_to_which_anything_is_added_is_proved_for_all_sizes(tmp_path: Path) -> None:
    spec = bits(tmp_path, "len(bits) == N")
    path = tmp_path / "Bits.py"
    path.write_text(path.read_text().replace("seen + {i}", "seen + {i + 1}"))
    result = holdfast.load(path, constants={"N": 3}).prove()
    assert (result.outcome, result.to_json()["scope"]) == ("proved", "all sizes")
    assert "all elements of Int" in str(result)
    assert spec.check().ok


def test_without_a_length_sequences_are_of_any_length(tmp_path: Path) -> None:
    result = bits(tmp_path, "all(x < 3 for x in seen)").prove()
    assert result.outcome == "violated"
    assert "index may be out of range, in `bits[i]` if N = 3, bits = []" in str(result)


def test_a_wrong_length_is_not_used_unproved(tmp_path: Path) -> None:
    result = bits(tmp_path, "len(bits) == 2 and all(x < 3 for x in seen)").prove()
    assert result.outcome == "violated"
