"""`holdfast translate` to Dafny."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Holdfast
from tests.ioa.models import model

CELL = str(model("ManufacturingCell"))


def test_dafny_is_printed(holdfast: Holdfast) -> None:
    done = holdfast("translate", CELL, "--to", "dafny", "--k", "1")
    assert done.exit == 0
    assert done.out.startswith("module Types {")
    assert "lemma bmc_1_proof?" in done.out


def test_dafny_is_written_once(holdfast: Holdfast, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert holdfast("translate", CELL, "--to", "dafny", "--out", str(out)).exit == 0
    written = out / "ManufacturingCell.dfy"
    assert written.read_text(encoding="utf-8").startswith("module Types {")
    again = holdfast("translate", CELL, "--to", "dafny", "--out", str(out))
    assert (again.exit, "already exists" in again.err) == (1, True)


def test_the_text_is_in_json(holdfast: Holdfast) -> None:
    answer = holdfast("translate", CELL, "--to", "dafny", "--automaton", "Robot", "--json").json[
        "translate"
    ]
    assert answer["to"] == "dafny"
    assert answer["name"] == "Robot"
    assert answer["module"].startswith("module Types {")


def test_parameters_have_no_values_in_dafny(holdfast: Holdfast) -> None:
    ring = str(model("StableRing"))
    done = holdfast("translate", ring, "--to", "dafny", "--const", "N=3")
    assert done.exit != 0
    assert "about all values of the parameters" in done.err


def test_steps_are_for_dafny(holdfast: Holdfast) -> None:
    assert "--k is for --to dafny" in holdfast("translate", CELL, "--k", "1").err


def test_only_automata_are_translated_to_dafny(holdfast: Holdfast, tmp_path: Path) -> None:
    spec = tmp_path / "S.tla"
    spec.write_text("---- MODULE S ----\nVARIABLE x\nInit == x = 0\nNext == x' = x\n====\n")
    done = holdfast("translate", str(spec), "--to", "dafny")
    assert done.exit != 0
    assert "only I/O automata are translated to Dafny" in done.err
