"""The diagram of the alternating bit protocol, and changes of it."""

from __future__ import annotations

from pathlib import Path

import holdfast
from holdfast.diagram.diagram import Diagram
from holdfast.diagram.reader import read_diagrams
from holdfast.source import Source
from holdfast.workbench.prepared import LoadedModel

FOLDER = Path(__file__).parents[2] / "specs" / "diagrams"

LEMMAS = (
    r"sBit \in Bit /\ rBit \in Bit /\ sAck \in Bit",
    r"\A i \in 1..Len(ackQ) : ackQ[i] \in Bit",
    r"(rBit # sBit \/ sAck # rBit) => sent # <<>>",
)
"""What the diagram leaves out: the types of bits, and that something was sent."""


def channels() -> Diagram:
    """The third diagram."""
    path = FOLDER / "AlternatingBit.diagram"
    return read_diagrams(Source(str(path), path.read_text())).diagram("Channels")


def protocol(config: str = "AlternatingBitChannels.cfg") -> LoadedModel:
    """The spec, with one of its configurations."""
    return holdfast.load(FOLDER / "AlternatingBitChannels.tla", config=FOLDER / config)
