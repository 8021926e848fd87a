"""holdfast counts the states of random programs and of our own models as Spin does."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.promela import ours, reference, spin
from tests.promela.compare import by_spin
from tests.promela.generate import generate
from tests.promela.ours import Row
from tests.promela.record import Recorded, read_recorded

SPECS = Path(__file__).parent.parent.parent / "specs" / "promela"
RECORDED = read_recorded()
SMALL = [(seed, row) for seed, row in RECORDED.items() if row.counts.stored <= 60][:100]
NOT_EVALUATED = ("handshake", "preemption")  # messages with structure, priorities


def models(quick: int) -> list[Any]:
    """Our models with Spin's counts; those with more than `quick` states are slow."""
    found = []
    for folder in sorted(SPECS.iterdir()):
        facts = tomllib.loads((folder / "expect.toml").read_text(encoding="utf-8"))["spin"]
        row = Row(facts["stored"], facts["transitions"], facts["errors"])
        marks = [pytest.mark.slow] if row.stored > quick else []
        path = folder / f"{folder.name}.pml"
        found.append(pytest.param(path, row, id=folder.name, marks=marks))
    return found


@pytest.mark.parametrize(("path", "row"), models(300))
def test_a_model_has_spins_counts(path: Path, row: Row) -> None:
    assert ours.count(path) == row


@pytest.mark.parametrize(("path", "row"), models(1_000))
def test_the_reference_evaluator_agrees_on_a_model(path: Path, row: Row) -> None:
    if path.stem not in NOT_EVALUATED:
        found = reference.count(path.read_text(encoding="utf-8"))
        assert (found.stored, found.transitions, found.errors) == row


@spin.needs_spin
@pytest.mark.spin
@pytest.mark.slow
@pytest.mark.parametrize(("path", "row"), models(0))
def test_the_counts_of_a_model_are_spins(path: Path, row: Row) -> None:
    assert by_spin(path) == row


@pytest.mark.parametrize(("path", "row"), models(1_000_000))
def test_a_model_begins_with_its_counts(path: Path, row: Row) -> None:
    head = path.read_text(encoding="utf-8").partition("*/")[0]
    assert f"{row.stored:,} states, {row.transitions:,} transitions" in head


@pytest.mark.parametrize(("seed", "row"), SMALL)
def test_a_random_program_has_spins_counts(seed: int, row: Recorded) -> None:
    assert ours.count(generate(seed)) == row.counts


@pytest.mark.slow
def test_all_random_programs_have_spins_counts() -> None:
    small = {seed: row.counts for seed, row in RECORDED.items() if row.counts.stored <= 3_000}
    assert {seed: ours.count(generate(seed)) for seed in small} == small
