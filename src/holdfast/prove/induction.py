"""Induction: the invariant holds initially, and every action preserves it."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir.system import System
from holdfast.prove.obligations import Claim, Obligation, Obligations, merged


def induction_obligations(makes: Obligations) -> Iterator[Obligation]:
    """Initiation, consecution for each lemma and action, and definedness."""
    yield from makes.initiation()
    yield from makes.consecution()
    yield from makes.definedness()


def expected_count(system: System, claim: Claim) -> int:
    """The number of obligations, without those about definedness."""
    return len(claim.everything) * (1 + len(merged(system.actions)))
