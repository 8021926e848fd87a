"""`holdfast trace` decides whether a trace is a behaviour of a spec."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Holdfast, Outcome
from tests.cli.queue_spec import GOOD, MODEL, QUEUE, state
from tests.cli.specs import write


@pytest.fixture(autouse=True)
def specs(tmp_path: Path) -> None:
    write(tmp_path, Queue_tla=QUEUE, Queue_cfg=MODEL)


@pytest.fixture
def trace(holdfast: Holdfast) -> Any:
    """Validate an ITF trace with these states."""

    def call(states: list[Any], *args: str, **more: Any) -> Outcome:
        itf = {"#meta": {}, "vars": ["queue", "served", "state"], "states": states, **more}
        Path("t.itf.json").write_text(json.dumps(itf), encoding="utf-8")
        return holdfast("trace", "t.itf.json", "--spec", "Queue.tla", *args)

    return call


def test_a_behaviour_is_valid_and_its_actions_are_named(trace: Any) -> None:
    done = trace(GOOD, "--json")
    found = done.json["trace"]
    assert (done.exit, done.json["verdict"], found["valid"]) == (0, "proved", True)
    assert (found["matched"], found["length"], found["format"]) == (4, 4, "ITF")
    steps = [step["action"] for step in found["trace"]["steps"]]
    assert steps == [None, "Ask(b)", "Ask(a)", "Serve"]


def test_a_step_that_changes_nothing_is_allowed(trace: Any) -> None:
    found = trace([GOOD[0], GOOD[0], GOOD[1]], "--json").json["trace"]
    steps = [step["action"] for step in found["trace"]["steps"]]
    assert (found["valid"], steps) == (True, [None, "stuttering", "Ask(b)"])


def test_a_wrong_first_state_is_explained(trace: Any) -> None:
    done = trace([state(["a"], [], "idle", "idle")])
    assert done.exit == 13
    assert "state 1 is not an initial state" in done.out
    assert 'initial  queue = <<>>, where the trace has {"#tup": ["a"]}' in done.out
    assert "queue = <<>> /\\ served" in done.out
    assert "^^^^^^^^^^^^ is FALSE: queue = <<a>>" in done.out


def test_an_impossible_step_is_explained_by_what_is_allowed_and_by_conjuncts(trace: Any) -> None:
    done = trace([*GOOD[:3], state(["b"], ["a"], "done", "waiting")])
    assert done.exit == 13
    assert "the step to state 4 is not a step of the spec" in done.out
    assert "the spec allows 1 step there" in done.out
    assert 'served = {b}, where the trace has {"#set": ["a"]}' in done.out
    assert "Serve: `served' = served \\union {Head(queue)}` is FALSE: served' = {a}" in done.out
    assert '`state[c] = "idle"` is FALSE for each of 2 choices' in done.out


def test_json_has_the_prefix_and_the_alternatives(trace: Any) -> None:
    found = trace([*GOOD[:3], state(["a", "b"], [], "waiting", "waiting")], "--json").json
    assert (found["exit"], found["verdict"], found["kind"]) == (13, "violated", "action")
    assert found["trace"]["matched"] == 3
    (serve,) = found["trace"]["alternatives"]
    assert serve["action"] == "Serve"
    assert [m["part"] for m in serve["mismatches"]] == ["queue", "served", "state"]
    assert [r["action"] for r in found["trace"]["refusals"]] == ["Serve", "Ask", "Reset"]


def test_a_wrong_type_of_value_does_not_match(trace: Any) -> None:
    wrong = {**GOOD[1], "queue": {"#set": ["b"]}}
    done = trace([GOOD[0], wrong])
    assert done.exit == 13
    assert 'queue = <<b>>, where the trace has {"#set": ["b"]}' in done.out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"queue": None}, "state 2 of t.itf.json lacks the variable `queue`"),
        ({"more": 3}, "state 2 of t.itf.json has `more`, which is no variable"),
    ],
)
def test_the_variables_are_those_of_the_spec(
    trace: Any, change: dict[str, Any], message: str
) -> None:
    changed = {n: v for n, v in {**GOOD[1], **change}.items() if v is not None}
    done = trace([GOOD[0], changed])
    assert done.exit == 150
    assert message in done.err


def test_a_value_that_is_not_serialised_matches_every_value(trace: Any) -> None:
    hidden = {"#unserializable": "?"}
    done = trace([GOOD[0], {**GOOD[1], "queue": hidden}, {**GOOD[2], "queue": hidden}], "--json")
    steps = done.json["trace"]["trace"]["steps"]
    assert steps[2]["state"]["queue"] == {"#tup": ["b", "a"]}


def test_a_loop_closes_or_does_not(trace: Any) -> None:
    loop = [*GOOD[:2], state([], ["b"], "idle", "done")]
    done = trace(loop, loop=0)
    assert (done.exit, "its loop closes" in done.out) == (0, True)
    assert "fairness was not checked" in done.out
    assert "back to state 1" in done.out
    done = trace(loop, loop=1)
    assert done.exit == 13
    assert "no step leads from the last state back to state 2" in done.out
    assert "Reset(b)" in done.out
    assert trace(loop, "--json", loop=2).json["trace"]["loop_closes"] is True


def test_a_loop_that_does_not_close_explains_each_action(trace: Any) -> None:
    found = trace(GOOD, "--json", loop=1).json["trace"]
    assert (found["valid"], found["matched"], found["loop_closes"]) == (False, 4, False)
    assert found["refusals"]


def test_a_loop_that_closes_only_in_a_view_is_noted(trace: Any) -> None:
    write(Path(), Queue_tla=QUEUE.replace("====\n", "Less == queue\n====\n"))
    write(Path(), Queue_cfg=f"{MODEL}VIEW Less\n")
    loop = [*GOOD[:2], state([], ["b"], "idle", "done")]
    assert "the model has VIEW Less" in " ".join(trace(loop, loop=1).out.split())
    assert "VIEW" not in trace(loop, loop=0).out


def test_expressions_have_a_column_each(trace: Any) -> None:
    done = trace(GOOD, "--expr", "Len(queue)", "--expr", "Head(queue)", "--expr", "1 + 1")
    assert "1 + 1 = 2" in done.out
    assert "  #  Len(queue)  Head(queue)\n" in done.out
    assert "  3  2           b\n" in done.out


def test_invariants_are_checked_in_the_states(trace: Any) -> None:
    done = trace(GOOD, "--invariant", "Short", "--invariant", "Cardinality(served) < 2")
    assert done.exit == 12
    assert "x  Short is violated in state 3" in done.out
    assert "ok  Cardinality(served) < 2  holds in 4 states" in done.out
    assert "Len(queue) = 2" in done.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        ("[]", "neither a trace in ITF"),
        ('{"states": [3]}', "state 1 is not an object"),
        ('{"states": []}', "there is no state in this file"),
        ("[" * 100_000, "nested too deeply"),
        ('{"states": [{}], "loop": 1}', "the loop begins at 1, which is not a state"),
        ('{"states": [{}], "loop": "x"}', "which is not a state"),
        ('{"counterexample": {"state": [[2, {}]], "action": []}}', "entry 1 of `state`"),
        ('{"counterexample": {"state": [], "action": [3]}}', "an entry of `action`"),
        ('{"states": [{"x": ' + "1" * 5000 + "}]}", "this is not JSON"),
    ],
)
def test_a_file_that_is_no_trace_is_an_error(text: str, message: str, holdfast: Holdfast) -> None:
    Path("bad.json").write_text(text, encoding="utf-8")
    done = holdfast("trace", "bad.json", "--spec", "Queue.tla")
    assert (done.exit, "Traceback" in done.err) == (150, False)
    assert message in done.err


def test_a_file_that_does_not_exist_is_an_error(holdfast: Holdfast) -> None:
    done = holdfast("trace", "none.json", "--spec", "Queue.tla")
    assert (done.exit, "none.json: No such file" in done.err) == (153, True)


def test_options_of_logs_are_wrong_for_traces(trace: Any) -> None:
    assert trace(GOOD, "--between", "1").exit == 2


def test_a_trace_of_tlc_has_sets_as_arrays_and_keys_as_text(holdfast: Holdfast) -> None:
    states = [
        {"queue": [], "served": [], "state": {"a": "idle", "b": "idle"}},
        {"queue": ["a"], "served": [], "state": {"a": "waiting", "b": "idle"}},
        {"queue": [], "served": ["a"], "state": {"a": "done", "b": "idle"}},
    ]
    rows = [[i, s] for i, s in enumerate(states, start=1)]
    steps = [[rows[0], {}, rows[1]], [rows[1], {}, rows[2]], [rows[2], {}, rows[0]]]
    text = {"counterexample": {"state": rows, "action": steps}, "vars": []}
    Path("tlc.json").write_text(json.dumps(text), encoding="utf-8")
    found = holdfast("trace", "tlc.json", "--spec", "Queue.tla", "--json").json["trace"]
    assert (found["valid"], found["format"], found["loop_closes"]) == (True, "TLC", True)
    steps_taken = [step["action"] for step in found["trace"]["steps"]]
    assert steps_taken == [None, "Ask(a)", "Serve"]


def test_eval_evaluates_along_a_trace(trace: Any, holdfast: Holdfast) -> None:
    trace(GOOD)
    along = ("eval", "Queue.tla", "Len(queue)", "--trace", "t.itf.json")
    assert holdfast(*along).out == "1  0\n2  1\n3  2\n4  1\n"
    assert holdfast(*along, "--at", "3").out == "2\n"
    assert "the trace has no state 5" in holdfast(*along, "--at", "5").err
    trace([GOOD[1]])
    assert "is not a behaviour of Queue.tla" in holdfast(*along).err


NATS = """---- MODULE Nats ----
EXTENDS Naturals
VARIABLES x, y
Init == x \\in Nat /\\ y = 0
Jump == x' \\in Nat /\\ x' > x /\\ y' = y + 1
Down == x' = x - 1 /\\ UNCHANGED y
Next == Jump \\/ Down
====
"""


def test_states_that_cannot_be_enumerated_are_tested_by_the_formulas(holdfast: Holdfast) -> None:
    write(Path(), Nats_tla=NATS)

    def validate(*rows: tuple[Any, Any]) -> Outcome:
        states = [{"x": x, "y": y} for x, y in rows]
        Path("t.json").write_text(json.dumps({"states": states}), encoding="utf-8")
        return holdfast("trace", "t.json", "--spec", "Nats.tla", "--json")

    found = validate((5, 0), ({"#bigint": "99999999999999999999"}, 1), (99999999999999999998, 1))
    steps = [step["action"] for step in found.json["trace"]["trace"]["steps"]]
    assert (found.exit, steps) == (0, [None, "Jump", "Down"])
    wrong = validate((5, 0), (3, 1))
    assert (wrong.exit, wrong.json["trace"]["matched"]) == (13, 1)
    reasons = {r["action"]: r["reason"] for r in wrong.json["trace"]["refusals"]}
    assert reasons["Jump"] == "`x' > x` is FALSE: x' = 3, x = 5"
    assert validate((-1, 0)).exit == 13
    write(Path(), Nats_tla=NATS.replace("x' \\in Nat /\\ x' > x", "\\E n \\in Nat : x' = n"))
    undecided = validate((5, 0), (3, 1))
    assert (undecided.exit, undecided.json["verdict"]) == (75, "error")
    write(Path(), Nats_tla=NATS)
    assert validate(("a", 0)).exit == 13
    Path("log.ndjson").write_text('{"x": 1}', encoding="utf-8")
    assert holdfast("trace", "log.ndjson", "--spec", "Nats.tla").exit == 75
