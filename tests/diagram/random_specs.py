"""Diagrams computed from random specs with fairness and a temporal property, against a slow judge.

`python -m tests.diagram.random_specs 0 500` compares five hundred.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias

import holdfast
from holdfast import SpecError
from holdfast.workbench.computing import compute
from holdfast.workbench.conforming import conform
from tests.liveness.answers import write_files
from tests.liveness.generate import generate

Outcome: TypeAlias = Literal["proved", "not proved", "violated", "not supported"]


def compare(seed: int, folder: Path) -> Outcome:
    """Compute the diagram of a case; it covers all behaviours, and proves only what holds."""
    case = generate(seed)
    write_files(case, folder)
    spec = holdfast.load(folder / "Root.tla")
    try:
        found = compute(spec, properties=["Prop"], seconds=20)
    except SpecError as error:
        if error.diagnostics[0].code != "temporal-unsupported":
            raise
        return "not supported"
    if found.holds:
        assert case.lasso is None, (seed, "a property that does not hold is proved")
    covered = conform(spec, found.diagram, by="states")
    refuted = [x.condition.name for x in covered.refuted]
    assert not refuted, (seed, refuted)
    if case.lasso is not None:
        return "violated"
    return "proved" if found.holds else "not proved"


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        counts = Counter(compare(seed, Path(name)) for seed in range(*map(int, sys.argv[1:3])))
    sys.stdout.write(f"{dict(counts)}\n")
