"""Diagrams with parameters: one process of many, and fairness of quantified actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.diagram.diagram import Action, Diagram, Edge, Fairness, Literal, Node, Predicate
from holdfast.source import SpecError
from holdfast.workbench.conforming import ConformOptions, conform
from tests.diagram.small import LOCK, LOCK_CONFIG, ONE, load_text

ANY = Diagram(
    "AnyProcess",
    (Predicate("free", "holder = {}"),),
    (Action("Free", Fairness.STRONG, enabled=("Held",)),),
    (),
    (Node("IsFree", (Literal("free"),), initial=True), Node("Held", (Literal("free", False),))),
    (Edge("IsFree", "Held", ()), Edge("Held", "IsFree", ("Free",))),
)

WAYS = [
    pytest.param({"by": "states"}, id="states", marks=pytest.mark.native),
    pytest.param({"by": "states", "engine": "interp"}, id="interpreted"),
    pytest.param({"by": "solvers", "workers": 1}, id="one size", marks=pytest.mark.smt),
    pytest.param(
        {"by": "solvers", "all_sizes": True, "workers": 1}, id="all sizes", marks=pytest.mark.smt
    ),
]


@pytest.mark.parametrize("way", WAYS)
def test_a_diagram_is_about_each_process(tmp_path: Path, way: ConformOptions) -> None:
    lock = load_text(tmp_path, "Lock", LOCK, LOCK_CONFIG)
    way = {**way, "lemmas": ("OneHolder",)}
    found = conform(lock, ONE, **way)
    assert [(x.condition.name, x.reason) for x in found.judged if x.status != "proved"] == []
    assert found.conforms
    reasons = {x.condition.action: x.reason for x in found.judged if x.condition.kind == "O4a"}
    assert reasons == {"TakeP": "an instance", "FreeP": "an instance"}


@pytest.mark.parametrize("way", WAYS)
def test_some_process_is_fair_if_each_stays_enabled(tmp_path: Path, way: ConformOptions) -> None:
    lock = load_text(tmp_path, "Lock", LOCK, LOCK_CONFIG)
    found = conform(lock, ANY, **way)
    assert [(x.condition.name, x.reason) for x in found.judged if x.status != "proved"] == []
    (fair,) = [x for x in found.judged if x.condition.kind == "O4a"]
    assert (fair.engine == "liveness") == (way["by"] == "states")


@pytest.mark.parametrize("way", WAYS)
def test_what_does_not_stay_enabled_is_not_fair(tmp_path: Path, way: ConformOptions) -> None:
    weak = LOCK.replace(r"SF_vars(Take(q))", r"WF_vars(Take(q))")
    lock = load_text(tmp_path, "Lock", weak, LOCK_CONFIG)
    way = {**way, "lemmas": ("OneHolder",)}
    found = conform(lock, ONE, **way)
    wrong = [(x.condition.name, x.status) for x in found.judged if x.status != "proved"]
    assert wrong == [("O4a: TakeP is fair", "refuted")]
    assert not found.conforms


@pytest.mark.parametrize("way", WAYS)
def test_fairness_that_the_spec_does_not_have_is_refuted(
    tmp_path: Path, way: ConformOptions
) -> None:
    unfair = LOCK.replace(r"WF_vars(Free(q)) /\ ", "")
    lock = load_text(tmp_path, "Lock", unfair, LOCK_CONFIG)
    found = conform(lock, ANY, **way)
    (fair,) = [x for x in found.judged if x.condition.kind == "O4a"]
    assert fair.status == "refuted"
    assert fair.trace is not None


def test_a_parameter_may_not_have_a_set_of_the_state(tmp_path: Path) -> None:
    diagram = Diagram("D", nodes=(Node("N", initial=True),), parameters=(("p", "want"),))
    with pytest.raises(SpecError) as error:
        conform(load_text(tmp_path, "Lock", LOCK, LOCK_CONFIG), diagram)
    assert error.value.diagnostics[0].code == "diagram-parameter"
