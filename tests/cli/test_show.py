"""`holdfast show` prints a system between any two passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli.main import run
from holdfast.workbench import pass_names
from tests.cli.specs import LOCK, write

Capture = pytest.CaptureFixture[str]
MODEL = "INIT Init\nNEXT Next\nCONSTANT Clients = {a}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, Lock_tla=LOCK, Lock_cfg=MODEL)
    monkeypatch.chdir(tmp_path)


def test_the_passes_are_listed(capsys: Capture) -> None:
    assert run(["show", "--list"]) == 0
    assert capsys.readouterr().out.splitlines() == list(pass_names())


def test_the_system_is_printed_before_and_after_every_pass(capsys: Capture) -> None:
    assert run(["show", "Lock.tla"]) == 0
    assert "waiting" in capsys.readouterr().out
    for name in pass_names():
        assert run(["show", "Lock.tla", "--after", name]) == 0
        assert "waiting" in capsys.readouterr().out


def test_an_unknown_pass_is_wrong_usage(capsys: Capture) -> None:
    assert run(["show", "Lock.tla", "--after", "nothing"]) == 2
    assert "explicit actions" in capsys.readouterr().err


def test_a_file_is_needed(capsys: Capture) -> None:
    assert run(["show"]) == 2
    assert "--list" in capsys.readouterr().err
