"""The models of the benchmark: where they are, and the constants they are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.suite import ROOT, place, read_suite, with_constants

SUITE = read_suite(ROOT / "bench" / "suite.toml", ROOT / "specs")


def test_a_constant_gets_another_value() -> None:
    text = "CONSTANTS\n  N = 3\n  Node = {n1, n2}\nSPECIFICATION Spec\n"
    changed = with_constants(text, {"N": "5", "Node": "{n1}"})
    assert changed == "CONSTANTS\n  N = 5\n  Node = {n1}\nSPECIFICATION Spec\n"


def test_a_constant_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="gives M 0 values"):
        with_constants("CONSTANT N = 3\n", {"M": "1"})


@pytest.mark.parametrize("entry", SUITE, ids=lambda e: e.name)
def test_every_model_of_the_suite_can_be_placed(entry: object, tmp_path: Path) -> None:
    chosen = next(e for e in SUITE if e is entry)
    folder = place(chosen, tmp_path)
    assert (folder / f"{chosen.module}.tla").exists()
    assert (folder / f"{chosen.config}.cfg").exists()


def test_the_suite_has_models_with_names_of_their_own() -> None:
    names = [e.name for e in SUITE]
    assert len(set(names)) == len(names) >= 6


def test_pluscal_is_translated_for_tlc(tmp_path: Path) -> None:
    chosen = next(e for e in SUITE if e.name == "DiningPhilosophers7")
    folder = place(chosen, tmp_path)
    assert "BEGIN TRANSLATION" in (folder / "DiningPhilosophers.tla").read_text("utf-8")
