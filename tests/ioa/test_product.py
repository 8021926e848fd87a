"""Compositions of I/O automata are the textbook product, on random files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.ioa.answers import ENGINES, differences
from tests.ioa.random_compositions import generate
from tests.ioa.statistics import features

CASES = 9
ALL_CASES = 500
AT_ONCE = 50


def found_wrong(cases: range, folder: Path) -> list[str]:
    return [
        f"seed {seed}: {text}\n{case}"
        for seed in cases
        for case in [generate(seed)]
        for text in differences(case, folder, ENGINES, Counter())
    ]


@pytest.mark.native
@pytest.mark.parametrize("first", range(0, CASES, CASES // 3))
def test_the_system_is_the_textbook_product(first: int, tmp_path: Path) -> None:
    wrong = found_wrong(range(first, first + CASES // 3), tmp_path)
    assert not wrong, wrong[0]


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("first", range(CASES, ALL_CASES, AT_ONCE))
def test_the_system_is_the_textbook_product_for_all(first: int, tmp_path: Path) -> None:
    wrong = found_wrong(range(first, min(first + AT_ONCE, ALL_CASES)), tmp_path)
    assert not wrong, wrong[0]


@pytest.mark.native
def test_a_number_that_leaves_its_range_inside_an_effect(tmp_path: Path) -> None:
    wrong = found_wrong(range(644, 645), tmp_path)
    assert not wrong, wrong[0]


def test_the_cases_have_what_makes_composition_hard() -> None:
    counts = Counter(feature for seed in range(30) for feature in set(features(generate(seed))))
    for feature in (
        "a step of an output and an input",
        "a step of the environment",
        "an internal step",
        "a hidden step",
        "several initial states",
        "an action that is input and output of one automaton",
        "alternative definitions of an action",
        "an action with several results",
        "a composition of compositions",
        "a sequence of components",
        "several instances of one automaton",
        "an invariant is violated",
        "all invariants hold",
    ):
        assert counts[feature] >= 2, feature


def test_a_seed_gives_the_same_file() -> None:
    assert generate(3).text == generate(3).text


def test_a_wrong_state_step_or_verdict_is_a_difference(tmp_path: Path) -> None:
    case = next(
        c for c in map(generate, range(100)) if c.explored.violated and len(c.explored.states) > 3
    )
    explored = case.explored
    fewer_steps = replace(explored, steps=set(sorted(explored.steps, key=repr)[1:]))
    more_states = replace(explored, states=[*explored.states, {"nowhere": 0}])
    no_violation = replace(explored, violated={})
    for wrong, text in (
        (fewer_steps, "step"),
        (more_states, "states missing"),
        (no_violation, "violated"),
    ):
        found = list(differences(replace(case, explored=wrong), tmp_path, ("interp",), Counter()))
        assert any(text in difference for difference in found), found
