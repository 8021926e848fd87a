"""Temporal properties of random programs and of our own models hold exactly if Spin says so."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.promela.generate import generate
from tests.promela.ours import holds
from tests.promela.random_ltl import with_property
from tests.promela.record import Recorded, checksum, read_recorded

SPECS = Path(__file__).parent.parent.parent / "specs" / "promela"
RECORDED = [(s, r) for s, r in read_recorded().items() if r.counts.stored <= 200]
QUICK = 12


def programs() -> list[Any]:
    marked = [pytest.mark.slow]
    return [
        pytest.param(seed, row, id=str(seed), marks=marked if n >= QUICK else [])
        for n, (seed, row) in enumerate(RECORDED)
    ]


@pytest.mark.parametrize(("seed", "row"), programs())
def test_a_random_property_is_judged_as_by_spin(seed: int, row: Recorded, tmp_path: Path) -> None:
    if checksum(seed) != row.checksum:
        pytest.skip("the program was generated differently when Spin's result was recorded")
    path = tmp_path / "program.pml"
    path.write_text(with_property(generate(seed), seed))
    assert holds(path, "p", "interp") is row.holds


def models() -> list[Any]:
    """The properties of our models, with Spin's verdicts."""
    found = []
    for folder in sorted(SPECS.iterdir()):
        facts = tomllib.loads((folder / "expect.toml").read_text(encoding="utf-8"))["spin"]
        slow = [pytest.mark.slow] if facts["stored"] > 300 else []
        for name, verdict in facts.get("ltl", {}).items():
            path = folder / f"{folder.name}.pml"
            found.append(
                pytest.param(path, name, verdict == "holds", id=f"{path.stem}-{name}", marks=slow)
            )
    return found


@pytest.mark.parametrize(("path", "name", "expected"), models())
def test_a_property_of_a_model_is_judged_as_by_spin(path: Path, name: str, expected: bool) -> None:
    assert holds(path, name) is expected
