"""The project's specs give the same results after a translation to TLA+."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.ir import tla_layout
from holdfast.workbench import translate
from tests.agree.tlc import CLASS_PATH, needs_tlc
from tests.ir.printed_modules import checked, write_module

SPECS = Path(__file__).parents[2] / "specs"
MOST, QUICK = 20_000, 500


def models() -> Iterator[Any]:
    """The models of the project with at most 20,000 states; those with more than 500 are slow."""
    for listed in sorted(SPECS.glob("*/expect.toml")):
        for model in tomllib.loads(listed.read_text("utf-8"))["model"]:
            if model["distinct"] <= MOST:
                slow = [pytest.mark.slow] if model["distinct"] > QUICK else []
                name = f"{listed.parent.name}-{model['config']}"
                yield pytest.param(listed.parent, model, id=name, marks=slow)


@pytest.mark.parametrize(("folder", "expected"), list(models()))
def test_a_printed_spec_gives_the_results_of_the_original(
    folder: Path, expected: dict[str, Any], tmp_path: Path
) -> None:
    spec = holdfast.load(folder / expected["module"], config=folder / expected["config"])
    module = translate(spec)
    assert max(map(len, module.text.splitlines())) <= tla_layout.WIDTH
    result = checked(module, tmp_path)
    assert result.outcome == expected["verdict"]
    assert getattr(result.verdict, "kind", None) == expected.get("kind")
    assert result.violated == expected.get("property")
    if result.answer.complete:
        counts = (result.generated, result.distinct, result.depth)
        assert counts == (expected["generated"], expected["distinct"], expected["depth"])


@needs_tlc
@pytest.mark.tlc
@pytest.mark.slow
@pytest.mark.parametrize(("folder", "expected"), list(models()))
def test_tlc_finds_the_states_of_the_original(
    folder: Path, expected: dict[str, Any], tmp_path: Path
) -> None:
    spec = holdfast.load(folder / expected["module"], config=folder / expected["config"])
    module = translate(spec)
    write_module(module, tmp_path)
    java = ("java", "-Xmx1g", "-XX:+UseSerialGC", "-cp", CLASS_PATH, "tlc2.TLC", "-workers", "1")
    done = subprocess.run(
        (*java, f"{module.name}.tla"), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if expected["verdict"] == "exhausted":
        assert "No error has been found" in done.stdout, done.stdout[-2000:]
        assert f"{expected['distinct']} distinct states found, 0 states left" in done.stdout
    else:
        assert done.returncode in (11, 12, 13, 75, 76, 77), done.stdout[-2000:]
