"""Paths through transient states: long ones, ones that return, ones without end."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.check.simulate import simulate
from holdfast.check.simulation import SimulationOptions
from holdfast.ir.coverage import ActionCoverage
from holdfast.ir.expr_reader import read_expr
from holdfast.ir.read import read_system
from holdfast.ir.system import Property, System
from holdfast.ir.tla_module import tla_module
from holdfast.limits import Limits
from holdfast.passes.pipeline import run_pipeline
from holdfast.prove.options import ProofOptions
from holdfast.prove.prove import prove
from holdfast.source import SpecError
from holdfast.verdict import Answer, Exhausted, Unknown, Violated
from tests.transient.graphs import random_graph, system_of

both_engines = pytest.mark.parametrize(
    "engine", ["interp", pytest.param("native", marks=pytest.mark.native)]
)
LONG = """
system Long
variables n, m
init
  sequence
    assign n = 0
    assign m = 0
action Count
  sequence
    test n < LENGTH
    assign n' = n + 1
    assign m' = n * 1000000000000
transient
  n > 0 /\\ n < LENGTH
invariant Proper
  n = 0 \\/ n = LENGTH
"""
CHOICES = """
system Choices
variables n, bit
init
  sequence
    assign n = 0
    assign bit = 0
action Choose
  sequence
    test n < LENGTH
    assign n' = n + 1
    assign bit' \\in {0, 1}
action Stop
  sequence
    test n = LENGTH
    keep n, bit
transient
  n > 0 /\\ n < LENGTH
"""
CIRCLE = """
system Circle
variables n
init
  assign n = 0
action Next
  branch
    sequence
      test n < 4
      assign n' = IF n = 3 THEN 1 ELSE n + 1
    sequence
      test n = 2
      assign n' = 9
action Stay
  sequence
    test n = 9
    keep n
transient
  n \\in {1, 2, 3}
"""
STUCK = """
system Stuck
variables n
init
  assign n = 0
action Next
  sequence
    test n < 2
    assign n' = n + 1
transient
  n > 0
invariant Small
  n < 2
"""


def read(text: str, length: int = 3) -> System:
    return run_pipeline(read_system(text.replace("LENGTH", str(length))))


def checked(system: System, engine: str, limits: Limits | None = None, **options: bool) -> Answer:
    given = DEFAULTS if limits is None else replace(DEFAULTS, limits=limits)
    return check(system, replace(given, engine=engine, **options))  # type: ignore[arg-type]  # of the fields


@pytest.mark.slow
@both_engines
def test_a_long_path_is_one_step(engine: str) -> None:
    answer = checked(read(LONG, 5000), engine)
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.property == "deadlock"
    assert answer.verdict.trace is not None
    assert [step.state["n"] for step in answer.verdict.trace.steps] == list(range(5001))
    assert {step.action for step in answer.verdict.trace.steps[1:]} == {"Count"}
    assert (answer.counts.distinct, answer.counts.generated, answer.counts.depth) == (2, 2, 2)


@pytest.mark.native
def test_the_length_of_a_path_is_not_limited_by_the_stack() -> None:
    system = replace(read(LONG, 200_000), check_deadlock=False)
    answer = checked(system, "native")
    assert isinstance(answer.verdict, Exhausted)
    assert answer.counts.distinct == 2


@both_engines
def test_every_path_counts(engine: str) -> None:
    answer = checked(read(CHOICES, 8), engine)
    assert answer.counts.distinct == 3
    assert answer.counts.generated == 1 + 2**8 + 2


@both_engines
def test_a_time_limit_ends_a_search_among_paths(engine: str) -> None:
    began = time.monotonic()
    answer = checked(read(CHOICES, 60), engine, Limits(seconds=0.5))
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.cause == "time"
    assert time.monotonic() - began < 15


@both_engines
def test_a_path_ends_where_it_returns(engine: str) -> None:
    answer = checked(read(CIRCLE), engine)
    assert isinstance(answer.verdict, Exhausted)
    # 0, 1, 2, 3, 1 ends; 0, 1, 2, 9 is a step.
    assert (answer.counts.distinct, answer.counts.generated) == (2, 3)


@both_engines
def test_a_transient_state_without_successors_is_a_state(engine: str) -> None:
    answer = checked(read(STUCK), engine, keep_going=True)
    assert dict(answer.violations) == {"Small": 1, "deadlock": 1}
    assert answer.counts.distinct == 2
    ends = replace(read(STUCK), may_end=read_expr("n = 2"), invariants=())
    assert isinstance(checked(ends, engine).verdict, Exhausted)


@both_engines
def test_a_property_of_steps_sees_transient_states(engine: str) -> None:
    system = read(STUCK + "property Up\n  [] [(n' > n)]_ n\n")
    answer = checked(system, engine, keep_going=True)
    assert answer.counts.distinct == 3
    assert any("temporal" in warning for warning in answer.warnings)
    # A state without successors is proper, although it is transient.
    assert dict(answer.violations) == {"Small": 1, "deadlock": 1}


@both_engines
def test_simulated_behaviours_have_transient_states(engine: str) -> None:
    options = SimulationOptions(traces=2, depth=100, engine=engine)
    found = simulate(replace(read(LONG, 50), check_deadlock=False), options)
    assert found.statistics.longest == 50
    assert not isinstance(found.verdict, Violated)


@pytest.mark.native
@pytest.mark.parametrize("seed", range(12))
def test_both_engines_simulate_the_same(seed: int) -> None:
    options = SimulationOptions(traces=30, depth=20, seed=seed)
    system = system_of(random_graph(seed))
    slow, fast = (simulate(system, replace(options, engine=e)) for e in ("interp", "native"))
    assert slow.verdict == fast.verdict
    assert slow.statistics == fast.statistics


@pytest.mark.native
@pytest.mark.parametrize("seed", range(9))
def test_both_engines_count_the_same_evaluations(seed: int) -> None:
    system = system_of(random_graph(seed))
    options = replace(DEFAULTS, keep_going=True, coverage=True)
    answers = [check(system, replace(options, engine=e)) for e in ("interp", "native")]
    slow, fast = ([replace(row, share=0) for row in actions(each)] for each in answers)
    assert slow == fast


def actions(answer: Answer) -> list[ActionCoverage]:
    assert answer.coverage is not None
    return [answer.coverage.initial, *answer.coverage.actions]


def test_a_view_is_not_supported_with_transient_states() -> None:
    system = replace(read(CIRCLE), view=Property("View", read_expr("n")))
    with pytest.raises(SpecError, match="VIEW View is not supported with transient states"):
        check(system)


@pytest.mark.smt
def test_transient_states_cannot_be_proved_about() -> None:
    with pytest.raises(SpecError, match="transient states"):
        prove(read(STUCK), ProofOptions())


def test_tla_text_cannot_express_transient_states() -> None:
    with pytest.raises(SpecError, match="cannot express transient states"):
        tla_module(read_system(STUCK))
