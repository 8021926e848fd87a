"""The examples of Spin are read without errors, if they are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.files import ON_DISK
from holdfast.front.promela.read.model import read_model
from holdfast.source import errors
from tests.promela.corpus import FOLDER, VARIABLE


@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"set {VARIABLE} to a folder")
def test_all_examples_of_spin_are_read() -> None:
    for path in sorted(FOLDER.rglob("*.pml")):
        model, diagnostics = read_model(ON_DISK.source(path))
        assert model is not None, diagnostics[0].render()
        assert not errors(diagnostics)


def test_our_own_models_are_read() -> None:
    folder = Path(__file__).parents[3] / "specs" / "promela"
    for path in sorted(folder.rglob("*.pml")):
        model, diagnostics = read_model(ON_DISK.source(path))
        assert model is not None, diagnostics[0].render()
        assert not diagnostics
