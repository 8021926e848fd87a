"""What widgets ask of the kernel: about a trace, a walk, a diagram."""

from __future__ import annotations

import json
from typing import Any

import pytest

import holdfast
from holdfast.widgets.diagram_requests import DiagramRequests
from holdfast.widgets.requests import RUN, ModelRequests, answer_message
from tests.cli.specs import COUNTER

DIAGRAM = "diagram D\n  predicate p == n = 0\n  node A initial: p\nend\n"


@pytest.fixture(scope="module")
def model() -> ModelRequests:
    spec = holdfast.load(text=COUNTER)
    # The constants of the check, not those of the spec, are those of the trace.
    result = spec.check(invariants="n < 2", constants={"N": 5})
    assert isinstance(result.loaded, holdfast.Specification)
    return ModelRequests(result.loaded, result)


def ask(requests: ModelRequests | DiagramRequests, call: str, **arguments: Any) -> Any:
    """The value that the kernel sends, which must be JSON."""
    answer = answer_message(requests.answer, {"id": 7, "call": call, "arguments": arguments})
    assert answer["id"] == 7
    assert "error" not in answer, answer
    return json.loads(json.dumps(answer["value"]))


def test_the_result_is_a_run_that_has_ended(model: ModelRequests) -> None:
    run = ask(model, "run")
    assert (run["run"], run["status"]) == (RUN, "ended")
    assert run["envelope"]["property"] == "n < 2"
    assert run["request"]["constants"] == {"N": "5"}


def test_steps_of_the_trace_are_sent_in_pieces(model: ModelRequests) -> None:
    query = {"from": "2", "to": "2", "watch": "n + 1"}
    trace = ask(model, "trace", **query)
    (step,) = trace["steps"]
    assert (trace["length"], step["number"], step["label"]) == (3, 2, "Up")
    assert step["watch"]["n + 1"]["text"] == "2"
    assert trace["invariants"] == ["TypeOK", "n < 2"], "those of the model, and the violated one"


def test_a_state_of_the_trace_or_of_a_walk_is_asked_about(model: ModelRequests) -> None:
    first, second = ask(model, "walk", number=2)["path"]
    for given in ({"number": 2}, {"state": {"run": RUN, "number": 2}}, {"path": [first, second]}):
        assert ask(model, "eval", expr="n * 10", **given)["value"]["text"] == "10"
        assert ask(model, "why", action="Never", **given)["instances"][0]["enabled"] is False
        assert ask(model, "explain", formula="n < 1", **given)["value"] is False
        assert [step["label"] for step in ask(model, "walk", **given)["next"]] == ["Up"]
        assert ask(model, "animate", **given)["definition"] is None
    assert model.states([first, second]) == [{"n": 0}, {"n": 1}]
    assert model.states([]) == [{"n": 0}, {"n": 1}, {"n": 2}]


def test_lanes_are_those_of_the_trace_or_of_a_walk(model: ModelRequests) -> None:
    path = ask(model, "walk", number=3)["path"]
    assert ask(model, "lanes") == ask(model, "lanes", path=path)


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ({"id": 1, "call": "erase"}, "no request 'erase'"),
        ({"id": 1}, "no request 'None'"),
        ("walk", "not a request"),
        ({"id": 1, "call": "eval"}, "expr"),
        ({"id": 1, "call": "eval", "arguments": {"expr": "n", "number": "x"}}, "invalid literal"),
        ({"id": 1, "call": "eval", "arguments": {"expr": "n", "number": 9}}, "no state 9"),
        ({"id": 1, "call": "why", "arguments": {"action": "Nope", "number": 1}}, "Nope"),
    ],
)
def test_a_wrong_request_is_an_error_with_a_message(
    model: ModelRequests, message: Any, part: str
) -> None:
    answer = answer_message(model.answer, message)
    assert part in answer["error"]["message"]
    json.dumps(answer)


def test_a_spec_without_a_result_has_no_trace() -> None:
    requests = ModelRequests(holdfast.load(text=COUNTER, constants={"N": 2}))
    answer = answer_message(requests.answer, {"id": 1, "call": "trace"})
    assert answer["error"]["message"] == "this result has no trace"
    assert requests.states([]) == []
    assert len(ask(requests, "walk")["next"]) == 1


def test_a_diagram_is_changed_and_checked() -> None:
    requests = DiagramRequests(holdfast.load_diagrams(text=DIAGRAM))
    opened = ask(requests, "diagram/open", text=requests.text)
    assert [node["name"] for node in opened["diagrams"][0]["nodes"]] == ["A"]
    change = {"do": "add-node", "name": "B"}
    changed = ask(requests, "diagram/change", text=opened["text"], diagram="D", change=change)
    assert requests.text == changed["text"]
    assert len(requests.file["D"].nodes) == 2
    begun = ask(
        requests, "runs", command="diagram", spec=requests.first.path.name, options={"alone": True}
    )
    assert ask(requests, "run", **begun)["envelope"]["command"] == "diagram"
    places = {"A": [1, 2]}
    assert ask(requests, "layout", of="D", places=places) == {"places": places}
    assert ask(requests, "layout", of="D") == {"places": places}


def test_a_wrong_change_changes_nothing() -> None:
    requests = DiagramRequests(holdfast.load_diagrams(text=DIAGRAM))
    before = requests.text
    change = {"text": before, "diagram": "D", "change": {"do": "add-node", "name": "A"}}
    answer = answer_message(
        requests.answer, {"id": 1, "call": "diagram/change", "arguments": change}
    )
    assert answer["error"]["diagnostics"]
    answer = answer_message(
        requests.answer, {"id": 1, "call": "diagram/open", "arguments": {"text": "diagram"}}
    )
    assert answer["error"]["message"] == "expected the name of the diagram"
    assert requests.text == before
    answer = answer_message(requests.answer, {"id": 1, "call": "run", "arguments": {"run": "3"}})
    assert "no run 3" in answer["error"]["message"]
