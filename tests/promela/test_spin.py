"""Reading what Spin's verifier reports."""

from __future__ import annotations

import pytest

from tests.promela import spin

REPORT = """\
pan:1: invalid end state (at depth 4)
State-vector 36 byte, depth reached 6, errors: 1
        4 states, stored
        1 states, matched
        5 transitions (= stored+matched)
        2 atomic steps
"""


def test_a_report_has_counts_and_the_first_error() -> None:
    found = spin.read_report(REPORT)
    assert (found.stored, found.transitions, found.errors) == (4, 5, 1)
    assert found.complete
    assert found.message == "invalid end state (at depth 4)"


def test_large_numbers_are_written_with_exponents() -> None:
    text = REPORT.replace("4 states, stored", "1.2526550e+06 states, stored")
    assert spin.read_report(text).stored == 1_252_655


def test_a_search_that_was_cut_is_not_complete() -> None:
    assert not spin.read_report("error: max search depth too small\n" + REPORT).complete


def test_a_report_without_counts_is_an_error() -> None:
    with pytest.raises(spin.SpinError, match="self-loop"):
        spin.read_report("error: proctype 'A' has unconditional self-loop")


@spin.needs_spin
@pytest.mark.spin
def test_spin_counts_and_judges() -> None:
    text = "byte x; active proctype A() { do :: x = 1 - x od } ltl p { [] (x == 0) }"
    assert spin.count(text).stored == 2
    assert spin.judge(text, "p").errors == 1


@spin.needs_spin
@pytest.mark.spin
def test_what_spin_rejects_is_an_error() -> None:
    with pytest.raises(spin.SpinError):
        spin.count("active proctype A() { undeclared = 1 }")
