"""Random systems: diagrams are accepted and rejected as a slow judge says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagram.random_cases import compare, generate, naive_kinds, variants


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_engines_agree_with_a_slow_judge(tmp_path: Path, first: int) -> None:
    for seed in range(first, first + 20):
        engine = "native" if seed % 10 == 0 else "interp"
        assert compare(seed, tmp_path, engine, few=True) == []


@pytest.mark.smt
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 220))
def test_solvers_agree_with_a_slow_judge(tmp_path: Path, seed: int) -> None:
    assert compare(seed, tmp_path, "interp", solvers=True) == []


def test_the_cases_are_not_all_alike() -> None:
    """Removed edges matter in some cases and not in others, and so do all kinds of conditions."""
    found = [
        naive_kinds(case, diagram)
        for case in map(generate, range(40))
        for diagram in list(variants(case))[1:]
    ]
    assert set().union(*found) == {"O1", "O2", "O3", "O4b"}
    assert any(not kinds for kinds in found)
