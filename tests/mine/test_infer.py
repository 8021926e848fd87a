"""Mined relations as atoms of an inference."""

from __future__ import annotations

import pytest

from holdfast import load

pytestmark = pytest.mark.smt


def test_mined_relations_prove_the_mutual_exclusion_of_tickets() -> None:
    spec = load("specs/TicketLock/TicketLock.tla")
    assert spec.infer(property="MutualExclusion", mine=True, remember=False, seconds=90).ok
