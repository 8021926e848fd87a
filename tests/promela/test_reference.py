"""The reference evaluator counts as Spin does."""

from __future__ import annotations

import pytest

from tests.promela import reference, spin
from tests.promela.compare import by_reference, by_spin
from tests.promela.generate import generate
from tests.promela.ours import Row
from tests.promela.page import read_page
from tests.promela.random_ltl import with_property
from tests.promela.record import Recorded, checksum, read_recorded

PAGE = read_page()
RECORDED = read_recorded()
QUICK = [(seed, row) for seed, row in RECORDED.items() if row.counts.stored <= 500][:120]
NOT_EVALUATED = "chan q = [1] of {chan}"  # the channel of a process that has ended


def test_the_page_has_programs() -> None:
    assert len(PAGE) > 50


@pytest.mark.parametrize("program", PAGE)
def test_the_programs_of_the_page_have_its_counts(program: str) -> None:
    if not program.startswith(NOT_EVALUATED):
        assert by_reference(program) == PAGE[program]


@spin.needs_spin
@pytest.mark.spin
@pytest.mark.slow
@pytest.mark.parametrize("program", PAGE)
def test_the_counts_of_the_page_are_spins(program: str) -> None:
    assert by_spin(program) == PAGE[program]


def test_the_recorded_programs_are_those_that_are_generated() -> None:
    changed = [seed for seed, row in RECORDED.items() if checksum(seed) != row.checksum]
    assert not changed, "run python -m tests.promela.record 0:300"


@pytest.mark.parametrize(("seed", "row"), QUICK)
def test_random_programs_have_the_counts_that_spin_reported(seed: int, row: Recorded) -> None:
    assert by_reference(generate(seed)) == row.counts


@pytest.mark.slow
def test_all_recorded_programs_have_the_counts_that_spin_reported() -> None:
    found = {seed: by_reference(generate(seed)) for seed in RECORDED}
    counted = {seed: row for seed, row in found.items() if isinstance(row, Row)}
    assert len(counted) > 0.95 * len(RECORDED)
    assert counted == {seed: RECORDED[seed].counts for seed in counted}


@spin.needs_spin
@pytest.mark.spin
@pytest.mark.slow
def test_spin_accepts_nearly_all_random_programs() -> None:
    found = [by_spin(generate(seed)) for seed in range(1000, 1100)]
    accepted = [row for row in found if isinstance(row, Row)]
    assert len(accepted) >= 95
    assert sum(row.stored <= 3_000 for row in accepted) >= 90


@spin.needs_spin
@pytest.mark.spin
@pytest.mark.parametrize("seed", range(2000, 2005))
def test_spin_agrees_on_new_programs(seed: int) -> None:
    expected = by_spin(generate(seed))
    found = by_reference(generate(seed))
    if isinstance(expected, Row) and isinstance(found, Row):
        assert found == expected


def test_programs_use_the_whole_language() -> None:
    texts = [generate(seed) for seed in range(200)]
    for word in (
        "atomic {", "d_step {", "unless {", "timeout", ":: else", "for (", "select(", "??", "!!",
        "eval(", "provided", "run D", "init", "goto", "break", "typedef", "mtype m", "[0] of",
        "chan q", "inline", "unsigned", "printf", "full(", "empty(", "?[", "? <", "active [2]",
    ):  # fmt: skip
        assert sum(word in text for text in texts) >= 5, word


def test_a_property_is_about_the_globals_of_the_program() -> None:
    text = with_property("byte g1;\nactive proctype A() { byte v2; assert(g1 == 1) }\n", 7)
    assert "ltl p {" in text
    assert "g1" in text.rpartition("ltl p")[2]
    assert "v2" not in text.rpartition("ltl p")[2]


def test_a_chain_that_never_ends_is_an_error() -> None:
    text = "byte x; active proctype A() { atomic { do :: x = 1 - x od } }"
    assert by_reference(text) == "skipped: a chain does not end"


def test_the_evaluator_has_a_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    reference.main(["specs/promela/peterson/peterson.pml"])
    assert "55 / 99, 0 errors" in capsys.readouterr().out
