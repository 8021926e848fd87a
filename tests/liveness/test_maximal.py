"""Engines agree with the judge about maximal behaviours and formulas of linear time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.ir.read import read_system
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import SpecError
from holdfast.verdict import Answer, Exhausted, Trace, Unknown, Violated
from tests.liveness.maximal import ENGINES, disagreement, generate

INTERPRETED = 150
COMPILED = 30
ALL_CASES = 3000
AT_ONCE = 250

both_engines = pytest.mark.parametrize(
    "engine", ["interp", pytest.param("native", marks=pytest.mark.native)]
)
COUNTER = """
system Counter
variables n
behaviours maximal
deadlock ignored
init
  assign n = 0
action Up
  sequence
    test n < 3
    assign n' = n + 1
action Idle
  sequence
    test n = 3
    keep n
"""


def system(*more: str, text: str = COUNTER) -> System:
    return run_pipeline(read_system(text + "".join(f"{each}\n" for each in more)))


def checked(asked: System, engine: str, limits: Limits | None = None) -> Answer:
    given = DEFAULTS if limits is None else replace(DEFAULTS, limits=limits)
    return check(asked, replace(given, engine=engine))


def trace_of(answer: Answer) -> Trace:
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.trace is not None
    return answer.verdict.trace


def test_the_interpreter_agrees_with_the_judge() -> None:
    for case in map(generate, range(INTERPRETED)):
        assert disagreement(case, "interp") is None, case


@pytest.mark.native
def test_generated_code_agrees_with_the_judge() -> None:
    for case in map(generate, range(COMPILED)):
        assert disagreement(case, "native") is None, case


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("first", range(0, ALL_CASES, AT_ONCE))
def test_engines_agree_with_the_judge_about_all(first: int) -> None:
    for case in map(generate, range(first, first + AT_ONCE)):
        for engine in ENGINES:
            assert disagreement(case, engine) is None, case


@both_engines
def test_behaviours_do_not_stop_where_they_can_go_on(engine: str) -> None:
    assert isinstance(checked(system("property P", "  <> (n = 3)"), engine).verdict, Exhausted)
    # The same steps with stuttering at will.
    may_stop = replace(system("property P", "  <> (n = 3)"), maximal=False)
    assert trace_of(checked(may_stop, engine)).loop == "stutter"


@both_engines
def test_a_step_that_changes_nothing_is_a_step(engine: str) -> None:
    trace = trace_of(checked(system("property P", "  <> (n = 4)"), engine))
    assert trace.loop == 3
    assert trace.closing is not None
    assert trace.closing.action == "Idle"


@both_engines
def test_a_state_without_successors_stutters(engine: str) -> None:
    text = COUNTER[: COUNTER.index("action Idle")]
    trace = trace_of(checked(system("property P", "  <> (n = 4)", text=text), engine))
    assert (len(trace), trace.loop) == (4, "stutter")
    assert isinstance(
        checked(system("property P", "  <> [] (n = 3)", text=text), engine).verdict, Exhausted
    )


@both_engines
def test_a_state_that_was_not_expanded_does_not_stutter(engine: str) -> None:
    answer = checked(system("property P", "  <> (n = 3)"), engine, Limits(depth=2))
    assert not isinstance(answer.verdict, Violated | Exhausted)
    assert isinstance(
        checked(system("property P", "  <> (n = 3)"), engine, Limits(states=1)).verdict,
        Unknown | Exhausted,
    )


@both_engines
def test_a_fair_action_need_not_change_anything(engine: str) -> None:
    text = """
system Two
variables n
behaviours maximal
init
  assign n = 0
action Idle
  keep n
action Leave
  sequence
    test n = 0
    assign n' = 1
property P
  <> (n = 1)
"""
    idle = "fairness", "  #WEAK_FAIR(UNCHANGED n, ENABLED (UNCHANGED n))"
    leave = "fairness", "  #WEAK_FAIR(n = 0 /\\ n' = 1, ENABLED (n = 0 /\\ n' = 1))"
    assert trace_of(checked(system(text=text), engine)).loop == 0
    assert trace_of(checked(system(*idle, text=text), engine)).loop == 0
    assert isinstance(checked(system(*idle, *leave, text=text), engine).verdict, Exhausted)


@both_engines
def test_linear_time(engine: str) -> None:
    formulas = {
        "#UNTIL(n < 3, n = 3)": True,
        "#UNTIL(n < 2, n = 3)": False,
        "#WEAK_UNTIL(n < 4, n = 9)": True,
        "#RELEASE(n = 2, n < 3)": True,
        "#RELEASE(n = 3, n < 3)": False,
        "#NEXT(n = 1)": True,
        "#NEXT(#NEXT(n = 1))": False,
        "[] ((n < 3) => #NEXT(n > 0))": True,
        "<> ((n = 1) /\\ #NEXT(n = 1))": False,
    }
    for text, expected in formulas.items():
        answer = checked(system("property P", f"  {text}"), engine)
        assert isinstance(answer.verdict, Exhausted) is expected, text


def test_behaviours_that_stutter_have_no_next_state() -> None:
    asked = replace(system("property P", "  #NEXT(n = 1)"), maximal=False)
    with pytest.raises(SpecError, match="stutter"):
        checked(asked, "interp")


@both_engines
def test_a_temporal_property_is_about_transient_states(engine: str) -> None:
    transient = "transient", "  n = 1 \\/ n = 2"
    always = system(*transient, "property P", "  [] (n /= 2)")
    assert len(trace_of(checked(always, engine))) == 3
    invariant = system(*transient, "invariant P", "  n /= 2")
    assert isinstance(checked(invariant, engine).verdict, Exhausted)
    both = system(*transient, "invariant P", "  n /= 2", "property Q", "  <> (n = 2)")
    assert isinstance(checked(both, engine).verdict, Exhausted)
    assert checked(both, engine).counts.distinct == 4
    assert checked(invariant, engine).counts.distinct == 2
