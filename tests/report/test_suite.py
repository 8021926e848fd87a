from __future__ import annotations

import json

import pytest

from holdfast.report.envelope import show_envelope
from holdfast.suite.result import ModelResult
from tests.report import suites
from tests.report.suites import suite


@pytest.mark.parametrize(
    ("models", "code"),
    [
        ((suites.OK,), 0),
        ((suites.OK, suites.UNDECLARED, suites.SKIPPED), 0),
        ((suites.UNDECLARED, suites.SKIPPED), 20),
        ((), 20),
        ((suites.OK, suites.INCONCLUSIVE), 20),
        ((suites.INCONCLUSIVE, suites.DIFFERENT), 1),
        ((suites.OK, suites.CRASHED), 1),
        ((suites.OK, suites.BROKEN), 1),
        ((suites.DIFFERENT, suites.NOT_FOUND, suites.CRASHED), 23),
    ],
)
def test_the_exit_code_is_the_most_severe(models: tuple[ModelResult, ...], code: int) -> None:
    result = suite(*models)
    assert (result.exit_code, result.ok) == (code, code == 0)


def test_an_interrupted_suite_is_not_ok() -> None:
    result = suite(suites.OK, suites.NOT_RUN, interrupted=True)
    assert result.exit_code == 130
    assert result.summary == "interrupted; 2 models: 1 as expected, 1 not run"


def test_every_model_has_a_line_and_every_difference_is_explained() -> None:
    shown = str(suite(*suites.ALL))
    table, *_ = shown.split("\n\n")
    ends = [line.rpartition("  ")[2] for line in table.splitlines()[1:]]
    assert ends == [
        "ok",
        "VIOLATION NOT FOUND",
        "DIFFERENT",
        "INCONCLUSIVE",
        "ERROR",
        "ERROR",
        "declares nothing",
        "skipped: the mode is odd",
        "not run",
    ]
    assert "expected Success (exit code 0), got violated Inv (exit code 12)" in shown
    assert "note: the time limit was reached" in shown
    assert "is no longer found: the verdict is exhausted" in shown


def test_a_suite_without_models_says_so() -> None:
    assert suite().summary == "there is no model to check"
    assert suite(suites.UNDECLARED).summary.endswith("; no model was checked")


def test_the_json_has_every_model() -> None:
    shown = json.loads(show_envelope(suite(*suites.ALL).envelope()))
    assert (shown["exit"], shown["verdict"]) == (23, "error")
    models = shown["test"]["models"]
    assert [each["status"] for each in models] == [tested.status for tested in suites.ALL]
    assert models[0]["expected"]["said"] == "SafetyFailure"
    assert models[1]["observed"]["distinct"] == 1234
    assert shown["test"]["counts"]["error"] == 2
    assert len(shown["diagnostics"]) == 5


def test_a_suite_is_a_sequence() -> None:
    result = suite(suites.OK, suites.DIFFERENT)
    assert (len(result), result[0], list(result)[1]) == (2, suites.OK, suites.DIFFERENT)
