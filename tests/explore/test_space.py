"""State graphs: quotients with places, compared with what a search finds."""

from __future__ import annotations

import itertools
import json

import pytest

from holdfast.explore.model import OpenModel
from holdfast.explore.space import StateSpace
from holdfast.explore.wire_graph import Graph, Node
from holdfast.source import SpecError
from holdfast.workbench import load
from tests.explore.small import CONFIG, WIRE
from tests.explore.walks import SPECS


def space_of(name: str, config: str | None = None) -> StateSpace:
    spec = load(SPECS / name, config=None if config is None else SPECS / config)
    return StateSpace.explore(OpenModel(spec))


def overlap(a: Node, b: Node) -> bool:
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def require_sound(graph: Graph) -> None:
    """All states and steps are there once, boxes are apart, ends of edges exist."""
    assert sum(node["states"] for node in graph["nodes"]) == graph["states"]
    steps = sum(action["steps"] for edge in graph["edges"] for action in edge["actions"])
    assert steps == graph["steps"]
    assert not any(overlap(a, b) for a, b in itertools.combinations(graph["nodes"], 2))
    ids = {node["id"] for node in graph["nodes"]}
    assert all({edge["from"], edge["to"]} <= ids for edge in graph["edges"])
    assert all(len(edge["points"]) % 3 == 1 for edge in graph["edges"])
    json.dumps(graph)


@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("TwoPhase/TwoPhase.tla", ["tmState"]),
        ("AlternatingBit/AlternatingBit.tla", ["toSender"]),
        ("promela/alternating_bit/alternating_bit.pml", ["pc[0]", "pc[1]", "pc[2]"]),
        ("ioa/AsyncLCR/AsyncLCR.py", ["P2.status"]),
    ],
)
def test_the_first_view_is_a_small_quotient(name: str, by: list[str]) -> None:
    space = space_of(name)
    graph = space.graph()
    assert graph["by"] == by
    assert graph["complete"]
    assert set(by) <= {*graph["candidates"], *by}
    require_sound(graph)
    for node in graph["nodes"]:
        assert set(node["values"]) == set(by)


def test_the_quotient_is_that_of_group_by() -> None:
    expected = load(SPECS / "TwoPhase/TwoPhase.tla").group_by(["tmState", "Cardinality(msgs)"])
    graph = space_of("TwoPhase/TwoPhase.tla").graph(by=["tmState", "Cardinality(msgs)"])
    assert [(n["states"], n["initial"]) for n in graph["nodes"]] == [
        (c.states, c.initial) for c in expected.quotient.classes
    ]
    edges = {
        (e["from"], e["to"], a["name"], a["steps"], a["states"], a["total"])
        for e in graph["edges"]
        for a in e["actions"]
    }
    assert edges == {
        (e.source, e.target, e.action, e.steps, e.states, expected.quotient.is_total(e))
        for e in expected.quotient.edges
    }


def test_violating_states_are_those_that_a_search_counts() -> None:
    name, config = "Fischer/Fischer.tla", "Fischer/FischerHasty.cfg"
    counted = load(SPECS / name, config=SPECS / config).check(keep_going=True).violations
    space = space_of(name, config)
    graph = space.graph()
    found = sum(node["violating"].get("MutualExclusion", 0) for node in graph["nodes"])
    assert found == counted["MutualExclusion"]
    node = next(n for n in graph["nodes"] if n["violating"])
    panel = space.panel(node["id"])
    holds = panel["invariants"]["MutualExclusion"]
    assert holds == node["states"] - node["violating"]["MutualExclusion"]


def test_an_opened_class_shows_its_states() -> None:
    space = space_of("TwoPhase/TwoPhase.tla")
    before = space.graph()
    last = before["nodes"][-1]
    graph = space.graph(open=[last["id"], 99])
    assert graph["open"] == [last["id"]]
    opened = [node for node in graph["nodes"] if node["opened"] is not None]
    assert len(opened) == last["states"]
    assert len({node["state"] for node in opened}) == len(opened)
    require_sound(graph)
    panel = space.panel(opened[0]["id"], open=[last["id"]])
    assert panel["states"] == 1


@pytest.mark.parametrize(
    "name", ["TwoPhase/TwoPhase.tla", "promela/bounded_buffer/bounded_buffer.pml"]
)
def test_the_shortest_path_to_a_class_is_a_walk(name: str) -> None:
    model = OpenModel(load(SPECS / name))
    space = StateSpace.explore(model)
    graph = space.graph()
    for node in (graph["nodes"] or graph["table"] or [])[:8]:
        walk = model.walk(space.panel(node["id"])["path"])
        assert walk["ended"] is None
        (last,) = walk["steps"][-1:]
        shown = {v["name"]: v["value"]["text"] for v in last["state"]}
        for text, value in node["values"].items():
            assert shown.get(text, value) == value


def test_a_class_tells_ranges_and_steps_out() -> None:
    model = OpenModel(load(text=WIRE, config_text=CONFIG))
    space = StateSpace.explore(model)
    graph = space.graph()
    assert graph["by"] == ["pc"]
    panel = space.panel(0)
    ranges = {each["place"]: each["text"] for each in panel["ranges"]}
    assert ranges["account.alice"] == "1..2"
    assert {step["action"] for step in panel["steps"]} == {"Check"}
    assert panel["initial"] == panel["states"] == 4
    with pytest.raises(SpecError, match="no class 77"):
        space.panel(77)


def test_big_quotients_are_tables() -> None:
    space = space_of("TwoPhase/TwoPhase.tla")
    graph = space.graph(by=["msgs", "rmState", "tmState", "tmPrepared"])
    assert graph["classes"] == 288
    assert (graph["nodes"], graph["edges"]) == ([], [])
    assert graph["table"] is not None
    assert len(graph["table"]) == 288
    drawn = space.graph(by=["msgs", "rmState", "tmState", "tmPrepared"], draw=True)
    assert (drawn["table"], len(drawn["nodes"])) == (None, 288)


def test_an_expression_that_has_no_value_in_a_state_is_an_error() -> None:
    space = space_of("TwoPhase/TwoPhase.tla")
    with pytest.raises(SpecError):
        space.graph(by=["rmState[5]"])
    with pytest.raises(SpecError):
        space.graph(by=["tmState +"])


def test_a_search_that_was_stopped_says_so() -> None:
    space = StateSpace.explore(OpenModel(load(SPECS / "Paxos/Paxos.tla")), states=500)
    graph = space.graph()
    assert not graph["complete"]
    assert "not all states" in (graph["problem"] or "")
