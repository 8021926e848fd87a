"""Questions about models and traces: other processes answer them, of which few are kept."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from holdfast.explore.model import OpenModel
from holdfast.web.explorer import Explorer
from tests.web.serving import Client
from tests.web.specs import COUNTER, project

pytestmark = pytest.mark.native
MODEL = {"spec": "Counter.tla"}


def state(step: Any) -> dict[str, str]:
    return {each["name"]: each["value"]["text"] for each in step["state"]}


def test_a_model_lists_what_is_checked_and_what_could_be(shared: Client) -> None:
    found = shared.get("/api/model?spec=Counter.tla").json
    assert found["constants"] == [
        {"name": "Most", "value": "3", "kind": "number", "proposed": None}
    ]
    assert (found["config"], found["invariants"]) == ("Counter.cfg", ["Small"])
    assert found["candidates"]["invariants"] == ["TypeOK"]
    assert found["deadlock"] is True
    assert found["diagnostics"] == []
    changed = shared.get("/api/model?spec=Counter.tla&const.Most=7").json
    assert changed["constants"][0]["value"] == "7"


def test_a_model_without_values_has_proposals_and_errors(client: Client) -> None:
    (client.folder / "Counter.cfg").unlink()
    found = client.get("/api/model?spec=Counter.tla").json
    assert found["constants"][0]["proposed"]
    assert found["diagnostics"][0]["severity"] == "error"
    (client.folder / "Counter.tla").write_text("---- MODULE Counter ----\nA == \n====", "utf-8")
    found = client.get("/api/model?spec=Counter.tla").json
    assert (found["invariants"], found["diagnostics"][0]["file"]) == ([], "Counter.tla")


def test_a_walk_takes_steps_and_notices_that_the_file_changed(client: Client) -> None:
    empty = client.post("/api/walk", {"model": MODEL, "path": []}).json
    first = empty["next"][0]["key"]
    walk = client.post("/api/walk", {"model": MODEL, "path": [first], "watch": ["n + 1"]}).json
    assert [state(step) for step in walk["next"]] == [{"n": "1"}]
    assert walk["steps"][0]["watch"]["n + 1"]["text"] == "1"
    assert walk["next"][0]["truth"] == {"Small": True}
    edited = COUNTER.replace("n' = n + 1", "n' = n + 2")
    (client.folder / "Counter.tla").write_text(edited, encoding="utf-8")
    walk = client.post("/api/walk", {"model": MODEL, "path": [first]}).json
    assert [state(step) for step in walk["next"]] == [{"n": "2"}]


def test_values_reasons_and_errors(shared: Client) -> None:
    first = shared.post("/api/walk", {"model": MODEL, "path": []}).json["next"][0]["key"]
    here: dict[str, Any] = {"model": MODEL, "path": [first]}
    assert shared.post("/api/eval", {**here, "expr": "{n, Most}"}).json["value"]["text"] == "{0, 3}"
    wrong = shared.post("/api/eval", {**here, "expr": "nn"}).json["error"]
    assert wrong["help"] == "did you mean `n`?"
    reset = shared.post("/api/why", {**here, "action": "Reset"}).json["instances"][0]
    assert (reset["enabled"], "n = 0" in reset["reason"]) == (False, True)
    explained = shared.post("/api/explain", {**here, "formula": "Small"}).json
    assert explained["value"] is True
    unknown = shared.post("/api/why", {**here, "action": "Rest"})
    assert (unknown.status, unknown.json["error"]["message"]) == (
        422,
        "there is no action `Rest`",
    )


def test_an_expression_has_two_seconds(shared: Client) -> None:
    first = shared.post("/api/walk", {"model": MODEL, "path": []}).json["next"][0]["key"]
    began = time.monotonic()
    slow = {"model": MODEL, "path": [first], "expr": "\\A S \\in SUBSET (1..60) : S # {0}"}
    error = shared.post("/api/eval", slow).json["error"]
    assert "2 s" in error["message"]
    assert time.monotonic() - began < 10
    assert shared.post("/api/eval", {**slow, "expr": "n"}).json["value"]["text"] == "0"


def test_a_process_that_hangs_is_ended_and_the_next_request_answered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdfast.web.explore_api.SECONDS", 0.05)
    late = client.post("/api/walk", {"model": MODEL, "path": []})
    assert (late.status, "takes longer than" in late.json["error"]["message"]) == (504, True)
    monkeypatch.setattr("holdfast.web.explore_api.SECONDS", 20)
    assert client.post("/api/walk", {"model": MODEL, "path": []}).status == 200


def test_the_trace_of_a_run_is_that_of_its_texts(client: Client) -> None:
    number = client.run(command="check", spec="Counter.tla")
    client.ended(number)
    (client.folder / "Counter.tla").write_text("changed", encoding="utf-8")
    (client.folder / "Counter.cfg").unlink()
    trace = client.get(f"/api/runs/{number}/trace?from=2&to=3&watch=n*n").json
    assert (trace["length"], trace["property"]) == (4, "Small")
    assert [(s["number"], s["label"], state(s)) for s in trace["steps"]] == [
        (2, "Up", {"n": "1"}),
        (3, "Up", {"n": "2"}),
    ]
    assert trace["steps"][1]["watch"]["n*n"]["text"] == "4"
    at = {"model": {"run": number}, "number": 4}
    explained = client.post("/api/explain", {**at, "formula": "Small"}).json
    assert (explained["value"], explained["parts"][0]["text"]) == (False, "n < 3")
    assert client.post("/api/eval", {"state": {"run": number, "number": 4}, "expr": "n"}).json[
        "value"
    ] == {"text": "3"}
    walk = client.post("/api/walk", at).json
    assert [step["label"] for step in walk["next"]] == ["Reset"]
    itf = client.get(f"/api/runs/{number}/trace.itf.json")
    assert itf.json["vars"] == ["n"]
    assert 'filename="run-' in itf.headers["content-disposition"]


def test_two_traces_are_compared_and_graphs_drawn(shared: Client) -> None:
    options = {"invariants": ["n < 2"]}
    long = shared.run(command="check", spec="Counter.tla")
    short = shared.run(command="check", spec="Counter.tla", options=options)
    shared.ended(long)
    shared.ended(short)
    compared = shared.get(f"/api/runs/{long}/compare?vs={short}").json
    assert [row["right"] for row in compared["rows"]] == [1, 2, 3, None]
    assert compared["first_difference"] == 3
    graph = shared.get(f"/api/runs/{long}/graph?by=n").json
    assert (graph["states"], len(graph["nodes"])) == (4, 4)
    panel = shared.get(f"/api/runs/{long}/graph/class?at=1&by=n").json
    assert panel["states"] == 1
    same = shared.post("/api/graph", {"model": {"run": long}, "by": ["n"]}).json
    assert same["nodes"] == graph["nodes"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/walk", {}),
        ("/api/walk", {"model": 3}),
        ("/api/walk", {"model": MODEL, "path": "abc"}),
        ("/api/walk", {"model": {**MODEL, "options": {"allow_io": True}}, "path": []}),
        ("/api/walk", {"model": {**MODEL, "constants": {"N": 1}}, "path": []}),
        ("/api/eval", {"model": MODEL, "path": []}),
        ("/api/why", {"model": MODEL, "path": [], "action": None}),
        ("/api/graph", {"model": MODEL, "open": ["x"]}),
        ("/api/graph", {"model": MODEL, "at": True}),
    ],
)
def test_a_wrong_question_is_rejected(path: str, body: object, shared: Client) -> None:
    reply = shared.post(path, body)
    assert (reply.status, "message" in reply.json["error"]) == (400, True)


@pytest.mark.parametrize(
    "path", ["9/trace", "9/lanes", "9/graph", "9/compare?vs=9", "9/trace.itf.json", "x/trace", "9"]
)
def test_a_run_that_is_not_there_is_not_found(path: str, shared: Client) -> None:
    assert shared.get(f"/api/runs/{path}").status == 404


@pytest.mark.slow
def test_at_most_three_models_are_open(client: Client) -> None:
    for name in "ABCDE":
        text = COUNTER.replace("MODULE Counter", f"MODULE {name}")
        (client.folder / f"{name}.tla").write_text(text, encoding="utf-8")
        model = {"spec": f"{name}.tla", "constants": {"Most": "2"}}
        assert client.post("/api/walk", {"model": model, "path": []}).status == 200
    processes = client.studio.explorers._open
    assert list(processes) == ["C.tla", "D.tla", "E.tla"]


def test_a_language_server_answers_on_the_stream(client: Client) -> None:
    stream = client.events()
    root = client.folder.resolve().as_uri()
    initialize = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": root, "capabilities": {}},
    }
    assert client.post("/api/lsp", {"session": "one", "message": initialize}).status == 202
    event = next(e for e in stream if e["event"] != "listening")
    assert (event["event"], event["session"], event["message"]["id"]) == ("lsp", "one", 1)
    assert event["message"]["result"]["capabilities"]
    assert client.post("/api/lsp", {"session": "../one", "message": initialize}).status == 400


def test_files_that_others_change_are_events(client: Client) -> None:
    seen = threading.Event()

    def write() -> None:
        """Write files until one is noticed: the first look at the folder comes at some time."""
        for number in range(100):
            (client.folder / "sub" / f"New{number}.tla").write_text("new", encoding="utf-8")
            if seen.wait(0.5):
                break

    writer = threading.Thread(target=write)
    stream = client.events()
    writer.start()
    event = next(each for each in stream if each["event"] == "file")
    seen.set()
    writer.join()
    assert event["change"] == "new"
    assert event["path"].startswith("sub/New")


def test_a_constraint_hides_states_and_is_named(client: Client) -> None:
    spec = COUNTER.replace("====", "Con == n < 2\n====")
    (client.folder / "Counter.tla").write_text(spec, encoding="utf-8")
    with (client.folder / "Counter.cfg").open("a", encoding="utf-8") as config:
        config.write("\nCONSTRAINT Con\n")
    graph = client.post("/api/graph", {"model": MODEL}).json
    assert "outside CONSTRAINT Con" in graph["problem"]


def test_a_model_that_changes_while_it_is_opened_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project(tmp_path))
    explorer = Explorer(Path.cwd())
    opened = OpenModel.__init__

    def slowly(self: OpenModel, *given: Any) -> None:
        opened(self, *given)
        Path("Counter.tla").write_text(COUNTER.replace("n = 0", "n = 1"), encoding="utf-8")

    question = {"what": "walk", "model": MODEL, "path": []}
    with monkeypatch.context() as patched:
        patched.setattr(OpenModel, "__init__", slowly)
        assert state(explorer.answer(question)["next"][0]) == {"n": "0"}
    assert state(explorer.answer(question)["next"][0]) == {"n": "1"}
