"""`holdfast mine` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.cli.main import run

_SPEC = "specs/SeedPeterson/SeedPeterson.tla"


def test_relations_and_remarks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mine", _SPEC, "--form", "order", "--by-name", "ncrit"]) == 0
    out = capsys.readouterr().out
    assert "holds in all 55 states:\n  ncrit <= tester\n" in out
    assert "tester  no action assigns it" in out


def test_quiet_prints_the_relations_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mine", _SPEC, "--form", "order", "-q"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows == ["flag[0] <= tester", "flag[1] <= tester", "ncrit <= tester", "tester >= turn"]


def test_filters_by_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["mine", "specs/Bakery/Bakery.tla", "--by-type", "Boolean", "-q", "--at", "Look"]) == 0
    )
    out = capsys.readouterr().out.splitlines()
    assert out == ['\\A i \\in Process : pc[i] = "Look" => choosing[i] = TRUE']


def test_files_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {kind: tmp_path / f"graph.{kind}" for kind in ("dot", "svg", "html")}
    flags = [part for kind, path in names.items() for part in (f"--{kind}", str(path))]
    spec = tmp_path / "SeedPeterson.tla"
    spec.write_bytes(Path(_SPEC).read_bytes())
    assert run(["mine", str(spec), "--write", *flags]) == 0
    assert "SeedPetersonMined.tla: written" in capsys.readouterr().out
    assert '"ncrit' in names["dot"].read_text(encoding="utf-8")
    assert "<svg" in names["svg"].read_text(encoding="utf-8")
    assert "<pre>" in names["html"].read_text(encoding="utf-8")
    module = (tmp_path / "SeedPetersonMined.tla").read_text(encoding="utf-8")
    assert "EXTENDS SeedPeterson, Integers" in module


def test_json_has_the_relations(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mine", _SPEC, "--form", "bound", "--json"]) == 0
    own = json.loads(capsys.readouterr().out)["mine"]
    assert own["states"] == 55
    shown = [(r["left"], r["rel"], r["right"]) for r in own["relations"]]
    assert ("ncrit", "\\in", "0..1") in shown


def test_a_search_that_is_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mine", _SPEC, "--max-states", "10"]) == 20
    assert "holds only in the" in capsys.readouterr().out


def test_automata_in_their_own_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mine", "specs/ioa/AsyncLCRN/AsyncLCRN.py", "-q"]) == 0
    out = capsys.readouterr().out
    assert "\\A j \\in 0..N - 1 : len(P[j].q) \\in 0..N" in out
