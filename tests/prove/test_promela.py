"""Proofs of Promela models: assertions, atomic sequences, types, certificates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast import load
from holdfast.source import SpecError
from holdfast.workbench import recheck, write_certificate

pytestmark = pytest.mark.smt

_ATOMIC = """
byte x, y;
active [2] proctype P() {
    do
    :: atomic { x < 2 -> x++; y++ }
    :: atomic { x > 0 -> x--; y-- }
    od
}
"""
_TURN = """
bit turn;
byte inside;
active [2] proctype P() {
    do
    :: turn == _pid -> enter: inside++; leave: assert(inside == 1); inside--; pass: turn = 1 - turn
    od
}
"""


def _model(folder: Path, text: str) -> Path:
    path = folder / "model.pml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_invariant_is_about_the_states_outside_of_atomic_sequences(tmp_path: Path) -> None:
    spec = load(_model(tmp_path, _ATOMIC))
    # Inside, x and y differ: a longer path through these states is needed.
    found = spec.prove(invariants=["x == y"])
    assert found.outcome == "unknown"
    assert found.cti is not None
    found = spec.prove(invariants=["x == y"], method="kinduction", k=3)
    assert found.outcome == "proved", found.reason
    assert spec.check(invariants=["x == y"]).ok


def test_what_holds_inside_of_atomic_sequences_is_proved_at_once(tmp_path: Path) -> None:
    found = load(_model(tmp_path, _ATOMIC)).prove(invariants=["x <= 2"])
    assert found.outcome == "proved", found.reason
    assert found.scope == "this instance"
    assert "transient states" not in found.answer.checked


def test_an_assertion_is_an_obligation(tmp_path: Path) -> None:
    spec = load(_model(tmp_path, _TURN))
    found = spec.prove(invariants=["turn <= 1"])
    assert found.outcome == "unknown"
    assert found.reason is not None
    assert "assert(inside == 1)" in found.reason


def test_a_wrong_assertion_is_not_proved(tmp_path: Path) -> None:
    text = "byte x; active proctype P() { do :: x = (x + 1) % 3; assert(x != 2) od }"
    spec = load(_model(tmp_path, text))
    found = spec.prove(invariants=["x < 3"])
    assert found.outcome == "unknown"
    assert spec.check().exit_code == 14
    assert spec.prove(invariants=["x < 3"], method="bmc", k=6).outcome == "violated"


def test_proofs_have_certificates_without_a_module(tmp_path: Path) -> None:
    found = load(_model(tmp_path, _ATOMIC)).prove(invariants=["x <= 2"])
    folder = tmp_path / "proof"
    write_certificate(found, folder)
    assert not list(folder.glob("*.tla"))
    assert json.loads((folder / "proof.json").read_text())["scope"] == "this instance"
    assert recheck(folder, ["z3"]).ok


def test_a_model_has_no_other_sizes(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no other sizes"):
        load(_model(tmp_path, _ATOMIC)).prove(invariants=["x <= 2"], all_sizes=True)


def test_only_an_invariant_is_proved_by_its_name() -> None:
    spec = load("specs/promela/peterson/peterson.pml")
    with pytest.raises(SpecError, match="not of the form"):
        spec.prove(invariants=["progress0"])


def test_numbers_without_widths_are_named(tmp_path: Path) -> None:
    text = "byte x; active proctype P() { do :: x++ od }"
    path = _model(tmp_path, text)
    assert load(path).prove(invariants=["x <= 255"]).outcome == "proved"
    found = load(path, wide=True).prove(invariants=["x >= 0"])
    assert found.outcome == "proved", found.reason
    assert found.answer.assumed == ("numbers have no widths",)


def test_unsupported_operators_have_a_location(tmp_path: Path) -> None:
    text = "byte x, y; active proctype P() { do :: y++ :: x = x & y od }"
    with pytest.raises(SpecError, match="`&`") as caught:
        load(_model(tmp_path, text)).prove(invariants=["x <= 3"])
    (found,) = caught.value.diagnostics
    assert found.span is not None
    assert found.span.text == "x & y"


@pytest.mark.slow
def test_peterson_with_an_invariant_by_hand() -> None:
    spec = load("specs/promela/peterson_proof/peterson_proof.pml")
    found = spec.prove(invariants=["inductive", "exclusion"])
    assert found.outcome == "proved", found.reason


@pytest.mark.slow
def test_the_invariant_of_peterson_is_inferred() -> None:
    found = load("specs/promela/peterson/peterson.pml").infer(property="exclusion")
    assert found.outcome == "proved", found.reason
