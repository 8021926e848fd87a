"""`holdfast translate` prints a spec and its model as TLA+, or writes them to files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import holdfast
from holdfast.cli.main import run
from holdfast.workbench import translate
from tests.cli.specs import LOCK, write

Capture = pytest.CaptureFixture[str]
MODEL = "INIT Init\nNEXT Next\nCONSTANT Clients = {a, b}\nINVARIANT Alone\nCHECK_DEADLOCK FALSE\n"
ALGORITHM = """---- MODULE Up ----
EXTENDS Naturals
(* --algorithm Up
variable n = 0;
begin
  Loop: while n < 3 do n := n + 1; end while;
end algorithm *)
====
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, Lock_tla=LOCK, Lock_cfg=MODEL)
    monkeypatch.chdir(tmp_path)


def test_what_is_printed_is_a_module_with_its_configuration(
    capsys: Capture, tmp_path: Path
) -> None:
    assert run(["translate", "Lock.tla", "--to", "tla"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[2] == "EXTENDS Naturals, FiniteSets"
    assert "\\* Lock.tla:7\nTake(c) ==\n  /\\ c \\in waiting\n" in text
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "Lock.tla").write_text(text, encoding="utf-8")
    original, printed = holdfast.load("Lock.tla").check(), holdfast.load("one/Lock.tla").check()
    assert printed.distinct == original.distinct > 1
    assert printed.answer.checked == original.answer.checked


def test_files_are_written_and_not_replaced_by_accident(capsys: Capture, tmp_path: Path) -> None:
    assert run(["translate", "Lock.tla", "--out", "new/folder"]) == 0
    module, config = (tmp_path / "new" / "folder" / f"Lock.{end}" for end in ("tla", "cfg"))
    assert "CHECK_DEADLOCK FALSE" in config.read_text("utf-8")
    assert run(["check", str(module)]) == 0
    module.write_text("mine", encoding="utf-8")
    capsys.readouterr()
    assert run(["translate", "Lock.tla", "--out", "new/folder"]) == 1
    assert "--force" in capsys.readouterr().err
    assert module.read_text("utf-8") == "mine"
    assert run(["translate", "Lock.tla", "--out", "new/folder", "--force"]) == 0
    assert "MODULE Lock" in module.read_text("utf-8")


def test_the_folder_of_the_spec_keeps_its_files(capsys: Capture, tmp_path: Path) -> None:
    assert run(["translate", "Lock.tla", "--out", "."]) == 1
    assert "Lock.tla and Lock.cfg already exist" in capsys.readouterr().err
    assert (tmp_path / "Lock.tla").read_text("utf-8") == LOCK


def test_an_algorithm_is_translated(tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path, Up_tla=ALGORITHM, Up_cfg="SPECIFICATION Spec\n")
    assert run(["translate", "Up.tla", "--out", "out"]) == 0
    assert "algorithm" not in (tmp_path / "out" / "Up.tla").read_text("utf-8")
    assert holdfast.load("out/Up.tla").check().distinct == 5


def test_constants_of_the_command_line_are_in_the_configuration(capsys: Capture) -> None:
    assert run(["translate", "Lock.tla", "--const", "Clients={c}", "--json"]) == 0
    own = json.loads(capsys.readouterr().out)["translate"]
    assert own["name"] == "Lock"
    assert "Clients = {c}" in own["configuration"]
    assert own["module"].startswith("-----")
    assert own["written"] == []


def test_a_constant_has_one_value(capsys: Capture) -> None:
    assert run(["translate", "Lock.tla", "--const", "Clients=1..2"]) == 2
    assert "`translate` takes one value of Clients; write (1..2)" in capsys.readouterr().err
    assert run(["translate", "Lock.tla", "--const", "Clients=(1..2)"]) == 0
    text = capsys.readouterr().out
    assert "CONSTANT Clients\n" in text
    assert "const_Clients == 1 .. 2" in text
    assert "Clients <- const_Clients" in text


def test_errors_in_a_spec_are_reported(tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path, Lock_tla=LOCK.replace("holder = {} /\\", "holder = {} /\\ missing /\\", 1))
    assert run(["translate", "Lock.tla"]) == 150
    assert "`missing`" in capsys.readouterr().err


def test_another_language_is_wrong_usage() -> None:
    assert run(["translate", "Lock.tla", "--to", "c"]) == 2
    with pytest.raises(ValueError, match="takes 'tla'"):
        translate(holdfast.load("Lock.tla"), "c")  # type: ignore[call-overload]  # that is the mistake
