"""The routes of drawings: diagrams, proofs, relations, places."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.serving import Client, Reply

DIAGRAM = """\\* a small diagram
diagram D
  predicate P
  abstract action A WF
  node One initial: P
  node Two: ~P
  edge One -> Two: A
  edge Two -> One: A
  claim C == []<>P
end
"""


def change(client: Client, own: dict[str, Any]) -> Reply:
    body = {"text": DIAGRAM, "diagram": "D", "change": own}
    return client.post("/api/diagram/change", body)


def test_a_text_is_opened_as_diagrams_with_places(client: Client) -> None:
    found = client.post("/api/diagram/open", {"text": DIAGRAM, "file": "D.diagram"}).json
    picture = found["pictures"]["D"]
    assert [node["id"] for node in picture["nodes"]] == ["One", "Two"]
    assert all(node["width"] > 0 for node in picture["nodes"])
    assert len(picture["edges"][0]["points"]) % 3 == 1
    assert found["edge_lines"]["D"][0]["text"] == "edge One -> Two: A"
    assert found["comments"] == 1


def test_a_change_gives_the_text_and_keeps_comments(client: Client) -> None:
    found = change(client, {"do": "fairness", "action": "A", "fairness": "SF"}).json
    assert "abstract action A SF" in found["text"]
    assert found["text"].startswith("\\* a small diagram\n")
    assert found["diagrams"][0]["actions"][0]["fairness"] == "SF"


def test_a_new_file_begins_with_nothing(client: Client) -> None:
    body = {"text": "", "diagram": "", "change": {"do": "add-diagram", "name": "New"}}
    assert client.post("/api/diagram/change", body).json["text"].startswith("diagram New\n")


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"do": "delete", "part": "node", "name": "One"}, "no initial node"),
        ({"do": "put", "text": "claim E == [](  "}, ""),
        ({"do": "fly"}, "not a change"),
        ({}, "not a change"),
    ],
)
def test_a_wrong_change_is_rejected_with_diagnostics(
    client: Client, own: dict[str, Any], message: str
) -> None:
    reply = change(client, own)
    assert reply.status == 422
    error = reply.json["error"]
    assert message in error["message"]
    assert error["diagnostics"][0]["code"].startswith("diagram-")


def test_a_text_with_errors_is_rejected_with_their_lines(client: Client) -> None:
    text = DIAGRAM.replace("node Two", "note Two")
    reply = client.post("/api/diagram/open", {"text": text, "file": "D.diagram"})
    assert reply.status == 422
    assert {each["start"]["line"] for each in reply.json["error"]["diagnostics"]} == {6}


@pytest.mark.parametrize("body", [{}, {"text": 1}, {"text": DIAGRAM, "diagram": "D"}])
def test_an_odd_request_is_rejected(client: Client, body: dict[str, Any]) -> None:
    assert client.post("/api/diagram/change", body).status == 400


def test_a_drawing_has_the_counterexample(client: Client) -> None:
    edge = {"source": "One", "target": "Two", "actions": ["A"], "annotations": []}
    stages: list[dict[str, Any]] = [
        {"node": "One", "valuation": {"P": True}, "edge": edge},
        {"node": "Two", "valuation": {"P": False}, "edge": None},
    ]
    runs = {"D": {"loop": 1, "stages": stages}}
    svg = client.post("/api/diagram/svg", {"text": DIAGRAM, "diagram": "D", "runs": runs})
    assert "counterexample: One -&gt; Two" in svg.json["svg"]
    opened = client.post("/api/diagram/open", {"text": DIAGRAM, "runs": runs}).json
    assert [node["styles"] for node in opened["pictures"]["D"]["nodes"]] == [
        ["initial", "bad"],
        ["bad"],
    ]
    stages[0]["node"] = "Gone"
    opened = client.post("/api/diagram/open", {"text": DIAGRAM, "runs": runs}).json
    assert opened["pictures"]["D"]["nodes"][1]["styles"] == []


def test_places_are_kept_by_drawing(client: Client) -> None:
    assert client.get("/api/layout?of=D").json == {"places": {}}
    client.post("/api/layout", {"of": "D", "places": {"One": [1.5, 2]}})
    client.post("/api/layout", {"of": "E", "places": {"Two": [3, 4]}})
    assert client.get("/api/layout?of=D").json == {"places": {"One": [1.5, 2]}}
    client.post("/api/layout", {"of": "D", "places": {}})
    layouts = json.loads((client.folder / ".holdfast/layout.json").read_text(encoding="utf-8"))
    assert layouts == {"E": {"Two": [3, 4]}}


@pytest.mark.parametrize("places", [None, [1], {"a": [1]}, {"a": ["x", 1]}, {"a": [True, 1]}])
def test_what_are_no_places_is_rejected(client: Client, places: Any) -> None:
    assert client.post("/api/layout", {"of": "D", "places": places}).status == 400


@pytest.mark.smt
def test_a_proof_has_lemmas_and_a_counterexample_to_induction(client: Client) -> None:
    number = client.run(command="prove", spec="Counter.tla", constants={"Most": "5"})
    envelope = client.ended(number)["envelope"]
    assert envelope["verdict"] in ("unknown", "violated")
    found = client.get(f"/api/runs/{number}/proof").json
    names = [each["name"] for each in found["lemmas"]]
    assert "Small" in names
    assert [node["id"] for node in found["picture"]["nodes"]] == names
    if envelope["prove"]["cti"] is not None:
        assert found["cti"]["rows"][0]["name"] == "n"
    events = client.get(f"/api/runs/{number}/events").json["events"]
    told = [each["obligation"] for each in events if each["event"] == "obligation"]
    assert {each["lemma"] for each in told} >= {"Small"}


def test_relations_are_drawn_as_far_as_they_are_kept(client: Client) -> None:
    number = client.run(command="mine", spec="Counter.tla")
    relations = client.ended(number)["envelope"]["mine"]["relations"]
    assert relations
    assert client.get(f"/api/runs/{number}/relations").json["picture"]["nodes"]
    assert client.get(f"/api/runs/{number}/relations?keep=").json["picture"] is None
    assert client.get(f"/api/runs/{number}/relations?keep=x").status == 400
    assert client.get(f"/api/runs/{number}/proof").status == 404
    assert client.get("/api/runs/99/proof").status == 404
