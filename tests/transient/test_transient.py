"""Searches through transient states find what the naive enumeration of paths finds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from holdfast.check.engine import Search
from holdfast.ir.check import check_system
from holdfast.ir.expr_reader import read_expr
from holdfast.ir.read import read_system
from holdfast.ir.system import Property, System
from holdfast.ir.text import show_system
from holdfast.native.run import engine as native_engine
from holdfast.verdict import Failed, Violated
from tests.native.agreement import agree, compiled, interpreted
from tests.transient.graphs import Graph, number_of, random_graph, system_of, with_errors
from tests.transient.judge import Outcome, judge

CASES = 8
ALL_CASES = 2000
AT_ONCE = 200


def assert_as_judged(search: Search, outcome: Outcome) -> None:
    assert [number_of(s) for s in search.states] == outcome.states
    assert search.levels == [outcome.levels[s] for s in outcome.states]
    assert search.generated == outcome.generated
    assert search.violations == outcome.violations
    found = [v for v in (search.verdict, *search.more) if isinstance(v, Violated)]
    lengths = {v.property: len(v.trace.steps) for v in found if v.trace is not None}
    assert lengths == outcome.first


def assert_same(system: System, **options: Any) -> None:
    """Both engines find the same, whether they stop at the first violation or continue."""
    for keep_going in (False, True):
        search = interpreted(system, keep_going=keep_going)
        found = compiled(system, keep_going=keep_going, **options)
        assert (found.verdict, found.more) == (search.verdict, search.more)
        if search.complete:
            assert found.violations == search.violations
            assert found.counts() == search.counts()
            assert found.states == search.states
        else:
            # C goes on to the end of the level.
            assert found.states[: len(search.states)] == search.states[: len(found.states)]


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(s, marks=pytest.mark.slow) for s in (100, 200))]
)
def test_the_interpreter_finds_what_the_judge_finds(first: int) -> None:
    for seed in range(first, first + 100):
        graph = random_graph(seed)
        assert_as_judged(interpreted(system_of(graph), keep_going=True), judge(graph))


@pytest.mark.native
@pytest.mark.parametrize("seed", range(CASES))
def test_generated_code_finds_the_same(seed: int) -> None:
    for flat in (False, True):
        system = system_of(random_graph(seed), flat=flat)
        assert_same(system)
        agree(system)


def exposed(graph: Graph) -> Graph:
    """The same graph without transient states; no invariant or constraint is about these."""
    hidden = graph.transient
    return replace(
        graph, transient=frozenset(), bad=graph.bad - hidden, outside=graph.outside - hidden
    )


def with_step_property(system: System) -> System:
    """The same system with a property about steps, which is true."""
    return replace(system, step_properties=(Property("Any", read_expr("[TRUE]_ (UNCHANGED x)")),))


def test_a_property_of_steps_exposes_transient_states() -> None:
    for seed in range(100):
        graph = random_graph(seed)
        # One without successors is proper, which is found out late, perhaps after a longer trace.
        ends = {s for s in graph.transient if not graph.steps(s)}
        graph = replace(graph, bad=graph.bad - ends)
        search = interpreted(with_step_property(system_of(graph)), keep_going=True)
        assert_as_judged(search, judge(exposed(graph)))


@pytest.mark.native
@pytest.mark.parametrize("seed", range(CASES))
def test_generated_code_exposes_them_as_well(seed: int) -> None:
    graph = random_graph(seed)
    assert_same(with_step_property(system_of(graph)))
    assert_same(with_step_property(system_of(with_errors(graph, seed))))


@pytest.mark.native
@pytest.mark.parametrize("seed", range(CASES))
def test_errors_on_paths_are_the_same(seed: int) -> None:
    for flat in (False, True):
        assert_same(system_of(with_errors(random_graph(seed), seed), flat=flat))


@pytest.mark.native
@pytest.mark.parametrize("seed", range(5))
def test_workers_that_share_levels_find_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native_engine, "_PARALLEL_FROM", 1)
    assert_same(system_of(random_graph(seed), flat=seed > 1), workers=2)


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("first", range(0, ALL_CASES, AT_ONCE))
def test_all_of_them(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_engine, "_PARALLEL_FROM", 1)
    for seed in range(first, first + AT_ONCE):
        graph = random_graph(seed)
        system = system_of(graph, flat=seed % 3 > 0)
        assert_as_judged(interpreted(system, keep_going=True), judge(graph))
        assert_same(system, workers=1 + seed % 2)
        assert_same(system_of(with_errors(graph, seed), flat=seed % 3 > 0), workers=1 + seed % 2)
        assert_same(with_step_property(system), workers=1 + seed % 2)


def test_errors_occur_on_paths() -> None:
    graphs = [with_errors(random_graph(seed), seed) for seed in range(CASES)]
    verdicts = [interpreted(system_of(graph)).verdict for graph in graphs]
    assert sum(isinstance(v, Failed) for v in verdicts) > 1


@pytest.mark.parametrize("seed", range(10))
def test_such_a_system_is_well_formed_and_has_a_text(seed: int) -> None:
    system = system_of(random_graph(seed))
    check_system(system)
    assert read_system(show_system(system)) == system
