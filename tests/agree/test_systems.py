"""Random small systems have as many states here as in TLC, and are as deep."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from holdfast.check.engine import Exploration
from holdfast.check.explore import Explorer
from holdfast.interp.machine import Machine
from holdfast.passes.pipeline import run_pipeline
from tests.agree.tlc import needs_tlc, run_java
from tests.passes.random_systems import CONFIG, lowered, small_system

SYSTEMS = 200


def counted(text: str) -> str:
    """Generated states, distinct states and depth, by our search."""
    search = Explorer(Exploration(Machine(run_pipeline(lowered(text))))).run()
    assert search.verdict is None, search.verdict
    counts = search.counts()
    return f"{counts.generated} {counts.distinct} {counts.depth}"


def write_system(text: str, number: int, folder: Path) -> None:
    """Write a module for TLC."""
    module = text.replace("MODULE Small", f"MODULE Small{number}")
    (folder / f"Small{number}.tla").write_text(module, encoding="utf-8")
    (folder / f"Small{number}.cfg").write_text(CONFIG, encoding="utf-8")


@pytest.mark.tlc
@pytest.mark.slow
@needs_tlc
def test_tlc_counts_the_same_states(tmp_path: Path) -> None:
    texts = [small_system(Random(seed)) for seed in range(SYSTEMS)]
    for number, text in enumerate(texts):
        write_system(text, number, tmp_path)
    run_java(tmp_path, "Count", str(SYSTEMS), "counts.txt")
    theirs = (tmp_path / "counts.txt").read_text(encoding="utf-8").splitlines()
    different = [
        (number, count, ours)
        for number, (text, count) in enumerate(zip(texts, theirs, strict=True))
        if (ours := counted(text)) != count
    ]
    assert different == []
