"""Operations of an editor: each changes what it says, and splitting and merging keep all runs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from holdfast.check.liveness.formulas import FALSE
from holdfast.diagram import operations as op
from holdfast.diagram.diagram import (
    Annotation,
    Diagram,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
)
from holdfast.diagram.history import History
from holdfast.diagram.judged import judge_claim
from holdfast.diagram.product import Run, Stage
from holdfast.diagram.refinement import check_refinement
from holdfast.diagram.run_word import WrongRun, verify
from holdfast.source import SpecError
from tests.diagram.drawn import one, protocol
from tests.diagram.random_diagrams import moments_of, random_diagram

SMALL = one(
    """
  predicate P
  predicate Q == x = 1
  action Go WF
  action Rest SF enabled A
  ordering t
  node A initial: P
  node B: ~P
  node C
  edge A -> A: Rest (t, <)
  edge A -> B: Go
  edge B -> A: Go
  claim Back == P ~> at(A) /\\ Q
"""
)


def test_a_node_is_added_renamed_and_deleted() -> None:
    more = op.add_node(SMALL, Node("D", (Literal("Q", False),)))
    assert [n.name for n in more.nodes] == ["A", "B", "C", "D"]
    renamed = op.rename_node(more, "A", "Start")
    assert renamed.node("Start").initial
    assert renamed.edges[1] == Edge("Start", "B", ("Go",))
    assert renamed.action("Rest").enabled == ("Start",)
    assert renamed.claims[0].text == "P ~> at(Start) /\\ Q"
    fewer = op.delete_node(more, "B")
    assert [n.name for n in fewer.nodes] == ["A", "C", "D"]
    assert fewer.edges == (SMALL.edges[0],)


def test_nodes_that_cannot_be_reached_are_deleted() -> None:
    assert [n.name for n in op.delete_unreachable(SMALL).nodes] == ["A", "B"]
    assert op.delete_unreachable(protocol().diagram("Channels")) == protocol().diagram("Channels")


def test_an_edge_is_added_deleted_and_annotated() -> None:
    edge = Edge("B", "C", ("Rest",))
    more = op.add_edge(SMALL, edge)
    assert more.edges[-1] == edge
    assert op.delete_edge(more, edge) == SMALL
    strict = op.annotate(more, edge, "t", True)
    assert strict.edges[-1].annotations == (Annotation("t"),)
    kept = op.annotate(strict, strict.edges[-1], "t", False)
    assert kept.edges[-1].annotations == (Annotation("t", False),)
    assert op.annotate(kept, kept.edges[-1], "t", None) == more


def test_fairness_literals_predicates_and_orderings_change() -> None:
    assert op.set_fairness(SMALL, "Go", Fairness.NONE).action("Go").fairness is Fairness.NONE
    more = op.add_literal(SMALL, "C", Literal("Q"))
    assert more.node("C").value("Q") is True
    assert op.remove_literal(more, "C", "Q") == SMALL
    assert not op.set_initial(op.set_initial(SMALL, "B", True), "A", False).node("A").initial
    assert op.add_predicate(SMALL, Predicate("S", "S")).predicates[-1].name == "S"
    assert op.add_ordering(SMALL, Ordering("u", "u")).orderings[-1].name == "u"


def test_a_predicate_is_renamed_everywhere() -> None:
    renamed = op.rename_predicate(SMALL, "P", "Ready")
    assert renamed.predicates[0] == Predicate("Ready", "P")
    assert renamed.node("B").literals == (Literal("Ready", False),)
    assert renamed.claims[0].text == "Ready ~> at(A) /\\ Q"
    channels = op.rename_predicate(protocol().diagram("Channels"), "rcvd = sent", "Received")
    assert all(judge_claim(channels, claim).run is None for claim in channels.claims)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: op.add_node(SMALL, Node("A")),
        lambda: op.add_node(SMALL, Node("D", (Literal("Unknown"),))),
        lambda: op.delete_node(SMALL, "D"),
        lambda: op.delete_node(SMALL, "A"),
        lambda: op.rename_node(SMALL, "A", "B"),
        lambda: op.add_edge(SMALL, SMALL.edges[0]),
        lambda: op.add_edge(SMALL, Edge("A", "D", ())),
        lambda: op.delete_edge(SMALL, Edge("A", "D", ())),
        lambda: op.annotate(SMALL, SMALL.edges[0], "u", True),
        lambda: op.set_fairness(SMALL, "Unknown", Fairness.WEAK),
        lambda: op.add_literal(SMALL, "A", Literal("P", False)),
        lambda: op.rename_predicate(SMALL, "P", "Q"),
        lambda: op.rename_predicate(SMALL, "P", "U"),
        lambda: op.split_node(SMALL, "A", "P", ("A1", "A2")),
        lambda: op.split_node(SMALL, "A", "Q", ("B", "A2")),
        lambda: op.merge_nodes(SMALL, ("A", "B"), "N"),
        lambda: op.set_initial(SMALL, "A", False),
    ],
)
def test_an_operation_that_makes_no_diagram_is_rejected(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(SpecError):
        wrong()


# ---- splitting and merging ----


def test_a_split_node_has_its_edges_twice_and_refines_what_it_was() -> None:
    made = op.split_node(SMALL, "A", "Q", ("A1", "A2"))
    assert made.diagram.node("A1").literals == (Literal("P"), Literal("Q"))
    assert made.diagram.node("A2").literals == (Literal("P"), Literal("Q", False))
    assert made.diagram.action("Rest").enabled == ("A1", "A2")
    loops = {(e.source, e.target) for e in made.diagram.edges if e.actions == ("Rest",)}
    assert loops == {("A1", "A1"), ("A1", "A2"), ("A2", "A1"), ("A2", "A2")}
    assert Edge("A1", "A2", (), (Annotation("t", False),)) in made.diagram.edges
    assert made.diagram.claims[0].text == "P ~> (at(A1) \\/ at(A2)) /\\ Q"
    concrete = replace(made.diagram, name="Split")
    refinement = replace(made, diagram=concrete).refinement(SMALL.name)
    assert check_refinement(Diagrams((concrete, SMALL)), refinement).status == "holds"


def random_run(random: Random, diagram: Diagram) -> Run | None:
    """A lasso of some moments of a diagram; None if it is not fair, or does not close."""
    moments = moments_of(diagram)
    at = random.choice([m for m in moments if diagram.node(m.node).initial])
    found = [at]
    for _ in range(random.randint(0, 7)):
        node = at.node if at.edge is None else at.edge.target
        at = random.choice([m for m in moments if m.node == node])
        found.append(at)
    end = at.node if at.edge is None else at.edge.target
    loops = [i for i, m in enumerate(found) if m.node == end]
    if not loops:
        return None
    stages = [
        Stage(diagram.node(m.node), tuple((p, p in m.true) for p in ("P", "Q")), m.edge)
        for m in found
    ]
    run = Run(tuple(stages), random.choice(loops))
    try:
        return verify(diagram, FALSE, run)
    except WrongRun:
        return None


def moved(run: Run, after: Diagram, nodes: list[str]) -> Run:
    """A run along other nodes; where it stayed and now does not, by an edge without actions."""
    targets = [*nodes[1:], nodes[run.loop]]
    stages = []
    for stage, node, target in zip(run.stages, nodes, targets, strict=True):
        edge = None
        if stage.edge is not None or node != target:
            actions = () if stage.edge is None else stage.edge.actions
            edges = [
                e
                for e in after.edges
                if (e.source, e.target, e.actions) == (node, target, actions)
                and (stage.edge is None or set(e.annotations) <= set(stage.edge.annotations))
            ]
            # The edge that was taken has the most annotations; that for staying none is strict.
            strict = stage.edge is not None
            loose = [e for e in edges if strict or not any(a.strict for a in e.annotations)]
            edge = max(loose, key=lambda e: len(e.annotations))
        stages.append(Stage(after.node(node), stage.valuation, edge))
    return Run(tuple(stages), run.loop)


@pytest.mark.parametrize("first", range(0, 3000, 1000))
def test_a_split_keeps_all_runs(first: int) -> None:
    tried = 0
    for seed in range(first, first + 1000):
        random = Random(seed)
        diagram = random_diagram(random, 4)
        free = [(n.name, p) for n in diagram.nodes for p in ("P", "Q") if n.value(p) is None]
        run = random_run(random, diagram) if free else None
        if run is None:
            continue
        name, predicate = random.choice(free)
        after = op.split_node(diagram, name, predicate, ("Yes", "No")).diagram
        nodes = [
            s.node.name if s.node.name != name else "Yes" if dict(s.valuation)[predicate] else "No"
            for s in run.stages
        ]
        verify(after, FALSE, moved(run, after, nodes))
        tried += 1
    assert tried > 50


@pytest.mark.parametrize("first", range(0, 3000, 1000))
def test_a_merge_keeps_all_runs(first: int) -> None:
    tried = 0
    for seed in range(first, first + 1000):
        random = Random(seed)
        diagram = random_diagram(random, 4)
        run = random_run(random, diagram)
        if run is None:
            continue
        merged = random.sample(diagram.nodes, random.randint(1, len(diagram.nodes)))
        names = tuple(n.name for n in merged)
        after = op.merge_nodes(diagram, names, "Merged")
        nodes = ["Merged" if s.node.name in names else s.node.name for s in run.stages]
        verify(after, FALSE, moved(run, after, nodes))
        tried += 1
    assert tried > 50


def test_a_merged_node_has_what_its_parts_have_in_common() -> None:
    channels = replace(protocol().diagram("Channels"), claims=())
    merged = op.merge_nodes(channels, ("Sending", "SendingLost"), "Sending")
    assert [x.predicate for x in merged.node("Sending").literals] == [
        "rcvd = front_sent",
        "rBit = sBit",
        "sAck = rBit",
        "RBitStar",
    ]
    assert merged.action("RcvMsg").enabled == ()
    assert "Sending" in merged.enabled_at(merged.action("SndAck"))


# ---- history ----


def test_operations_are_undone_and_done_again() -> None:
    first, second, third = (
        Diagrams((replace(SMALL, name=name),)) for name in ("First", "Second", "Third")
    )
    history = History(first).then(second).then(third)
    assert history.undo().current == second
    assert history.undo().undo().current == first
    assert history.undo().undo().undo().current == first
    assert history.undo().undo().redo().redo().current == third
    assert history.redo() == history
    assert history.undo().then(first).redo().current == first
    assert history.then(third) == history
