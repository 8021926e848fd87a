"""Searches through transient states find what the naive enumeration of paths finds."""

from __future__ import annotations

import pytest

from holdfast.check.engine import Search
from holdfast.verdict import Violated
from tests.native.agreement import interpreted
from tests.transient.graphs import number_of, random_graph, system_of
from tests.transient.judge import Outcome, judge

RANDOM = 300


def assert_as_judged(search: Search, outcome: Outcome) -> None:
    assert [number_of(s) for s in search.states] == outcome.states
    assert search.levels == [outcome.levels[s] for s in outcome.states]
    assert search.generated == outcome.generated
    assert search.violations == outcome.violations
    found = [v for v in (search.verdict, *search.more) if isinstance(v, Violated)]
    lengths = {v.property: len(v.trace.steps) for v in found if v.trace is not None}
    assert lengths == outcome.first


@pytest.mark.parametrize("seed", range(RANDOM))
def test_the_interpreter_finds_what_the_judge_finds(seed: int) -> None:
    graph = random_graph(seed)
    assert_as_judged(interpreted(system_of(graph), keep_going=True), judge(graph))
