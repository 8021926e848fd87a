from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from holdfast import load, load_diagrams
from holdfast.ir.notation import from_itf, show
from holdfast.report.diagram_picture import diagram_picture
from holdfast.report.envelope_views import mined_view, proof_view
from holdfast.report.graph_json import graph_json
from holdfast.report.itf_text import itf_text, model_values_in

SPECS = Path(__file__).parents[2] / "specs"


def picture() -> Any:
    file = load_diagrams(SPECS / "diagrams/AlternatingBit.diagram")
    images = {each.concrete: each.mapping for each in file.refinements}
    drawn = graph_json(diagram_picture(file["Channels"], None, images["Channels"]))
    return json.loads(json.dumps(drawn))


def test_nodes_and_labels_of_a_drawing_do_not_overlap() -> None:
    drawn = picture()
    boxes = [*drawn["nodes"], *(e["at"] for e in drawn["edges"] if e["at"])]
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            apart = (
                a["x"] + a["width"] <= b["x"]
                or b["x"] + b["width"] <= a["x"]
                or a["y"] + a["height"] <= b["y"]
                or b["y"] + b["height"] <= a["y"]
            )
            assert apart, (a, b)


def test_a_drawing_has_what_it_shows_and_where() -> None:
    drawn = picture()
    assert {node["id"] for node in drawn["nodes"]} >= {"Idle", "Sending"}
    idle = next(node for node in drawn["nodes"] if node["id"] == "Idle")
    assert idle["styles"] == ["initial"]
    assert idle["title"].startswith("Idle, initial: rcvd = sent")
    assert [frame["title"] for frame in drawn["frames"]] == ["Sending", "Acking"]
    for edge in drawn["edges"]:
        assert len(edge["points"]) % 3 == 1
        assert all(a != b for a, b in pairwise(map(tuple, edge["points"][:2])))


@pytest.mark.smt
def test_the_proof_of_an_envelope_has_what_lemmas_need() -> None:
    result = load(SPECS / "LockServer/LockServer.tla").infer(property="Safe")
    found: Any = proof_view(json.loads(json.dumps(result.to_json())))
    names = [each["name"] for each in found["lemmas"]]
    assert names[0] == "Safe"
    assert found["cti"] is None
    assert [node["id"] for node in found["picture"]["nodes"]] == names


@pytest.mark.smt
def test_a_counterexample_to_induction_has_a_row_for_each_variable() -> None:
    spec = load(SPECS / "TwoPhase/TwoPhase.tla")
    found: Any = proof_view(
        json.loads(json.dumps(spec.prove(invariants=["TCConsistent"]).to_json()))
    )
    assert found["cti"]["lemma"] == "TCConsistent"
    rows = {row["name"]: row for row in found["cti"]["rows"]}
    assert set(rows) == {"rmState", "tmState", "tmPrepared", "msgs"}
    changed = rows["rmState"]
    assert changed["changed"]
    assert "r1 :> " in changed["before"]
    assert "open" in found["picture"]["nodes"][-1]["styles"]


def test_relations_are_drawn_from_an_envelope_as_from_the_result() -> None:
    from holdfast.report.mined_graph import relation_picture

    result = load(SPECS / "TicketLock/TicketLock.tla").mine()
    envelope = json.loads(json.dumps(result.to_json()))
    found: Any = mined_view(envelope)["picture"]
    assert found == json.loads(
        json.dumps(graph_json(relation_picture(result.relations, envelope["spec"])))
    )
    assert mined_view(envelope, [])["picture"] is None


@pytest.mark.parametrize(
    "data",
    [
        True,
        {"#bigint": "-3"},
        "a",
        "m1",
        {"#tup": [{"#bigint": "1"}, "b", {"#tup": []}]},
        {"#set": [{"#bigint": "1"}, {"#bigint": "2"}]},
        {"#map": [["m1", False], ["m2", True]]},
        {"x": {"#bigint": "1"}, "y": "m2"},
    ],
)
def test_values_of_an_envelope_are_shown_as_the_interpreter_shows_them(data: Any) -> None:
    named = {"m1", "m2"}
    assert itf_text(data, named) == show(from_itf(data, named))


def test_names_of_constants_are_model_values() -> None:
    assert model_values_in({"S": '{a1, b2, "c3"}', "N": "4"}) == {"a1", "b2"}
    record = {"#map": [["a1", {"#set": [{"#bigint": "1"}]}], ["b2", {"x": "c3"}]]}
    assert itf_text(record, {"a1", "b2"}) == '(a1 :> {1} @@ b2 :> [x |-> "c3"])'
