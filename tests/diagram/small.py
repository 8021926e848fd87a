"""Small specs and diagrams of them, for the tests of conformance."""

from __future__ import annotations

from pathlib import Path

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
from holdfast.workbench.prepared import LoadedModel

WEAK = Fairness.WEAK

COUNTER = r"""---- MODULE Counter ----
EXTENDS Naturals
VARIABLES x, done
vars == <<x, done>>
Init == x = 5 /\ done = FALSE
Dec == x > 0 /\ x' = x - 1 /\ UNCHANGED done
Stop == x = 0 /\ ~done /\ done' = TRUE /\ UNCHANGED x
Next == Dec \/ Stop
Spec == Init /\ [][Next]_vars /\ WF_vars(Dec) /\ WF_vars(Stop)
TypeOK == x \in 0..5 /\ done \in BOOLEAN
Natural == x >= 0
====
"""

COUNTER_DIAGRAM = Diagram(
    "Counter",
    (Predicate("positive", "x > 0"), Predicate("done", "done")),
    (Action("Dec", WEAK), Action("Stop", WEAK)),
    (Ordering("x", "x"),),
    (
        Node("Running", (Literal("positive"), Literal("done", False)), initial=True),
        Node("Zero", (Literal("positive", False), Literal("done", False))),
        Node("End", (Literal("done"), Literal("positive", False))),
    ),
    (
        Edge("Running", "Running", ("Dec",), (Annotation("x"),)),
        Edge("Running", "Zero", ("Dec",)),
        Edge("Zero", "End", ("Stop",)),
    ),
)


def load_text(
    folder: Path, name: str, text: str, config: str = "SPECIFICATION Spec\n"
) -> LoadedModel:
    """A spec from its text."""
    (folder / f"{name}.tla").write_text(text)
    (folder / f"{name}.cfg").write_text(config)
    return holdfast.load(folder / f"{name}.tla")
