"""Claims on random diagrams are decided as a slow judge decides them."""

from __future__ import annotations

import pytest

from tests.diagram.random_diagrams import disagreement, generate


@pytest.mark.parametrize("first", range(0, 500, 50))
def test_claims_are_decided_as_the_judge_decides_them(first: int) -> None:
    wrong = [disagreement(generate(seed)) for seed in range(first, first + 50)]
    assert not [each for each in wrong if each is not None]


def test_the_random_cases_have_counterexamples_of_several_lengths_and_none() -> None:
    lengths = {generate(seed).shortest for seed in range(150)}
    assert {None, 1, 2, 3} <= lengths
