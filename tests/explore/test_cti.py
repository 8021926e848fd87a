"""Walks from a counterexample to induction, which is a state that may be unreachable."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.explore.cti import cti_constants, state_before
from holdfast.explore.model import OpenModel
from holdfast.explore.wire import Walk
from holdfast.source import SpecError
from holdfast.workbench import load
from tests.explore.small import CONFIG, WIRE

BEFORE = {"account": {"alice": 0, "bob": 1}, "pc": ["withdraw", "check"]}
PROVED: dict[str, Any] = {
    "command": "prove",
    "prove": {"cti": {"before": BEFORE, "constants": {"N": "2"}}},
}
INFERRED: dict[str, Any] = {
    "command": "infer",
    "infer": {
        "open": {
            "before": {
                "account": "[alice |-> 0, bob |-> 1]",
                "pc": '<<"withdraw", "check">>',
            }
        }
    },
}


def walk_from(envelope: dict[str, Any]) -> tuple[Walk, Walk]:
    """The choice of the state to begin with, and the walk from there."""
    spec = load(text=WIRE, config_text=CONFIG)
    model = OpenModel(spec, None, lambda model: state_before(model, envelope))
    begun = model.walk()
    return begun, model.walk([begun["next"][0]["key"]])


@pytest.mark.parametrize("envelope", [PROVED, INFERRED])
def test_a_walk_begins_before_the_step_though_no_behaviour_has_the_state(
    envelope: dict[str, Any],
) -> None:
    begun, walk = walk_from(envelope)
    assert len(begun["next"]) == 1
    values = {each["name"]: each["value"]["text"] for each in walk["steps"][0]["state"]}
    assert values == {"account": "[alice |-> 0, bob |-> 1]", "pc": '<<"withdraw", "check">>'}
    assert {step["label"]: step["truth"]["NoOverdrafts"] for step in walk["next"]} == {
        "Withdraw(1)": False
    }


def test_the_constants_are_those_of_the_counterexample() -> None:
    assert cti_constants(PROVED) == {"N": "2"}
    assert cti_constants(INFERRED) == {}


@pytest.mark.parametrize(
    ("envelope", "message"),
    [
        ({"command": "prove", "prove": {}}, "no counterexample to induction"),
        ({"command": "infer", "infer": {"open": {"before": {"pc": "1"}}}}, "no value of account"),
        (
            {"command": "infer", "infer": {"open": {"before": {"account": "x", "pc": "1"}}}},
            "the value of account cannot be evaluated",
        ),
    ],
)
def test_what_is_missing_is_an_error(envelope: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        walk_from(envelope)
