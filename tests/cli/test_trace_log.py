"""`holdfast trace` finds a behaviour that matches a log of parts of states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Holdfast, Outcome
from tests.cli.queue_spec import MODEL, QUEUE
from tests.cli.specs import write


@pytest.fixture(autouse=True)
def specs(tmp_path: Path) -> None:
    write(tmp_path, Queue_tla=QUEUE, Queue_cfg=MODEL)


@pytest.fixture
def log(holdfast: Holdfast) -> Any:
    """Validate a log of these lines."""

    def call(lines: list[Any], *args: str) -> Outcome:
        text = "".join(json.dumps(line) + "\n" for line in lines)
        Path("log.ndjson").write_text(text, encoding="utf-8")
        return holdfast("trace", "log.ndjson", "--spec", "Queue.tla", *args)

    return call


def test_lines_mention_parts_of_states(log: Any) -> None:
    lines = [{}, {"queue": ["b"]}, {"state": {"a": "waiting"}}, {"served": ["b"]}]
    done = log(lines, "--json")
    steps = [step["action"] for step in done.json["trace"]["trace"]["steps"]]
    assert (done.exit, steps) == (0, [None, "Ask(b)", "Ask(a)", "Serve"])


def test_keys_are_expressions(log: Any) -> None:
    lines = [{"Len(queue)": 0}, {"queue[1]": "a"}, {"state[b]": "waiting", "Len(queue)": 2}]
    assert log([lines[0], lines[1]]).exit == 0
    done = log(lines)
    assert done.exit == 150
    assert "`b` is not declared" in done.err
    assert "log.ndjson, line 3" in done.err


def test_a_key_may_be_a_set_that_is_not_enumerated(log: Any) -> None:
    lines = [{"1..Len(queue)": []}, {"1..Len(queue)": [1]}]
    assert log(lines).exit == 0
    assert "SUBSET served = {{}}, where the log has [2]" in log([{"SUBSET served": [2]}]).out
    assert log([{"SUBSET served": [[]]}]).exit == 0


def test_steps_may_be_missing_from_the_log(log: Any) -> None:
    lines = [{"served": []}, {"served": ["b"]}, {"served": ["a", "b"]}]
    assert log(lines).exit == 13
    done = log(lines, "--between", "1", "--json")
    found = done.json["trace"]
    assert (done.exit, found["valid"]) == (0, True)
    assert [step["action"] for step in found["trace"]["steps"]] == [
        None,
        "Ask(b)",
        "Serve",
        "Ask(a)",
        "Serve",
    ]
    assert [line for line in found["lines"] if line is not None] == [1, 2, 3]
    assert "not in the log: state 1, 3\n" in log(lines, "--between", "1").out + "\n"


def test_steps_may_be_missing_before_the_first_line(log: Any) -> None:
    lines = [{"served": ["b"]}]
    assert "no initial state matches line 1" in log(lines).out
    assert log(lines, "--between", "1").exit == 13
    assert log(lines, "--between", "2").exit == 0


def test_the_longest_prefix_is_found_over_all_choices(log: Any) -> None:
    # After line 2, either client may have asked; only line 4 shows which one it was.
    lines = [{}, {"Len(queue)": 1}, {"Cardinality(served)": 1}, {"#action": "Reset(b)"}]
    found = log(lines, "--json").json["trace"]
    steps = [step["action"] for step in found["trace"]["steps"]]
    assert steps == [None, "Ask(b)", "Serve", "Reset(b)"]


def test_the_first_line_that_cannot_be_matched_is_explained(log: Any) -> None:
    lines = [{"queue": []}, {"queue": ["a"]}, {"queue": ["b", "a"]}, {"queue": []}]
    done = log(lines, "--json")
    found = done.json["trace"]
    assert (done.exit, found["matched"], found["length"]) == (13, 2, 4)
    assert [a["action"] for a in found["alternatives"]] == ["Serve", "Ask(b)"]
    shown = log(lines).out
    assert "no step matches line 3" in shown
    assert 'Ask(b)  queue = <<a, b>>, where the log has ["b", "a"]' in shown


def test_a_line_may_name_the_action(log: Any) -> None:
    lines = [{}, {"#action": "Ask"}, {"#action": "Ask(a)"}, {"#action": "Serve"}]
    steps = log(lines, "--json").json["trace"]["trace"]["steps"]
    assert [step["action"] for step in steps] == [None, "Ask(b)", "Ask(a)", "Serve"]
    done = log([{}, {"#action": "Serve"}])
    assert done.exit == 13
    assert "another action is required" in done.out


def test_keys_that_are_not_about_the_state_are_ignored_on_request(log: Any) -> None:
    lines = [{"time": 1, "queue": []}, {"time": 2, "#host": "x", "queue": ["a"]}]
    done = log(lines)
    assert done.exit == 150
    assert "`--ignore time`" in done.err
    assert log(lines, "--ignore", "time").exit == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]\n", "a line of a log is a JSON object"),
        ('{}\n{"queue"}\n', "log.ndjson:2:"),
        ('{"#action": 3}\n', "`#action` is the name of an action"),
    ],
)
def test_a_line_that_is_no_object_is_an_error(text: str, message: str, holdfast: Holdfast) -> None:
    Path("log.ndjson").write_text(text, encoding="utf-8")
    done = holdfast("trace", "log.ndjson", "--spec", "Queue.tla")
    assert (done.exit, message in done.err) == (150, True)


def test_an_invariant_is_checked_in_the_states_that_are_not_logged(log: Any) -> None:
    lines = [{"served": []}, {"Cardinality(served)": 2}]
    done = log(lines, "--between", "3", "--invariant", "Short")
    assert done.exit == 12
    assert "Short is violated in state 3 (" in done.out


def test_an_empty_log_is_an_error(log: Any) -> None:
    done = log([])
    assert (done.exit, "there is no state in this file" in done.err) == (150, True)


def test_a_spec_without_a_behaviour_has_no_traces(holdfast: Holdfast) -> None:
    write(Path(), Parts_tla="---- MODULE Parts ----\nVARIABLE x\n====\n")
    Path("log.ndjson").write_text('{"x": 1}\n', encoding="utf-8")
    done = holdfast("trace", "log.ndjson", "--spec", "Parts.tla")
    assert (done.exit, "there is no initial predicate" in done.err) == (151, True)
