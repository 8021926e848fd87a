"""The project's own specifications answer what their `expect.toml` says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.ir.check import check_system
from holdfast.ir.read import read_system
from holdfast.ir.text import show_system
from holdfast.passes.pipeline import PIPELINE
from holdfast.workbench import prepare

SPECS = Path(__file__).parent.parent / "specs"
FOLDERS = sorted(path.parent for path in SPECS.glob("*/expect.toml"))
NAMED = [folder for folder in FOLDERS if folder.name != "diagrams"]
"""Folders with a module of the same name."""
MODULES = sorted(SPECS.glob("*/*.tla"))
QUICK = 3_000
"""A model with more generated states is slow."""


def models() -> Iterator[Any]:
    """Every model: its folder and what is expected of it."""
    for folder in FOLDERS:
        for model in tomllib.loads((folder / "expect.toml").read_text("utf-8"))["model"]:
            slow = [pytest.mark.slow] if model["generated"] > QUICK else []
            yield pytest.param(folder, model, id=model["config"], marks=slow)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_spec_is_free_of_errors_and_warnings(path: Path) -> None:
    assert not holdfast.load(path).diagnostics


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_spec_is_formatted(path: Path) -> None:
    assert not holdfast.format_file(path).changed


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_configuration_of_a_folder_is_expected(folder: Path) -> None:
    expected = tomllib.loads((folder / "expect.toml").read_text("utf-8"))["model"]
    assert sorted(m["config"] for m in expected) == sorted(p.name for p in folder.glob("*.cfg"))
    assert folder not in NAMED or (folder / f"{folder.name}.cfg").exists()
    assert all("TLC" in m["origin"] for m in expected)


def test_a_module_that_stands_in_two_folders_is_the_same_in_both() -> None:
    texts: dict[str, set[str]] = {}
    for path in MODULES:
        texts.setdefault(path.name, set()).add(path.read_text("utf-8"))
    assert [name for name, versions in texts.items() if len(versions) > 1] == []


@pytest.mark.parametrize("folder", NAMED, ids=lambda folder: folder.name)
def test_the_system_of_a_spec_is_well_formed_and_readable_after_every_pass(folder: Path) -> None:
    system = prepare(holdfast.load(folder / f"{folder.name}.tla")).source
    check_system(system)
    for _, run in PIPELINE:
        system = run(system)
        check_system(system)
        assert read_system(show_system(system)) == system


@pytest.mark.parametrize(("folder", "expected"), list(models()))
def test_a_model_answers_as_expected(folder: Path, expected: dict[str, Any]) -> None:
    spec = holdfast.load(folder / expected["module"], config=folder / expected["config"])
    result = spec.check()
    assert result.outcome == expected["verdict"]
    assert getattr(result.verdict, "kind", None) == expected.get("kind")
    assert result.violated == expected.get("property")
    # After a violation, the other temporal properties are left open.
    assert not result.answer.not_checked or result.violated is not None
    if "trace" in expected:
        assert len(result.trace) == expected["trace"]
    counts = (result.generated, result.distinct, result.depth)
    if result.answer.complete:
        assert counts == (expected["generated"], expected["distinct"], expected["depth"])
        # Every algorithm in PlusCal has an action for its end, also one that never ends.
        assert set(result.answer.never_enabled) <= {"Terminating"}
        assert result.answer.vacuous == ()
