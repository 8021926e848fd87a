"""Traces and state graphs in the formats of other tools."""

from __future__ import annotations

import json
from dataclasses import replace

from holdfast.ir.values import Value, model_value
from holdfast.report.dot import dot_lines
from holdfast.report.graph import graph_lines
from holdfast.report.itf import itf_json, show_itf
from holdfast.report.saved import ModelFiles, SavedTrace, read_saved, show_saved
from holdfast.report.sweep import show_sweep, sweep_json
from holdfast.verdict import Step, Trace
from tests.report import answers
from tests.report.answers import GRAPH, TRACE


def test_a_trace_in_itf_has_variables_states_and_what_led_to_them() -> None:
    itf = json.loads(show_itf(TRACE, "wire.tla", "NoOverdrafts"))
    assert itf["#meta"]["format"] == "ITF"
    assert itf["#meta"]["property"] == "NoOverdrafts"
    assert itf["vars"] == ["account", "pc"]
    assert len(itf["states"]) == 5
    assert "loop" not in itf
    assert itf["states"][1] == {
        "#meta": {
            "index": 1,
            "action": "Check",
            "arguments": [{"#bigint": "1"}],
            "step": "Check(1)",
            "location": "specs/wire.tla:4:1",
        },
        "account": {"alice": {"#bigint": "5"}, "bob": {"#bigint": "5"}},
        "pc": {"#tup": ["Withdraw", "Check"]},
    }


def test_a_loop_in_itf_is_an_index_and_stuttering_loops_in_the_last_state() -> None:
    assert itf_json(replace(TRACE, loop=2), "wire.tla")["loop"] == 2
    assert itf_json(replace(TRACE, loop="stutter"), "wire.tla")["loop"] == 4


def test_an_alias_is_told_beside_the_state() -> None:
    step = Step({"x": 1}, alias={"double": 2})
    states = itf_json(Trace((step,)), "a.tla")["states"]
    assert isinstance(states, list)
    assert states[0]["#meta"]["alias"] == {"double": {"#bigint": "2"}}


def test_a_graph_in_dot_marks_initial_states_and_merges_equal_steps() -> None:
    assert list(dot_lines(GRAPH, "wire")) == [
        'digraph "wire" {',
        '  node [shape=box, fontname="monospace"];',
        '  edge [fontname="monospace"];',
        '  0 [label="x = 0\\ls = {}\\l", style=filled, fillcolor=lightgray];',
        '  1 [label="x = 1\\ls = {m, \\"a\\\\\\\\b\\"}\\l"];',
        '  0 -> 1 [label="Up"];',
        '  1 -> 1 [label="Stay"];',
        "}",
    ]


def test_a_graph_in_lines_of_json_has_states_before_steps() -> None:
    head, *rest = map(json.loads, graph_lines(GRAPH, "wire.tla"))
    assert (head["vars"], head["states"], head["edges"]) == (["x", "s"], 2, 3)
    assert rest[0] == {
        "state": 0,
        "initial": True,
        "values": {"x": {"#bigint": "0"}, "s": {"#set": []}},
    }
    assert rest[1]["initial"] is False
    assert rest[2] == {"from": 0, "to": 1, "action": "Up"}


def test_a_kept_trace_comes_back_as_it_was() -> None:
    model = ModelFiles("a.tla", "b.cfg", {"N": "3"}, ("lib",))
    state: dict[str, Value] = {"m": model_value("a"), "s": "a", **answers.WIDE}
    saved = SavedTrace(model, "Inv", ("initial", "Next"), (state, TRACE.steps[0].state))
    text = show_saved(saved)
    assert read_saved(text) == saved
    # An earlier version wrote the same data with a line for each value.
    assert read_saved(json.dumps(json.loads(text), indent=1)) == saved
    assert read_saved(text[:-9]) is None


def test_something_else_is_no_kept_trace() -> None:
    assert read_saved("{") is None
    assert read_saved("[]") is None
    assert read_saved('{"spec": "a.tla"}') is None


def test_a_sweep_is_a_table() -> None:
    runs = [
        ({"N": "2"}, answers.HOLDS),
        ({"N": "10"}, answers.VIOLATED),
        ({"N": "3"}, answers.OPEN),
    ]
    assert show_sweep(["N"], runs).splitlines() == [
        "  N   verdict                       distinct  generated  depth  seconds",
        "  2   exhausted                        1,029      2,101      7     1.50",
        "  10  violated: NoOverdrafts              35         61      5     0.12",
        "  3   unknown, without Termination        35         61      5     0.00",
    ]


def test_a_sweep_in_json_has_an_object_for_each_run() -> None:
    found = sweep_json([({"N": "2"}, answers.HOLDS), ({"N": "3"}, answers.VIOLATED)])
    assert json.loads(json.dumps(found))[1]["constants"] == {"N": "3"}
    assert [run["exit"] for run in found if isinstance(run, dict)] == [0, 12]
