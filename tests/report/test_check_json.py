"""The contract of `holdfast check --json`: scripts rely on these keys."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from holdfast.report.check_json import check_envelope
from holdfast.report.envelope import envelope_json, show_envelope
from holdfast.verdict import Answer, Bounded, Kind, Trace, Violated
from tests.report import answers
from tests.report.answers import QUESTION

ENVELOPE = set(
    "holdfast command spec config constants engine verdict scope kind property checked"
    " not_checked assumed reductions vacuous never_enabled collision_probability cause reason"
    " warnings diagnostics seconds exit check".split()
)
KINDS = set(
    "invariant action temporal deadlock assumption assert postcondition axiom evaluation"
    " parse config system".split()
)


def shown(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(show_envelope(check_envelope(answer, QUESTION)))
    return found


@pytest.mark.parametrize(
    ("name", "verdict", "kind", "exit"),
    [
        ("VIOLATED", "violated", "invariant", 12),
        ("DEADLOCK", "violated", "deadlock", 11),
        ("LASSO", "violated", "temporal", 13),
        ("FINE", "exhausted", None, 0),
        ("OPEN", "unknown", None, 20),
        ("PARTIAL", "unknown", None, 20),
        ("FAILED", "error", "evaluation", 75),
    ],
)
def test_every_answer_has_the_same_keys(
    name: str, verdict: str, kind: str | None, exit: int
) -> None:
    found = shown(getattr(answers, name))
    assert set(found) == ENVELOPE
    assert set(found["check"]) == {"states", "trace"}
    assert set(found["check"]["states"]) == {"generated", "distinct", "depth", "initial"}
    assert (found["verdict"], found["kind"], found["exit"]) == (verdict, kind, exit)


def test_what_a_spec_prints_is_told_if_it_prints() -> None:
    assert shown(answers.HOLDS)["check"]["output"] == ["hello"]


def test_the_kinds_are_a_closed_list() -> None:
    assert set(get_args(Kind)) == KINDS


def test_every_key_and_every_kind_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    trace = {"length", "loop", "steps", "action", "location", "state", "alias"}
    counts = {"states", "trace", "generated", "distinct", "depth", "initial"}
    more = {"more_violations", "output", "sweep"}
    assert not [key for key in ENVELOPE | KINDS | trace | counts | more if f"`{key}`" not in page]


def test_a_trace_has_its_length_its_loop_and_its_steps() -> None:
    trace = shown(answers.VIOLATED)["check"]["trace"]
    assert set(trace) == {"length", "loop", "steps"}
    assert (trace["length"], trace["loop"]) == (5, None)
    assert trace["steps"][1] == {
        "action": "Check(1)",
        "location": "specs/wire.tla:4:1",
        "state": {
            "account": {"alice": {"#bigint": "5"}, "bob": {"#bigint": "5"}},
            "pc": {"#tup": ["Withdraw", "Check"]},
        },
    }
    assert trace["steps"][0]["action"] is None
    assert trace["steps"][0]["location"] is None


def test_a_loop_is_an_index_from_zero_or_a_word() -> None:
    assert shown(answers.LASSO)["check"]["trace"]["loop"] == 1
    assert shown(answers.STUTTER)["check"]["trace"]["loop"] == "stutter"


def test_there_is_no_trace_when_nothing_fails() -> None:
    assert shown(answers.HOLDS)["check"]["trace"] is None


def test_the_reason_is_one_line() -> None:
    assert shown(answers.VIOLATED)["reason"] == (
        '`account[p] >= 0` is FALSE for p = "alice": account["alice"] = -1'
    )


def test_the_reason_of_a_deadlock_is_about_every_action() -> None:
    assert shown(answers.DEADLOCK)["reason"] == (
        'Check is not enabled: `pc[self] = "Check"` is FALSE:'
        ' pc[1] = "Withdraw", pc[2] = "Withdraw"'
    )


def test_what_was_not_checked_is_named_and_explained() -> None:
    found = shown(answers.OPEN)
    assert found["not_checked"] == ["Termination"]
    assert (found["cause"], found["reason"]) == ("not-checked", "Termination was not checked")


def test_a_bound_is_its_scope() -> None:
    found = shown(replace(answers.HOLDS, verdict=Bounded(3), asked_bound=True))
    assert found["verdict"] == "bounded"
    assert found["scope"] == "all states up to depth 3 of this instance"


def test_further_violations_are_listed_only_when_there_are_some() -> None:
    more = Violated("invariant", "Other", Trace(answers.TRACE.steps[:2]))
    found = shown(replace(answers.VIOLATED, more_violations=(more,)))["check"]
    assert [each["property"] for each in found["more_violations"]] == ["Other"]


def test_an_error_of_evaluation_is_a_diagnostic() -> None:
    found = shown(answers.FAILED)
    assert [d["code"] for d in found["diagnostics"]] == ["eval-out-of-domain"]
    assert found["check"]["trace"]["length"] == 2


def test_remarks_of_the_search_are_warnings() -> None:
    warnings = envelope_json(check_envelope(answers.HOLDS, QUESTION))["warnings"]
    assert isinstance(warnings, list)
    assert [w["message"] for w in warnings] == ["the model has no property"]
