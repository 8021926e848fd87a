"""States compared in full and by fingerprint: the same search, on every model of the suite."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import holdfast
from bench.suite import Entry, read_suite
from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.workbench import prepare

pytestmark = pytest.mark.native

ROOT = Path(__file__).parent.parent.parent
SUITE = read_suite(ROOT / "bench" / "suite.toml", ROOT / "specs")
SMALL = 20_000
"""So many states of each model are looked at in every run of the tests."""


def system_of(entry: Entry) -> System:
    path = entry.folder / f"{entry.module}.tla"
    config = entry.folder / f"{entry.config}.cfg"
    return prepare(holdfast.load(path, config=config, constants=entry.constants)).system


def agree(system: System, depth: int | None) -> int:
    """Whether both ways to compare give the same answer; how many states they know."""
    if system.symmetry is not None:
        pytest.skip("under SYMMETRY states are compared by fingerprints")
    options = replace(DEFAULTS, engine="native", limits=Limits(depth=depth))
    mine, exact = check(system, options), check(system, replace(options, exact=True))
    free = {"seconds": 0.0, "collision_probability": 0.0}
    assert replace(mine, **free) == replace(exact, **free)  # type: ignore[arg-type]  # fields
    assert exact.collision_probability == 0
    return mine.counts.distinct


@pytest.mark.parametrize("entry", SUITE, ids=lambda entry: entry.name)
def test_the_first_levels_are_the_same_with_exact_comparison(entry: Entry) -> None:
    system, depth, known = system_of(entry), 1, 0
    while known < SMALL and depth < 100:
        depth = depth * 2
        known = check(
            system, replace(DEFAULTS, limits=Limits(depth=depth, states=SMALL))
        ).counts.distinct
    agree(system, max(depth // 2, 1))


@pytest.mark.slow
@pytest.mark.parametrize("entry", SUITE, ids=lambda entry: entry.name)
def test_every_state_is_the_same_with_exact_comparison(entry: Entry) -> None:
    assert agree(system_of(entry), None) > SMALL
