"""Every outcome of a command becomes a message and an exit code."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from holdfast.cli import exits, main
from holdfast.cli.answer import color_on, json_option
from holdfast.source import Diagnostic, SpecError
from holdfast.version import VERSION
from tests.cli.conftest import Holdfast

Failing = Callable[[BaseException], None]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """Make the command `parse` raise an exception."""

    def install(error: BaseException) -> None:
        @click.command("parse")
        @json_option
        def command() -> None:
            raise error

        monkeypatch.setattr(main.holdfast, "get_command", lambda _context, _name: command)

    return install


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (
            FileNotFoundError(2, "No such file", "A.tla"),
            exits.SYSTEM,
            "holdfast: A.tla: No such file",
        ),
        (OSError("odd"), exits.SYSTEM, "holdfast: odd"),
        (MemoryError(), exits.SYSTEM, "holdfast: out of memory"),
        (KeyboardInterrupt(), exits.INTERRUPTED, "holdfast: interrupted"),
        (SpecError(Diagnostic("syntax", "no", None)), exits.PARSE, "error[syntax]: no\n\n1 error"),
        (
            SpecError(Diagnostic("config-syntax", "no", None)),
            exits.CONFIG,
            "error[config-syntax]: no\n\n1 error",
        ),
    ],
)
def test_an_expected_failure_is_a_message_without_a_traceback(
    failing: Failing,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    message: str,
) -> None:
    failing(error)
    assert main.run(["parse"]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.strip() == message


def test_a_bug_shows_its_traceback_and_asks_for_a_report(
    failing: Failing, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(ZeroDivisionError("oh"))
    assert main.run(["parse"]) == exits.BUG
    printed = capsys.readouterr().err
    assert "Traceback" in printed
    assert f"this is a bug in holdfast {VERSION}: ZeroDivisionError: oh" in printed
    assert "please report it" in printed


def test_a_failure_with_json_is_an_envelope(
    failing: Failing, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(FileNotFoundError(2, "No such file", "A.tla"))
    assert main.run(["parse", "--json"]) == exits.SYSTEM
    answer = json.loads(capsys.readouterr().out)
    assert answer["command"] == "parse"
    assert answer["verdict"] == "error"
    assert answer["reason"] == "A.tla: No such file"
    assert answer["exit"] == exits.SYSTEM


def test_wrong_usage_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["parse", "--nonsense"]) == exits.USAGE
    assert "--nonsense" in capsys.readouterr().err


def test_an_unknown_command_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["prase"]) == exits.USAGE
    assert "prase" in capsys.readouterr().err


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["--version"]) == exits.OK
    assert capsys.readouterr().out == f"holdfast {VERSION}\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert color_on(Terminal())
    assert not color_on(io.StringIO())


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colour_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    assert not color_on(Terminal())


PRINTS = """---- MODULE Prints ----
EXTENDS Naturals, TLC
VARIABLE x
ASSUME PrintT("at the start")
Init == x = 0 /\\ PrintT("at first")
Next == x' = (x + 1) % 2 /\\ PrintT("then")
Inv == x < 2 /\\ PrintT("asked")
====
"""


@pytest.mark.parametrize("command", ["check", "prove", "infer", "init", "show", "parse"])
def test_what_a_spec_prints_does_not_spoil_the_json(
    command: str, holdfast: Holdfast, tmp_path: Path
) -> None:
    (tmp_path / "Prints.tla").write_text(PRINTS, encoding="utf-8")
    assert holdfast(command, "Prints.tla", "--json").json["command"] == command


def test_a_command_that_there_is_not_gets_a_suggestion(holdfast: Holdfast) -> None:
    done = holdfast("chek", "Spec.tla")
    assert done.exit == exits.USAGE
    assert "there is no command 'chek'. Did you mean 'check'?" in done.err
    assert "Did you mean `holdfast check Spec.tla`?" in holdfast("Spec.tla").err
    assert "there are check, simulate, prove" in holdfast("xyzzy").err


def test_the_ending_of_a_spec_may_be_left_out(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "Prints.tla").write_text(PRINTS, encoding="utf-8")
    for command in ("check", "prove", "parse", "fmt", "show", "init"):
        assert holdfast(command, "Prints").exit == exits.OK
    assert (tmp_path / "Prints.cfg").is_file()


def test_a_configuration_stands_for_its_spec(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "Prints.tla").write_text(PRINTS, encoding="utf-8")
    (tmp_path / "Prints.cfg").write_text("INIT Init\nNEXT Next\n", encoding="utf-8")
    (tmp_path / "Small.cfg").write_text("INIT Init\nNEXT Next\n", encoding="utf-8")
    assert "Prints.tla  with Prints.cfg" in holdfast("check", "Prints.cfg").out
    done = holdfast("check", "Small.cfg")
    assert done.exit == exits.USAGE
    assert "Name its spec, too: holdfast check Spec.tla --config Small.cfg" in done.err
