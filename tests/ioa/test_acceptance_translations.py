"""Translations of the models: TLC finds the same states, and Dafny verifies the lemmas."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.agree.tlc import CLASS_PATH, needs_tlc
from tests.cli.conftest import Holdfast
from tests.ioa.models import SPECS, explored, model

needs_dafny = pytest.mark.skipif(
    shutil.which("dafny") is None, reason="dafny verifies translations when it is installed"
)


def given(expected: dict[str, Any]) -> list[str]:
    """The constants of a model as options."""
    values = expected.get("constants", {}).items()
    return [part for name, value in values for part in ("--const", f"{name}={value}")]


FIRST = [
    (path.parent, models[0])
    for path in SPECS.glob("*/expect.toml")
    if (models := explored(path.parent))
]


@needs_tlc
@pytest.mark.tlc
@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "expected"), FIRST, ids=[expected["module"] for _, expected in FIRST]
)
def test_tlc_finds_the_same_states(
    folder: Path, expected: dict[str, Any], tmp_path: Path, command: Holdfast
) -> None:
    out = tmp_path / "out"
    path = folder / expected["module"]
    assert (
        command("translate", str(path), *given(expected), "--to", "tla", "--out", str(out)).exit
        == 0
    )
    [module] = out.glob("*.tla")
    program = ["java", "-XX:+UseSerialGC", "-cp", CLASS_PATH, "tlc2.TLC", "-deadlock"]
    done = subprocess.run(
        [*program, module.name], cwd=out, capture_output=True, text=True, timeout=300, check=False
    )
    found = re.findall(r"(\d+) distinct states found", done.stdout)
    assert found, done.stdout[-3000:]
    assert int(found[-1]) == expected["distinct"]


@needs_dafny
@pytest.mark.slow
@pytest.mark.parametrize("name", ["ManufacturingCell", "AsyncLCR"])
def test_dafny_verifies_the_lemmas(name: str, tmp_path: Path, command: Holdfast) -> None:
    done = command("translate", str(model(name)), "--to", "dafny")
    assert done.exit == 0
    file = tmp_path / f"{name}.dfy"
    file.write_text(done.out, encoding="utf-8")
    verified = subprocess.run(
        ["dafny", "/compile:0", "/proc:*proof*", str(file)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert " 0 errors" in verified.stdout, verified.stdout[-3000:]
