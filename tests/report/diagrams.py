"""Diagrams for tests of pictures: the alternating bit protocol, and those that are computed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

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
from holdfast.diagram.product import Run, Stage
from holdfast.diagram.reader import read_diagrams
from holdfast.report.diagram_picture import diagram_picture
from holdfast.source import Source


def _node(name: str, literals: str, initial: bool = False) -> Node:
    own = [Literal(x.removeprefix("~"), not x.startswith("~")) for x in literals.split()]
    return Node(name, tuple(own), initial)


def _edges(text: str) -> tuple[Edge, ...]:
    edges = []
    for row in text.strip().splitlines():
        source, target, actions, *orderings = row.split()
        notes = tuple(Annotation(x.removesuffix("="), not x.endswith("=")) for x in orderings)
        edges.append(Edge(source, target, tuple(actions.split("+")), notes))
    return tuple(edges)


DELIVERED = Predicate("Delivered", "rcvd = sent")
PENDING = Predicate("Pending", "rcvd = front_sent")
SENDING = (DELIVERED, PENDING)

X1 = Diagram(
    "DataTransmission",
    SENDING,
    (Action("SndNewValue"), Action("RcvNewMsg", Fairness.WEAK)),
    nodes=(_node("Idle", "Delivered", initial=True), _node("Sending", "Pending")),
    edges=_edges("Idle Sending SndNewValue\nSending Idle RcvNewMsg"),
)

X2 = Diagram(
    "SyncBits",
    (*SENDING, Predicate("Acked", "sAck = sBit"), Predicate("Received", "rBit = sBit")),
    (
        Action("SndNewValue"),
        Action("RcvNewMsg", Fairness.WEAK),
        Action("RcvNewAck", Fairness.WEAK),
    ),
    nodes=(
        _node("Idle", "Delivered Acked Received", initial=True),
        _node("Sending", "Pending ~Acked ~Received"),
        _node("Acking", "Delivered ~Acked Received"),
    ),
    edges=_edges(
        "Idle Sending SndNewValue\nSending Acking RcvNewMsg\nAcking Idle RcvNewAck",
    ),
)
X2_IMAGES = {"Idle": "abstract Idle", "Acking": "abstract Idle", "Sending": "abstract Sending"}

ABP = Diagram(
    "AlternatingBit",
    (
        *X2.predicates,
        *(Predicate(x, x) for x in "CurrStar LastStarCurrStar LastStarCurrPlus".split()),
        *(Predicate(x, x) for x in "RBitStar OldAckStar OldAckPlus".split()),
    ),
    (
        Action("SndNewValue"),
        Action("ReSndMsg", Fairness.WEAK),
        Action("RcvMsg", Fairness.STRONG, enabled=("Sending",)),
        Action("SndAck", Fairness.WEAK),
        Action("RcvAck", Fairness.STRONG, enabled=("Acking",)),
        Action("LoseMsg"),
        Action("LoseAck"),
    ),
    (Ordering("nbOldMsgs", "nbOldMsgs"), Ordering("nbOldAcks", "nbOldAcks")),
    (
        _node("Idle", "Delivered Acked Received CurrStar RBitStar", initial=True),
        _node("Sending", "Pending ~Acked ~Received LastStarCurrPlus RBitStar"),
        _node("SendingLost", "Pending ~Acked ~Received LastStarCurrStar RBitStar"),
        _node("Acking", "Delivered ~Acked Received CurrStar OldAckPlus"),
        _node("AckingNone", "Delivered ~Acked Received CurrStar OldAckStar"),
    ),
    _edges(
        """
        Idle Idle SndAck
        Idle Sending SndNewValue
        Sending Sending RcvMsg nbOldMsgs
        Sending SendingLost LoseMsg
        Sending AckingNone RcvMsg
        SendingLost SendingLost RcvMsg nbOldMsgs
        SendingLost Sending ReSndMsg
        SendingLost AckingNone RcvMsg
        Acking Acking RcvAck nbOldAcks
        Acking AckingNone LoseAck
        Acking Idle RcvAck
        AckingNone AckingNone RcvAck nbOldAcks
        AckingNone AckingNone LoseMsg nbOldAcks=
        AckingNone Acking SndAck
        AckingNone Idle RcvAck
        """
    ),
)


def run_of(diagram: Diagram, edges: Sequence[Edge | None], start: str, loop: int) -> Run:
    stages, node = [], start
    for edge in edges:
        stages.append(Stage(diagram.node(node), (), edge))
        node = node if edge is None else edge.target
    return Run(tuple(stages), loop)


COUNTEREXAMPLE = run_of(ABP, (ABP.edges[1], ABP.edges[3], ABP.edges[6]), "Idle", 1)
PHASES = {
    "Sending": "Sending phase",
    "SendingLost": "Sending phase",
    "Acking": "Acknowledging",
    "AckingNone": "Acknowledging",
}
PICTURES = {
    "X1": diagram_picture(X1),
    "X2": diagram_picture(X2),
    "X2-clusters": diagram_picture(X2, None, X2_IMAGES),
    "ABP": diagram_picture(ABP),
    "ABP-counterexample": diagram_picture(ABP, COUNTEREXAMPLE),
    "ABP-clusters": diagram_picture(ABP, COUNTEREXAMPLE, PHASES),
}

COMPUTED = Path(__file__).parents[2] / "specs" / "diagrams" / "computed"
for _path in sorted(COMPUTED.glob("*.diagram")):
    (_computed,) = read_diagrams(Source(_path.name, _path.read_text())).diagrams
    PICTURES[f"computed-{_path.stem}"] = diagram_picture(_computed)
