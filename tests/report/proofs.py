"""Proofs made by hand, for the tests of `report/`."""

from __future__ import annotations

from holdfast.prove.obligations import Obligation, Part
from holdfast.prove.proof import Cti, Proof
from holdfast.prove.settle import Settled, SettledPart, Status, Vote
from holdfast.smt.terms.term import TRUE, Query
from holdfast.verdict import Proved, Step


def settled(
    lemma: str, action: str, status: Status = "proved", reason: str | None = None
) -> Settled:
    """An obligation, and what became of it."""
    answer = {"proved": "unsat", "refuted": "sat"}.get(status, "unknown")
    vote = Vote("z3 1", answer, "auto", 1, 0.25)
    part = SettledPart(lemma, status, ("(check-sat)",), (vote,), reason)
    query = Part(lemma, (Query("q", (), TRUE),), ())
    return Settled(
        Obligation(lemma, action, "consecution", (query,)), status, (part,), 0.25, reason
    )


PROOF = Proof(
    Proved("all sizes", "induction (z3 1)"),
    "induction",
    1,
    (settled("Safe", "Take"), settled("Safe", "Give")),
    checked=("Safe",),
    scope="all sizes",
    engine="z3 1",
)
CTI = Cti({"x": 1}, Step({"x": 2}, "Take", (3,)), "Safe", sizes={"Node": 2})
