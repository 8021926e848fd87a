"""What a proof of inferred lemmas leaves open, and why."""

from __future__ import annotations

from dataclasses import replace

from holdfast.infer.cti.cti import Unclear
from holdfast.infer.result import Inferred
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.prove.proof import Proof
from holdfast.verdict import Unknown, Violated


def failing_initially(found: Inferred, chosen: tuple[int, ...]) -> frozenset[int]:
    """The lemmas whose initiation a first attempt does not prove."""
    if found.proof is None:
        return frozenset()
    names = {c.name: i for c, i in zip(found.invariant, chosen, strict=False)}
    still_open = {
        o.obligation.lemma
        for o in found.proof.obligations
        if o.status in ("unknown", "refuted") and o.obligation.kind == "initiation"
    }
    return frozenset(i for name, i in names.items() if name in still_open and i != PROPERTY)


def why_open(proof: Proof, unclear: Unclear | None) -> Unknown:
    """Why there is no proof, and why earlier queries were inconclusive."""
    match proof.verdict:
        case Unknown() as open_one:
            found = open_one
        case Violated(_, property, _):
            why = f"{property} is violated for other constants than those of the configuration"
            found = Unknown(cause="undecided", reason=why)
        case _:
            found = Unknown(cause="undecided", reason="the proof is open")
    if unclear is None:
        return found
    more = f"queries for small instances were inconclusive ({unclear.reason})"
    return replace(found, reason=f"{found.reason}; {more}")
