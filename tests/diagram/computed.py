"""The diagrams in `specs/diagrams/computed`: computed from specs, and written as text.

`python -m tests.diagram.computed` writes them again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from holdfast.diagram.writer import write_diagram
from holdfast.workbench.computing import compute
from holdfast.workbench.specification import load

SPECS = Path(__file__).parents[2] / "specs"
FOLDER = SPECS / "diagrams" / "computed"


@dataclass(frozen=True)
class Example:
    """A spec, below `specs`, and what is asked about it."""

    name: str
    spec: str
    properties: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    nodes: int = 12

    @property
    def path(self) -> Path:
        """The file of the diagram."""
        return FOLDER / f"{self.name}.diagram"

    def text(self) -> str:
        """The diagram, computed."""
        model = load(SPECS / f"{self.spec}.tla")
        found = compute(model, self.predicates, self.properties, self.nodes)
        assert found.holds, f"{self.name} is not proved"
        return write_diagram(replace(found.diagram, spec=f"../../{self.spec}.tla"))


EXAMPLES = (
    Example("AlternatingBit", "diagrams/AlternatingBitChannels", ("AllReceived",)),
    Example("Peterson", "Peterson/PetersonLive", ("EveryoneEnters",)),
    Example(
        "Bakery",
        "Bakery/Bakery",
        (),
        tuple(f'pc[{p}] = "{at}"' for p in (1, 2) for at in ("Wait", "Critical")),
    ),
    Example("TwoPhase", "TwoPhase/TwoPhaseLive", ("EveryoneEnds",)),
    Example("TokenRing", "TokenRing/TokenRing", ("EveryoneEnters",)),
    Example("WriterPriority", "WriterPriority/WriterPriority", ("WritersGetIn",)),
    Example("EWD840", "EWD840/EWD840Proof", ("Live",)),
    Example("TicketLock", "TicketLock/TicketLockLive", ("EveryoneEnters",)),
    Example("KafkaRebalance", "KafkaRebalance/KafkaRebalance", nodes=8),
    Example("LockServer", "LockServer/LockServerLive", ("EveryoneConnects",)),
    Example("CountedBuffer", "CountedBuffer/CountedBuffer", ("EveryItemComesOut",)),
)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for example in EXAMPLES:
        example.path.write_text(example.text())
