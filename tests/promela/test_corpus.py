"""Spin's own examples have the counts that Spin reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.promela import ours, spin
from tests.promela.corpus import FOLDER, VARIABLE, Figures, read_figures
from tests.promela.ours import holds

QUICK = 1_000
HUGE = 100_000
"""More stored states than this take minutes."""

needs_examples = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"set {VARIABLE} to a folder")


def models(largest: int) -> Iterator[Any]:
    """The models with at most this many states; larger ones are slow."""
    for name, figures in read_figures().items():
        marks = [pytest.mark.slow] if figures.stored > QUICK else []
        if figures.stored <= largest:
            yield pytest.param(name, figures, id=name, marks=marks)


def test_the_figures_cover_the_examples() -> None:
    figures = read_figures()
    assert len(figures) > 60
    assert all(one.transitions >= one.stored > 0 for one in figures.values())
    assert sum(len(one.ltl) for one in figures.values()) == 19


@needs_examples
@pytest.mark.parametrize(("name", "figures"), list(models(HUGE)))
def test_an_example_has_spins_counts(name: str, figures: Figures) -> None:
    assert ours.count(FOLDER / name) == figures[:3]


@needs_examples
@spin.needs_spin
@pytest.mark.spin
@pytest.mark.slow
@pytest.mark.parametrize(("name", "figures"), list(models(HUGE)))
def test_the_figures_are_spins(name: str, figures: Figures) -> None:
    found = spin.count(FOLDER / name, seconds=120, optimise=1)
    assert (found.stored, found.transitions, found.errors) == figures[:3]


def properties() -> list[Any]:
    """The `ltl` properties of the examples; those of large models are slow."""
    found = []
    for name, figures in read_figures().items():
        marks = [pytest.mark.slow] if figures.stored > QUICK else []
        for formula, verdict in figures.ltl.items():
            if figures.stored <= HUGE:
                found.append(pytest.param(name, formula, verdict, marks=marks))
    return found


@needs_examples
@pytest.mark.parametrize(("name", "formula", "verdict"), properties())
def test_a_property_of_an_example_has_spins_verdict(name: str, formula: str, verdict: bool) -> None:
    assert holds(FOLDER / name, formula) is verdict
