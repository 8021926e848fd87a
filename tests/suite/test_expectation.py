from __future__ import annotations

from typing import Any

import pytest

from holdfast.front.tlc.config_entries import EXPECTED
from holdfast.suite.expectation import (
    EXITS,
    Expectation,
    Observed,
    Status,
    compare,
    differences,
    expect_word,
)

FINE = Observed(verdict="exhausted", exit=0, generated=9, distinct=4, depth=3, complete=True)
BAD = Observed(verdict="violated", exit=12, kind="invariant", property="Inv", trace=3)
STUCK = Observed(verdict="violated", exit=13, kind="temporal", property="Live", stutters=True)
UNKNOWN = Observed(verdict="unknown", exit=20)


def expectation(word: str, **more: Any) -> Expectation:
    found = expect_word(word)
    assert found is not None
    fields = {name: getattr(found, name) for name in ("said", "exits", "verdict", "stutters")}
    return Expectation(**{**fields, **more})


def test_the_words_are_those_of_the_configuration() -> None:
    assert set(EXITS) == set(EXPECTED)


def test_another_word_means_nothing() -> None:
    assert expect_word("Failure") is None


@pytest.mark.parametrize(
    ("word", "observed", "status"),
    [
        ("Success", FINE, "ok"),
        ("exhausted", FINE, "ok"),
        ("SafetyFailure", BAD, "ok"),
        ("violated", BAD, "ok"),
        ("LivenessFailure", STUCK, "ok"),
        ("StutteringFailure", STUCK, "ok"),
        ("unknown", UNKNOWN, "ok"),
        ("Success", BAD, "different"),
        ("exhausted", BAD, "different"),
        ("DeadlockFailure", BAD, "different"),
        ("LivenessFailure", BAD, "different"),
        ("SafetyFailure", FINE, "not-found"),
        ("violated", FINE, "not-found"),
        ("error", FINE, "not-found"),
        ("RuntimeErrorFailure", FINE, "not-found"),
        ("Success", UNKNOWN, "inconclusive"),
        ("SafetyFailure", UNKNOWN, "inconclusive"),
    ],
)
def test_a_word_is_compared_with_a_result(word: str, observed: Observed, status: Status) -> None:
    assert compare(expectation(word), observed) == status


def test_a_property_that_was_not_checked_does_not_count_as_holding() -> None:
    partial = Observed(verdict="exhausted", exit=20, complete=True)
    assert compare(expectation("exhausted"), partial) == "inconclusive"


def test_a_loop_is_not_stuttering() -> None:
    loop = Observed(verdict="violated", exit=13, kind="temporal", property="Live")
    assert compare(expectation("StutteringFailure"), loop) == "different"


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"kind": "deadlock"}, "expected the kind deadlock, got invariant"),
        ({"property": "Other"}, "expected the property Other, got Inv"),
        ({"trace": 2}, "expected a trace of 2 states, got 3"),
    ],
)
def test_what_else_is_declared_about_a_violation_is_compared(
    more: dict[str, Any], line: str
) -> None:
    assert list(differences(expectation("violated", **more), BAD)) == [line]


def test_counts_of_a_complete_search_are_compared() -> None:
    expected = expectation("exhausted", generated=9, distinct=5, depth=4)
    found = list(differences(expected, FINE))
    assert found == ["expected 5 distinct states, got 4", "expected depth 4, got 3"]


def test_counts_of_a_search_that_ended_early_are_not_compared() -> None:
    assert compare(expectation("violated", distinct=1000), BAD) == "ok"


def test_another_verdict_is_the_only_difference() -> None:
    [line] = differences(expectation("exhausted", distinct=5, depth=1), BAD)
    assert line == "expected exhausted (exit code 0), got violated Inv (exit code 12)"
