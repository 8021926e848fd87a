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


LOCK = r"""---- MODULE Lock ----
CONSTANT Proc
VARIABLES holder, want
vars == <<holder, want>>
None == "none"
Init == holder = {} /\ want = {}
Ask(p) == p \notin want /\ p \notin holder /\ want' = want \union {p} /\ UNCHANGED holder
Take(p) == p \in want /\ holder = {} /\ holder' = {p} /\ want' = want \ {p}
Free(p) == p \in holder /\ holder' = {} /\ UNCHANGED want
Next == \E p \in Proc : Ask(p) \/ Take(p) \/ Free(p)
Live == \A q \in Proc : WF_vars(Free(q)) /\ SF_vars(Take(q))
Spec == Init /\ [][Next]_vars /\ Live
OneHolder == \A p, q \in holder : p = q
====
"""
LOCK_CONFIG = "SPECIFICATION Spec\nCONSTANT Proc = {p1, p2}\n"

ONE = Diagram(
    "OneProcess",
    (Predicate("wants", r"p \in want"), Predicate("holds", r"p \in holder")),
    (
        Action("AskP", text="Ask(p)"),
        Action("TakeP", Fairness.STRONG, "Take(p)", ()),
        Action("FreeP", Fairness.WEAK, "Free(p)", ("Holds",)),
    ),
    (),
    (
        Node("Idle", (Literal("wants", False), Literal("holds", False)), initial=True),
        Node("Waits", (Literal("wants"), Literal("holds", False))),
        Node("Holds", (Literal("wants", False), Literal("holds"))),
    ),
    (
        Edge("Idle", "Waits", ("AskP",)),
        Edge("Waits", "Holds", ("TakeP",)),
        Edge("Holds", "Idle", ("FreeP",)),
    ),
    parameters=(("p", "Proc"),),
)


def load_text(
    folder: Path, name: str, text: str, config: str = "SPECIFICATION Spec\n"
) -> LoadedModel:
    """A spec from its text."""
    (folder / f"{name}.tla").write_text(text)
    (folder / f"{name}.cfg").write_text(config)
    return holdfast.load(folder / f"{name}.tla")
