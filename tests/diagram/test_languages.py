"""Diagrams of specs in Promela, PlusCal and as I/O automata."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import holdfast
from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Diagram,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
)
from holdfast.source import SpecError
from holdfast.workbench.conforming import conform
from holdfast.workbench.prepared import LoadedModel

SPECS = Path(__file__).parents[2] / "specs"
pytestmark = pytest.mark.native


def section(free: str, enter: str, leave: str) -> Diagram:
    """The critical section: free, or occupied by one process."""
    return Diagram(
        "Section",
        (Predicate("free", free),),
        (Action(enter), Action(leave)),
        (),
        (Node("Free", (Literal("free"),), True), Node("Busy", (Literal("free", False),))),
        (Edge("Free", "Busy", (enter,)), Edge("Busy", "Free", (leave,))),
    )


def refuted(spec: LoadedModel, diagram: Diagram) -> list[str]:
    """The conditions that fail."""
    return [x.condition.name for x in conform(spec, diagram).refuted]


def test_a_promela_model() -> None:
    spec = holdfast.load(SPECS / "promela" / "peterson" / "peterson.pml")
    enter, leave = "user:19 ncrit++", "user:21 ncrit--"
    diagram = section("ncrit == 0", enter, leave)
    diagram = replace(diagram, orderings=(Ordering("inside", "ncrit + 1"),))
    out = replace(diagram.edges[1], annotations=(Annotation("inside"),))
    found = conform(spec, replace(diagram, edges=(diagram.edges[0], out)))
    assert found.conforms
    assert found.counts["states"] == 55
    assert refuted(spec, replace(diagram, edges=diagram.edges[1:])) == [f"O2: Free / {enter}"]


def test_a_pluscal_algorithm() -> None:
    spec = holdfast.load(SPECS / "SeedPeterson" / "SeedPeterson.tla", translate=True)
    diagram = section("ncrit = 0", "enter", "leave")
    assert conform(spec, diagram).conforms
    assert refuted(spec, replace(diagram, edges=diagram.edges[:1])) == ["O2: Busy / leave"]


def test_one_process_of_a_pluscal_algorithm() -> None:
    spec = holdfast.load(SPECS / "SeedPeterson" / "SeedPeterson.tla", translate=True)
    diagram = Diagram(
        "Process",
        (Predicate("waits", 'pc[p] = "wait"'), Predicate("asks", "flag[p] = 1")),
        (Action("mine", text="wait(p)"),),
        (),
        (
            Node("Away", (Literal("asks", False), Literal("waits", False)), True),
            Node("Asks", (Literal("asks"), Literal("waits", False))),
            Node("Waits", (Literal("asks"), Literal("waits"))),
        ),
        (
            Edge("Away", "Asks", ()),
            Edge("Asks", "Away", ()),
            Edge("Asks", "Waits", ()),
            Edge("Waits", "Asks", ("mine",)),
        ),
        parameters=(("p", "{0, 1}"),),
    )
    assert conform(spec, diagram).conforms
    assert refuted(spec, replace(diagram, edges=diagram.edges[:-1])) == ["O2: Waits / wait"]


def test_io_automata() -> None:
    spec = holdfast.load(
        SPECS / "ioa" / "CANArb" / "CANArb.py", constants={"ids": "[170, 38, 52]", "m": "1"}
    )
    diagram = Diagram(
        "Turns",
        (Predicate("sends", "all_nodes.turn == SEND"), Predicate("done", "all_nodes.pos < 0")),
        (Action("send"), Action("recv")),
        (Ordering("bits", "all_nodes.pos + 1"),),
        (
            Node("Send", (Literal("sends"), Literal("done", False)), True),
            Node("Listen", (Literal("sends", False), Literal("done", False))),
            Node("Done", (Literal("sends"), Literal("done"))),
        ),
        (
            Edge("Send", "Listen", ("send",), (Annotation("bits", False),)),
            Edge("Listen", "Send", ("recv",), (Annotation("bits"),)),
            Edge("Listen", "Done", ("recv",)),
        ),
    )
    assert conform(spec, diagram).conforms
    strict = replace(diagram.edges[0], annotations=(Annotation("bits"),))
    wrong = replace(diagram, edges=(strict, *diagram.edges[1:]))
    assert refuted(spec, wrong) == ["O3: Send -send-> Listen: bits decreases"]


def test_behaviours_of_a_promela_model_are_maximal() -> None:
    """Nothing is fair in the model, but the other process cannot run for ever."""
    spec = holdfast.load(SPECS / "promela" / "peterson" / "peterson.pml")
    enter, leave = "user:19 ncrit++", "user:21 ncrit--"
    diagram = section("ncrit == 0", enter, leave)
    actions = (diagram.actions[0], Action(leave, Fairness.WEAK))
    found = conform(spec, replace(diagram, actions=actions))
    assert [x.condition.name for x in found.refuted] == [f"O4b: Busy: {leave} is enabled"]
    (fair,) = [x for x in found.judged if x.condition.kind == "O4a"]
    assert (fair.status, fair.engine) == ("proved", "liveness")


def test_parameters_are_for_tla_only() -> None:
    spec = holdfast.load(SPECS / "promela" / "peterson" / "peterson.pml")
    diagram = replace(section("ncrit == 0", "a", "b"), parameters=(("p", "x"),))
    with pytest.raises(SpecError, match="parameters"):
        conform(spec, diagram)
