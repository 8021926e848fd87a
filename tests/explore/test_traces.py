"""Traces of results: from memory, from JSON, from a saved text; slices, comparison, bundles."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from holdfast import cancellation
from holdfast.explore.model import OpenModel
from holdfast.explore.stored import StoredTrace
from holdfast.explore.traces import RunTrace
from holdfast.report.saved import show_saved
from holdfast.source import SpecError
from holdfast.workbench import load
from tests.explore.small import CONFIG, WIRE
from tests.explore.walks import SPECS


def violated(**options: object) -> RunTrace:
    result = load(text=WIRE, config_text=CONFIG).check(**options)  # type: ignore[arg-type]  # options
    run = RunTrace.of_result(result, OpenModel(load(text=WIRE, config_text=CONFIG)))
    assert run is not None
    return run


def test_the_truth_in_each_state_is_that_of_the_verdict() -> None:
    found = violated().trace()
    assert (found["kind"], found["property"], found["loop"]) == ("invariant", "NoOverdrafts", None)
    assert [s["truth"]["NoOverdrafts"] for s in found["steps"]] == [True] * 4 + [False]
    assert [s["number"] for s in found["steps"]] == [1, 2, 3, 4, 5]
    labels = [s["label"] for s in found["steps"]]
    assert (labels[0], sorted(map(str, labels[1:3]))) == (None, ["Check(1)", "Check(2)"])


@pytest.mark.parametrize(
    ("spec", "config"),
    [
        ("Fischer/Fischer.tla", "Fischer/FischerHasty.cfg"),
        ("Dekker/Dekker.tla", "Dekker/DekkerLow.cfg"),
        ("promela/starvation/starvation.pml", None),
        ("CacheCoherence/CacheCoherence.tla", "CacheCoherence/CacheCoherenceStale.cfg"),
    ],
)  # fmt: skip
def test_memory_json_and_saved_text_give_the_same_trace(spec: str, config: str | None) -> None:
    result = load(SPECS / spec, config=None if config is None else SPECS / config).check()
    run = RunTrace.of_result(result)
    assert run is not None
    expected = run.trace()
    assert expected["length"] == len(result.trace)
    saved = result.saved_trace()
    assert saved is not None
    envelope = json.loads(json.dumps(result.to_json()))
    from_json = RunTrace.of_envelope(run.model, envelope)
    assert from_json is not None
    assert from_json.trace() == expected
    assert RunTrace.of_saved(run.model, show_saved(saved), envelope).trace() == expected
    assert run.walk(expected["length"])["ended"] is None
    labels = [step["label"] for step in run.walk(expected["length"])["steps"]]
    assert labels == [step["label"] for step in expected["steps"]]
    json.dumps(expected)


def test_a_lasso_has_the_number_of_its_loop() -> None:
    run = RunTrace.of_result(load(SPECS / "promela/starvation/starvation.pml").check())
    assert run is not None
    found = run.trace()
    assert isinstance(found["loop"], int)
    assert 1 <= found["loop"] <= found["length"]
    assert found["kind"] == "temporal"
    assert found["closing"]


def test_a_violated_formula_that_the_model_does_not_name_is_judged() -> None:
    found = violated(invariants=['pc[1] # "done"']).trace()
    assert [s["truth"]['pc[1] # "done"'] for s in found["steps"]][-2:] == [True, False]
    assert "NoOverdrafts" in found["steps"][0]["truth"]


def test_only_the_slice_of_a_long_trace_is_read() -> None:
    text = (
        "---- MODULE Long ----\nEXTENDS Integers\nVARIABLE x\nInit == x = 0\n"
        "Up(n) == x' = x + n\nNext == Up(1)\nSpec == Init /\\ [][Next]_x\nSmall == x < 9999\n===="
    )
    model = OpenModel(load(text=text, config_text="SPECIFICATION Spec\nINVARIANT Small"))
    states = [{"x": {"#bigint": str(i)}} for i in range(10_000)]
    run = RunTrace(model, StoredTrace((None, *["Up(1)"] * 9_999), states, property="Small"))
    begun = time.process_time()
    found = run.trace(9_951, 10_000, watch=["x * x"])
    assert time.process_time() - begun < 2
    assert (found["length"], len(found["steps"]), found["lanes"]) == (10_000, 50, None)
    assert set(run.recorded._states) == set(range(9_950, 10_001))
    last = found["steps"][-1]
    assert (last["number"], last["label"], last["truth"]["Small"]) == (10_000, "Up(1)", False)
    assert last["watch"]["x * x"]["text"] == str(9_999**2)
    assert run.trace(1, 1)["steps"][0]["label"] is None
    with pytest.raises(SpecError, match="no state 10001"):
        run.evaluate("x", 10_001)


def test_questions_about_a_state_of_a_trace() -> None:
    run = violated()
    assert run.evaluate('account["alice"]', 5)["value"] == {"text": "-1"}
    assert not any(each["enabled"] for each in run.why("Check", 5)["instances"])
    explained = run.explain("NoOverdrafts", 5)
    assert explained["value"] is False
    assert explained["parts"][0]["values"] == {'account["alice"]': "-1"}


def test_a_trace_of_another_spec_is_rejected() -> None:
    run = violated()
    changed = WIRE.replace("VARIABLES account, pc", "VARIABLES account, pc, z")
    changed = changed.replace("/\\ pc = [p", "/\\ z = 0\n        /\\ pc = [p")
    changed = changed.replace("\\E self \\in 1..N :", "z' = z /\\ \\E self \\in 1..N :")
    other = RunTrace(OpenModel(load(text=changed, config_text=CONFIG)), run.recorded.stored)
    with pytest.raises(SpecError, match="not those of the spec"):
        other.trace()


def test_equal_traces_have_no_difference_and_others_a_first_one() -> None:
    run = violated()
    same = run.compare(violated())
    assert same["first_difference"] is None
    assert [(row["left"], row["right"]) for row in same["rows"]] == [(i, i) for i in range(1, 6)]
    other = violated(invariants=['account["bob"] > 1 \\/ pc # <<"done", "withdraw">>'])
    found = run.compare(other)
    first = found["first_difference"]
    assert first is not None
    assert all(row["same"] for row in found["rows"][:first])
    assert {row["left"] for row in found["rows"]} - {None} == set(range(1, 6))
    aligned = [row for row in found["rows"] if row["left"] and row["right"] and row["changes"]]
    assert all(change["text"] for row in aligned for change in row["changes"])


def test_a_bundle_has_all_of_a_run(tmp_path: Path) -> None:
    path = tmp_path / "Wire.tla"
    path.write_text(WIRE, "utf-8")
    (tmp_path / "Wire.cfg").write_text(CONFIG, "utf-8")
    model = OpenModel.open({"spec": "Wire.tla"}, tmp_path)
    run = RunTrace.of_result(load(path).check(), model)
    assert run is not None
    bundle = json.loads(json.dumps(run.bundle()))
    assert bundle["spec"] == "Wire.tla"
    assert bundle["texts"]["Wire.tla"] == WIRE
    assert bundle["constants"] == {"N": "2"}
    assert bundle["explanations"]["5:NoOverdrafts"]["value"] is False
    assert len(bundle["trace"]["steps"]) == 5
    assert bundle["trace"]["lanes"]["lanes"][0]["name"] in ("1", "2")


@pytest.mark.slow
def test_states_of_a_model_with_more_processes_than_expected_are_found() -> None:
    path = SPECS / "promela/sieve/sieve.pml"
    result = load(path).check(invariants=["primes < 4"])
    run = RunTrace.of_result(result)
    assert run is not None
    ids = run.path(len(result.trace))
    found = OpenModel(load(path)).walk(ids, truth=["primes < 4"])
    assert found["ended"] is None
    assert [step["truth"]["primes < 4"] for step in found["steps"]][-1] is False
    assert found["steps"][-1]["transient"] is False


def long_trace() -> tuple[OpenModel, str]:
    """A trace of some hundred steps, and its model."""
    spec = load(text=LONG, config_text="INIT Init\nNEXT Next\nINVARIANT Few\n")
    saved = spec.check().saved_trace()
    assert saved is not None
    return OpenModel(spec), show_saved(saved)


LONG = """---- MODULE Long ----
EXTENDS Naturals, Sequences
VARIABLES n, queue
Init == n = 0 /\\ queue = <<>>
Send(p) == n % 2 = p /\\ n' = n + 1 /\\ queue' = <<p>>
Next == \\E p \\in 0..1 : Send(p)
Few == n < 300
====
"""


def test_only_the_states_that_are_asked_for_are_read() -> None:
    model, text = long_trace()
    lines = text.splitlines()
    broken = "\n".join([*lines[:-2], "broken", *lines[-1:]]) + "\n"
    run = RunTrace.of_saved(model, broken)
    first = run.trace(1, 20)
    assert (first["length"], len(first["steps"]), first["property"]) == (301, 20, "Few")
    assert (first["kind"], "n = 300" in (first["reason"] or "")) == ("invariant", True)
    with pytest.raises(SpecError, match="the stored trace cannot be read"):
        run.trace(301, 301)


def test_the_lanes_of_a_long_trace_need_few_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    model, text = long_trace()
    begun: list[object] = []

    class Counted(cancellation.running):
        def __init__(self, *given: Any, **named: Any) -> None:
            begun.append(given)
            super().__init__(*given, **named)

    monkeypatch.setattr("holdfast.explore.opened.running", Counted)
    found = RunTrace.of_saved(model, text).lanes()
    assert found is not None
    assert (len(found["notes"]), len(begun)) == (300, 2)
