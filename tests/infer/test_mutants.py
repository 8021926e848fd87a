"""Protocols with one mistake each: exploring the model finds the violation."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import holdfast

MUTANTS = sorted((Path(__file__).parent / "mutants").glob("*.tla"))
SPECS = Path(__file__).parent.parent.parent / "specs"

each_mutant = pytest.mark.parametrize("path", MUTANTS, ids=lambda path: path.stem)


def original_of(path: Path) -> Path:
    return SPECS / path.stem


@each_mutant
def test_a_mutant_is_checked_as_its_original_is(path: Path) -> None:
    config = path.with_suffix(".cfg")
    assert config.read_text("utf-8") == (original_of(path) / config.name).read_text("utf-8")
    assert path.read_text("utf-8") != (original_of(path) / path.name).read_text("utf-8")


@each_mutant
def test_the_mistake_violates_the_property(path: Path) -> None:
    expected = tomllib.loads((original_of(path) / "expect.toml").read_text("utf-8"))
    result = holdfast.load(path).check()
    assert result.outcome == "violated"
    assert result.violated == expected["protocol"]["property"]
