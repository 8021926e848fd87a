"""`holdfast init` writes a configuration that can be used at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.cli.main import run
from tests.cli.specs import COUNTER, LOCK, write

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, Counter_tla=COUNTER, Lock_tla=LOCK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_was_found_and_a_value_for_each_constant_is_written(folder: Path) -> None:
    assert run(["init", "Counter.tla"]) == 0
    assert (folder / "Counter.cfg").read_text(encoding="utf-8") == (
        "\\* A model of Counter, made by `holdfast init` for you to change.\n"
        "\n"
        "INIT Init\n"
        "NEXT Next\n"
        "\n"
        "CONSTANTS\n"
        "    N = 3   \\* used as a number\n"
        "\n"
        "INVARIANTS\n"
        "    TypeOK\n"
        "\n"
        "\\* A state without a next state is an error, unless you write:\n"
        "\\* CHECK_DEADLOCK FALSE\n"
    )


def test_the_result_can_be_checked_at_once(capsys: Capture) -> None:
    run(["init", "Lock.tla"])
    capsys.readouterr()
    run(["check", "Lock.tla", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["config"] == "Lock.cfg"
    assert found["constants"] == {"Clients": "{c1, c2, c3}"}
    assert found["check"]["states"]["distinct"] > 1


def test_a_configuration_that_is_there_is_kept_unless_forced(folder: Path, capsys: Capture) -> None:
    write(folder, Counter_cfg="mine")
    assert run(["init", "Counter.tla"]) == 1
    assert "is there already" in capsys.readouterr().err
    assert (folder / "Counter.cfg").read_text(encoding="utf-8") == "mine"
    assert run(["init", "Counter.tla", "--force"]) == 0
    assert (folder / "Counter.cfg").read_text(encoding="utf-8") != "mine"


def test_it_can_be_printed_instead(folder: Path, capsys: Capture) -> None:
    assert run(["init", "Counter.tla", "--print"]) == 0
    assert "INIT Init" in capsys.readouterr().out
    assert not (folder / "Counter.cfg").exists()
