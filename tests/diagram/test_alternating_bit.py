"""The third diagram of the seed covers the alternating bit protocol; wrong ones do not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.diagram.certificate import write_diagram_certificate
from holdfast.diagram.conform import Conformance
from holdfast.diagram.diagram import Annotation, Diagram, Edge, Fairness, Literal
from holdfast.workbench.conforming import ConformOptions, conform
from holdfast.workbench.proving import recheck
from tests.diagram.abp import LEMMAS, channels, protocol

ALL_SIZES: ConformOptions = {
    "by": "solvers",
    "all_sizes": True,
    "lemmas": LEMMAS,
    "workers": 1,
    "rlimit": 4_000_000,
}


def changed_edge(diagram: Diagram, source: str, target: str, action: str, *new: Edge) -> Diagram:
    """The diagram with other edges in place of one."""
    found = [
        e for e in diagram.edges if (e.source, e.target, e.actions) == (source, target, (action,))
    ]
    assert len(found) == 1
    return replace(diagram, edges=(*(e for e in diagram.edges if e not in found), *new))


def wrong_label() -> Diagram:
    """Idle has different bits."""
    diagram = channels()
    nodes = []
    for node in diagram.nodes:
        literals = tuple(
            replace(x, positive=False) if x.predicate == "rBit = sBit" else x for x in node.literals
        )
        assert node.name != "Idle" or literals != node.literals
        nodes.append(replace(node, literals=literals) if node.name == "Idle" else node)
    return replace(diagram, nodes=tuple(nodes))


def no_acknowledgement() -> Diagram:
    """An acknowledgement does not leave AckingNone."""
    return changed_edge(channels(), "AckingNone", "Acking", "SndAck")


def wrong_ordering() -> Diagram:
    """A new value decreases the number of old messages."""
    new = Edge("Idle", "Sending", ("SndNewValue",), (Annotation("nbOldMsgs"),))
    return changed_edge(channels(), "Idle", "Sending", "SndNewValue", new)


def wrong_fairness() -> Diagram:
    """RcvMsg counts as enabled after a loss."""
    diagram = channels()
    actions = tuple(
        replace(a, fairness=Fairness.WEAK, enabled=("Sending", "SendingLost"))
        if a.name == "RcvMsg"
        else a
        for a in diagram.actions
    )
    return replace(diagram, actions=actions)


WRONG = [
    (wrong_label, "O1: initial states"),
    (no_acknowledgement, "O2: AckingNone / SndAck"),
    (wrong_ordering, "O3: Idle -SndNewValue-> Sending: nbOldMsgs decreases"),
    (wrong_fairness, "O4b: SendingLost: RcvMsg is enabled"),
]


def names(found: Conformance) -> set[str]:
    """The conditions that are refuted."""
    return {x.condition.name for x in found.refuted}


@pytest.mark.native
@pytest.mark.parametrize(
    ("config", "states"),
    [("AlternatingBitChannels.cfg", 486), ("AlternatingBitChannelsLonger.cfg", 2504)],
)
def test_all_conditions_hold_on_instances(config: str, states: int) -> None:
    found = conform(protocol(config), channels())
    assert found.conforms
    assert found.counts["states"] == states
    assert {x.condition.kind for x in found.judged} == {"O1", "O2", "O3", "O4a", "O4b", "O5"}


@pytest.mark.native
@pytest.mark.parametrize(("change", "violated"), WRONG, ids=lambda x: getattr(x, "__name__", ""))
def test_a_wrong_diagram_is_refuted_by_reachable_states(change, violated: str) -> None:  # type: ignore[no-untyped-def]
    found = conform(protocol(), change())
    assert violated in names(found)
    refuted = next(x for x in found.refuted if x.condition.name == violated)
    assert refuted.example is not None
    assert (refuted.example.step is not None) == (violated[:2] in ("O2", "O3"))


@pytest.mark.smt
@pytest.mark.slow
def test_all_conditions_are_proved_for_all_sizes() -> None:
    found = conform(protocol(), channels(), **ALL_SIZES)
    assert found.conforms
    assert found.scope == "all sizes"
    assert found.assumed == ("Value # {}",)


@pytest.mark.smt
@pytest.mark.slow
@pytest.mark.parametrize(("change", "violated"), WRONG, ids=lambda x: getattr(x, "__name__", ""))
def test_a_wrong_diagram_is_not_proved_for_all_sizes(change, violated: str) -> None:  # type: ignore[no-untyped-def]
    found = conform(protocol(), change(), **ALL_SIZES)
    assert not found.conforms
    assert violated in {x.condition.name for x in found.judged if x.status != "proved"}


def test_a_literal_of_a_node_is_a_predicate() -> None:
    assert Literal("rBit = sBit") in channels().node("Idle").literals


@pytest.mark.smt
@pytest.mark.slow
def test_lemmas_are_found_among_the_definitions_of_the_spec() -> None:
    way: ConformOptions = {**ALL_SIZES, "lemmas": (), "strengthen": True}
    found = conform(protocol(), channels(), **way)
    assert found.conforms
    assert set(found.lemmas) == {"TypeOK", "Started"}


@pytest.mark.smt
@pytest.mark.slow
def test_liveness_for_all_sizes_has_a_certificate(tmp_path: Path) -> None:
    found = conform(protocol(), channels(), **ALL_SIZES)
    write_diagram_certificate(found, "AlternatingBitChannels.tla", tmp_path)
    again = recheck(tmp_path).rechecked
    assert again.ok
    assert again.invariants == ("AllReceived", "AllAcknowledged")
