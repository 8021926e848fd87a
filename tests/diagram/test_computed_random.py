"""Computed diagrams of random systems cover every behaviour, and prove only what holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagram import random_specs
from tests.diagram.random_instances import compare


@pytest.mark.parametrize("block", range(5))
def test_computed_diagrams_cover_every_behaviour_and_prove_only_what_holds(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        compare(seed)


@pytest.mark.parametrize("block", range(5))
def test_if_predicates_tell_all_states_apart_diagrams_prove_all_that_holds(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        compare(seed, exact=True)


@pytest.mark.native
@pytest.mark.parametrize("block", range(3))
def test_computed_diagrams_of_random_specs_prove_only_what_holds(
    block: int, tmp_path: Path
) -> None:
    for seed in range(5 * block, 5 * block + 5):
        random_specs.compare(seed, tmp_path)
