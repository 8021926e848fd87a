"""The examples of Spin are read without errors, if they are there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from holdfast.front.files import ON_DISK
from holdfast.front.promela.read.model import read_model
from holdfast.source import errors

EXAMPLES = os.environ.get("HOLDFAST_SPIN_EXAMPLES")


@pytest.mark.skipif(EXAMPLES is None, reason="HOLDFAST_SPIN_EXAMPLES is not set")
def test_all_examples_of_spin_are_read() -> None:
    assert EXAMPLES is not None
    models = sorted(Path(EXAMPLES).rglob("*.pml"))
    assert models
    for path in models:
        model, diagnostics = read_model(ON_DISK.source(path))
        assert model is not None, diagnostics[0].render()
        assert not errors(diagnostics)


def test_our_own_models_are_read() -> None:
    folder = Path(__file__).parents[3] / "specs" / "promela"
    for path in sorted(folder.rglob("*.pml")):
        model, diagnostics = read_model(ON_DISK.source(path))
        assert model is not None, diagnostics[0].render()
        assert not diagnostics
