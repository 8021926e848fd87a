"""Every counterexample that `check` writes is a behaviour of its spec."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.report.itf import show_itf
from holdfast.report.trace import trace_of

SPECS = Path(__file__).parent.parent.parent / "specs"


def violated() -> Iterator[Any]:
    """Every model with a violated property: its module and its configuration."""
    for folder in sorted(path.parent for path in SPECS.glob("*/expect.toml")):
        for model in tomllib.loads((folder / "expect.toml").read_text("utf-8"))["model"]:
            if model["verdict"] == "violated" and model["generated"] <= 20_000:
                yield pytest.param(
                    folder / model["module"], folder / model["config"], id=model["config"]
                )


@pytest.mark.parametrize(("module", "config"), list(violated()))
def test_a_counterexample_validates(module: Path, config: Path, tmp_path: Path) -> None:
    spec = holdfast.load(module, config=config)
    result = spec.check()
    trace = trace_of(result.verdict)
    assert trace is not None
    file = tmp_path / "trace.itf.json"
    file.write_text(show_itf(trace, str(module)), encoding="utf-8")
    found = spec.validate(file)
    assert found.valid
    assert found.actions == tuple(a or "initial" for a in result.actions)
    itf = json.loads(file.read_text(encoding="utf-8"))
    if len(itf["states"]) > 2:
        del itf["states"][1]
        file.write_text(json.dumps(itf), encoding="utf-8")
        # A shortest counterexample leaves out no step.
        assert not spec.validate(file).valid
