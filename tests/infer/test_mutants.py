"""Protocols with one mistake each: the violation is found, and nothing is proved."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import holdfast
from holdfast.verdict import Violated

MUTANTS = sorted((Path(__file__).parent / "mutants").glob("*.tla"))
SPECS = Path(__file__).parent.parent.parent / "specs"

each_mutant = pytest.mark.parametrize("path", MUTANTS, ids=lambda path: path.stem)


def original_of(path: Path) -> Path:
    return SPECS / path.stem


def property_of(path: Path) -> str:
    expected = tomllib.loads((original_of(path) / "expect.toml").read_text("utf-8"))
    return str(expected["protocol"]["property"])


@each_mutant
def test_a_mutant_is_checked_as_its_original_is(path: Path) -> None:
    config = path.with_suffix(".cfg")
    assert config.read_text("utf-8") == (original_of(path) / config.name).read_text("utf-8")
    assert path.read_text("utf-8") != (original_of(path) / path.name).read_text("utf-8")


@each_mutant
def test_the_mistake_violates_the_property(path: Path) -> None:
    result = holdfast.load(path).check()
    assert result.outcome == "violated"
    assert result.violated == property_of(path)


@each_mutant
def test_a_mistake_yields_its_trace_and_no_proof(path: Path) -> None:
    result = holdfast.load(path).infer(property=property_of(path), seconds=100.0, remember=False)
    assert isinstance(result.verdict, Violated)
    assert result.exit_code == 12
    assert result.verdict.property == property_of(path)
    assert result.verdict.trace is not None
    assert len(result.verdict.trace) > 1
    assert result.inferred.proof is None
