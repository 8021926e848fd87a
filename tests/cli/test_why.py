"""`holdfast why` says which condition keeps an action from happening."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from holdfast.cli.main import run
from tests.cli.specs import LOCK, write

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The trace of a deadlock: Ask(a), Take(a), Ask(a)."""
    write(tmp_path, Lock_tla=LOCK)
    monkeypatch.chdir(tmp_path)
    assert run(["check", "Lock.tla", "--const", "Clients={a}"]) == 11
    capsys.readouterr()
    return tmp_path / ".holdfast" / "last-trace.json"


def why(capsys: Capture, *args: str) -> dict[str, Any]:
    assert run(["why", *args, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_guard_is_underlined_with_its_values(capsys: Capture) -> None:
    assert run(["why", "Take"]) == 0
    assert capsys.readouterr().out == (
        "Lock.tla, state 4: reached by Ask(a)\n"
        "\n"
        "Take is not enabled in state 4\n"
        "\n"
        "  Lock.tla:9 |     /\\ holder = {}\n"
        "             |        ^^^^^^^^^^^ is FALSE for c = a: holder = {a}\n"
    )


def test_a_state_is_named_by_its_number(capsys: Capture) -> None:
    found = why(capsys, "Take", "--at", "1")
    assert (found["why"]["state"], found["why"]["step"]) == (1, "initial")
    assert found["why"]["actions"] == [
        {
            "action": "Take",
            "enabled": False,
            "reason": found["why"]["actions"][0]["reason"],
        }
    ]
    assert (
        "`c \\in waiting` is FALSE for c = a: waiting = {}" in found["why"]["actions"][0]["reason"]
    )


def test_an_action_that_can_happen_is_said_to_be_enabled(capsys: Capture) -> None:
    found = why(capsys, "Take(a)", "--at", "2")["why"]
    assert found["enabled"]
    assert found["actions"] == [{"action": "Take(a)", "enabled": True, "reason": None}]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["Tak"], "there is no action `Tak`"),
        (["Take", "--at", "9"], "the trace has no state 9; it has 4"),
    ],
)
def test_a_question_about_nothing_is_wrong_usage(
    args: list[str], message: str, capsys: Capture
) -> None:
    assert run(["why", *args]) == 2
    assert message in capsys.readouterr().err


def test_without_a_trace_it_says_how_to_get_one(trace: Path, capsys: Capture) -> None:
    trace.unlink()
    assert run(["why", "Take"]) == 2
    assert "`holdfast check` saves one" in capsys.readouterr().err


def test_a_spec_that_has_other_variables_now_is_noticed(capsys: Capture) -> None:
    write(Path(), Lock_tla=LOCK.replace("waiting", "queue"))
    assert run(["why", "Take"]) == 2
    assert "Lock.tla has changed since" in capsys.readouterr().err
