"""Changed models: each change violates axioms of one kind, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from tests.ioa.models import variant

pytestmark = pytest.mark.smt

MUTANTS = [
    (
        "AsyncLCR",
        ("where = src == decre(i) and dst == i", "where = src == i and dst == incre(i)"),
        "signature",
    ),
    ("AsyncLCR", ("P1: Process(1, u1)", "P1: Process(0, u1)"), "compatibility"),
    ("AsyncLCR", ("P2: Process(2, u2)", "P2: Process(3, u2)"), "defined"),
    ("AsyncLCR", ("@pre(len(q) > 0 and v == q[0])", "@pre(v == q[0])"), "defined"),
    ("AsyncLCRN", ("where = leader == i", "where = leader <= i"), "compatibility"),
    ("AsyncLCRN", ("Process(N, i, u[i])", "Process(N, i + 1, u[i])"), "where"),
    ("AsyncLCRN", ("Process(N, i, u[i])", "Process(N, i, u[i + 1])"), "defined"),
    (
        "AsyncLCRN",
        ("where = src < N and dst == i and i == after(src, N)", "where = src < N and dst < N"),
        "signature",
    ),
    ("StableArray", ("i == 0 and s[1]", "i == 0 and s[N]"), "defined"),
    ("StableArray", ("0 < i < N - 1 and s[i + 1]", "0 < i < N and s[i + 1]"), "defined"),
    ("StableRing", ("% K", "% (K - N - 1)"), "defined"),
    ("CANArb", ("IntRange[-1:11]", "IntRange[0:11]"), "defined"),
    (
        "CANArb",
        (
            "@input\n        def send(bits):",
            "@input\n        @pre(not full)\n        def send(bits):",
        ),
        "input-enabled",
    ),
    ("AirspaceManager", ("where = i == me", "where = i <= me"), "compatibility"),
    (
        "AirspaceManager",
        (
            "def release(i: nat, volume: Volume):\n            where = i < N",
            "def release(i: nat, volume: Volume):\n            where = i <= N",
        ),
        "defined",
    ),
    ("ManufacturingCell", ("M1: Machine(1)", "M1: Machine(0)"), "compatibility"),
    ("ManufacturingCell", ("len(belief) == 3", "len(belief) >= 2"), "defined"),
]


@pytest.mark.parametrize(("name", "change", "kind"), MUTANTS, ids=lambda x: str(x)[:40])
def test_a_mutant_violates_axioms_of_one_kind(
    name: str, change: tuple[str, str], kind: str, tmp_path: Path
) -> None:
    result = holdfast.load(variant(tmp_path, name, change)).axioms()
    violated = {row["kind"] for row in result.obligations if row["status"] == "violated"}
    assert violated == {kind}
    assert result.exit_code == 12
