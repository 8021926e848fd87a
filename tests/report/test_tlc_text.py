"""TLC's messages about results that need no search: lassos, limits, long values, statistics."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.values import model_value
from holdfast.report.tlc_messages import Code, Message, Printed, Severity, warning
from holdfast.report.tlc_text import Manner, finished, progress, result_messages
from holdfast.report.tlc_trace import json_trace, tla_trace
from holdfast.report.tlc_values import tlc_state, tlc_value
from holdfast.source import Source, Span
from holdfast.verdict import (
    Answer,
    Counts,
    Exhausted,
    Kind,
    Step,
    Trace,
    Unchecked,
    Unknown,
    Violated,
)

SOURCE = Source("folder/Clock.tla", "Tick == h' = h + 1\n")
TICK = Step({"h": 1}, "Tick", (), Span(SOURCE, 0, 18), formula=Span(SOURCE, 8, 18), alias=None)
NOW = Manner(lambda: "NOW")
TOOL = replace(NOW, tool=True)
COUNTS = Counts(generated=1200, distinct=1000, depth=7, initial=1)


def _lasso(loop: object) -> Answer:
    steps = (Step({"h": 0}), TICK, replace(TICK, state={"h": 2}, action="Tick:4"))
    closing = replace(TICK, arguments=(3, "a")) if loop == 1 else None
    trace = Trace(steps, loop, closing)  # type: ignore[arg-type]  # a parameter of the tests
    return Answer(Violated("temporal", "Live", trace), COUNTS)


def _text(answer: Answer, manner: Manner = NOW) -> str:
    printed = Printed(tool=manner.tool)
    found = result_messages(answer, manner)
    return "".join(f"{line}\n" for output in found for line in printed.lines(output))


def test_a_lasso_ends_with_the_step_back() -> None:
    place = "line 1, col 9 to line 1, col 18 of module Clock>"
    assert _text(_lasso(1)).splitlines()[2:] == [
        "Progress(7) at NOW: 1,200 states generated, 1,000 distinct states found, 0 states left on"
        " queue.",
        "Checking temporal properties for the complete state space with 1000 total distinct states"
        " at (NOW)",
        "Error: Temporal property Live was violated.",
        "",
        "Error: The following behavior constitutes a counter-example:",
        "",
        "State 1: <Initial predicate>",
        "h = 0",
        "",
        f"State 2: <Tick {place}",
        "h = 1",
        "",
        f"State 3: <Tick {place}",
        "h = 2",
        "",
        f'Back to state 2: <Tick(3,"a") {place}',
        "",
        "Finished checking temporal properties in 00s at NOW",
        "1200 states generated, 1000 distinct states found, 0 states left on queue.",
        "The depth of the complete state graph search is 7.",
    ]


def test_the_step_back_has_another_form_in_tool_mode() -> None:
    text = _text(_lasso(1), TOOL)
    assert "@!@!@STARTMSG 2122:4 @!@!@\n2: Back to state: <Tick(3," in text
    assert "@!@!@STARTMSG 2122:4 @!@!@\n1: Back to state\n" in _text(_lasso(0), TOOL)
    assert "Back to state 1\n" in _text(_lasso(0))


def test_stuttering_is_a_state_of_its_own() -> None:
    assert "\nState 4: Stuttering\nFinished checking" in _text(_lasso("stutter"))
    assert "@!@!@STARTMSG 2218:4 @!@!@\n4: Stuttering\n" in _text(_lasso("stutter"), TOOL)


@pytest.mark.parametrize(("loop", "edge"), [(1, (3, "Tick", 2)), ("stutter", (3, "Stuttering", 3))])
def test_the_file_of_a_lasso_has_the_step_that_closes_it(
    loop: object, edge: tuple[int, str, int]
) -> None:
    verdict = _lasso(loop).verdict
    assert isinstance(verdict, Violated)
    assert verdict.trace is not None
    found = json.loads(json_trace(verdict.trace))["counterexample"]
    assert [number for number, _ in found["state"]] == [1, 2, 3]
    edges = [(before[0], action["name"], after[0]) for before, action, after in found["action"]]
    assert edges == [(1, "Tick", 2), (2, "Tick", 3), edge]
    assert "CounterExample ==" in tla_trace(verdict.trace, "Found")


def test_temporal_properties_that_hold_are_mentioned_before_the_success() -> None:
    checked = replace(TOOL, temporal=True)
    found = result_messages(Answer(Exhausted(), COUNTS), checked)
    codes = [m.code for m in found if isinstance(m, Message)]
    assert codes == [2189, 2190, 2200, 2192, 2267, 2193, 2200, 2199, 2194]


def test_what_was_not_checked_is_an_error_and_never_a_success() -> None:
    unchecked = (Unchecked("Live", "there is no time"),)
    for answer in (
        Answer(Exhausted(), not_checked=unchecked),
        Answer(Unknown(cause="not-checked", reason="Live"), not_checked=unchecked),
    ):
        text = _text(answer)
        assert "Error: TLC cannot handle the temporal formula Live:\nthere is no time\n" in text
        assert "No error has been found" not in text


@pytest.mark.parametrize("cause", ["memory", "cancelled", "time", "exit"])
def test_a_search_that_ends_early_is_no_success(cause: str) -> None:
    verdict = Unknown(cause=cause, reason="stopped")  # type: ignore[arg-type]  # one of its values
    text = _text(Answer(verdict, replace(COUNTS, queue=5)))
    assert "Model checking is not complete: stopped." in text
    assert "5 states left on queue." in text
    assert "No error has been found" not in text


@pytest.mark.parametrize(
    ("kind", "head"),
    [
        ("invariant", "Error: Invariant P is violated by the initial state:\nh = 0\n\n"),
        ("temporal", "Error: Property P is violated by the initial state:\nh = 0\n\n"),
    ],
)
def test_a_false_initial_state_ends_the_output(kind: Kind, head: str) -> None:
    answer = Answer(Violated(kind, "P", Trace((Step({"h": 0}),))), COUNTS, complete=False)
    assert _text(answer) == f"Computing initial states...\n{head}"


def test_the_first_warning_explains_how_to_disable_warnings() -> None:
    printed = Printed()
    first, second = [*printed.lines(warning("a")), *printed.lines(warning("b"))]
    assert first == "Warning: a\n(Use the -nowarning option to disable this warning.)"
    assert second == "Warning: b"
    assert not list(Printed(warnings=False).lines(warning("a")))


def test_suppression_never_hides_an_error() -> None:
    printed = Printed(suppressed=frozenset((Code.DEADLOCK, Code.DEPTH)))
    wrong = Message(Code.DEADLOCK, "Deadlock reached.", Severity.ERROR)
    assert list(printed.lines(wrong)) == ["Error: Deadlock reached."]
    assert not list(printed.lines(Message(Code.DEPTH, "7")))


def test_progress_and_durations() -> None:
    text = progress(replace(COUNTS, queue=3), NOW, 30.0).text
    assert (
        "1,200 states generated (2,400 s/min), 1,000 distinct states found (2,000 ds/min)" in text
    )
    for seconds, said in ((5, "05s"), (65, "01min 05s"), (3700, "01h 01min"), (90000, "1d 01h")):
        assert finished(seconds, NOW).text == f"Finished in {said} at (NOW)"
    assert finished(1.5, TOOL).text == "Finished in 1500ms at (NOW)"


def test_a_value_that_fits_is_on_one_line() -> None:
    value = record_of({"f": set_of([1, 2]), "g": (model_value("a"), "b")})
    assert tlc_value(value) == '[f |-> {1, 2}, g |-> <<a, "b">>]'


def test_a_long_value_has_a_line_for_each_part() -> None:
    text = "x" * 30
    assert tlc_value((text, text, text)) == f'<< "{text}",\n   "{text}",\n   "{text}" >>'
    assert tlc_value(set_of([f"{text}{n}" for n in (1, 2, 3)])).startswith(f'{{ "{text}')
    long = record_of({"name": (text, text, text), "one": 1})
    inner = f'<< "{text}",\n         "{text}",\n         "{text}" >>'
    assert sorted(tlc_value(long)[2:-2].split(",\n  ")) == sorted(
        [*f"name |->\n      {inner}".split(",\n  "), "one |-> 1"]
    )
    function = function_from([(1, text), (3, text), (5, text)])
    assert tlc_value(function) == f'( 1 :> "{text}" @@\n  3 :> "{text}" @@\n  5 :> "{text}" )'


def test_a_state_with_one_variable_has_no_bullet() -> None:
    assert tlc_state({"x": 1}) == "x = 1\n"
    assert tlc_state({"x": 1, "y": 2}) == "/\\ x = 1\n/\\ y = 2\n"
    assert tlc_state({"x": 1, "y": 2}, {"x": 1, "y": 1}) == "/\\ y = 2\n"
