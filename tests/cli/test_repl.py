"""`holdfast repl` evaluates what is entered, and nothing that is entered ends it."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, LOCK, write


@pytest.fixture(autouse=True)
def specs(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla=COUNTER, Lock_tla=LOCK)


@pytest.fixture
def repl(holdfast: Holdfast, monkeypatch: pytest.MonkeyPatch) -> Repl:
    return Repl(holdfast, monkeypatch)


class Repl:
    """Enters lines, and gives what is printed."""

    def __init__(self, holdfast: Holdfast, monkeypatch: pytest.MonkeyPatch) -> None:
        self.holdfast = holdfast
        self.monkeypatch = monkeypatch

    def __call__(self, *lines: str, args: tuple[str, ...] = ()) -> tuple[str, str]:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{x}\n" for x in lines)))
        done = self.holdfast("repl", *args)
        assert done.exit == 0
        return done.out, done.err


LOCKED = ("Lock.tla", "--const", "Clients={a, b}")


def test_values_are_printed_without_a_prompt(repl: Repl) -> None:
    assert repl("1 + 1", "", "{3, 1}", "<<1>>") == ("2\n{1, 3}\n<<1>>\n", "")


def test_definitions_stay_and_may_be_replaced(repl: Repl) -> None:
    lines = ["F(x) == x + 1", "G(x) == F(F(x))", "G(1)", "F(x) == x * 10", "G(1)", '<<"F">>']
    assert repl(*lines) == ('3\n100\n<<"F">>\n', "")


def test_a_definition_may_be_recursive_and_have_several_lines(repl: Repl) -> None:
    lines = ["RECURSIVE Sum(_) \\", "Sum(n) == IF n = 0 THEN 0 ELSE n + Sum(n - 1)", "Sum(4)"]
    assert repl(*lines) == ("10\n", "")
    assert repl("f[n \\in Nat] == IF n = 0 THEN 1 ELSE n * f[n - 1]", "f[5]") == ("120\n", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 +", "expected an expression"),
        ("Foo", "`Foo` is not declared"),
        ("G(x) == Foo", "`Foo` is not declared"),
        ("G(x) ==", "expected an expression"),
        ("VARIABLE x", "expected an expression"),
        ("1 \\div 0", "is divided by zero"),
        ('1 = "a"', "cannot be compared"),
        (":load none.tla", "none.tla: No such file"),
        (":state", "there is no initial predicate"),
        ("CHOOSE x : x = 1", "eval-unbounded"),
        ("LET f[n \\in Nat] == f[n + 1] IN f[0]", "too deep"),
    ],
)
def test_an_error_is_reported_and_the_next_line_is_read(
    line: str, message: str, repl: Repl
) -> None:
    out, err = repl(line, "40 + 2")
    assert out == "42\n"
    assert message in err
    assert "Traceback" not in err


def test_a_definition_with_an_error_is_not_kept(repl: Repl) -> None:
    out, err = repl("F(x) == x + 1", "F(x) == x + y", "F(1)")
    assert out == "2\n"
    assert "`y` is not declared" in err


def test_variables_have_their_values_in_the_current_state(repl: Repl) -> None:
    out, err = repl("waiting", ":next 1", "waiting", "Alone", ":state 1", "waiting", args=LOCKED)
    assert err == ""
    assert out == "{}\n/\\ holder = {}\n/\\ waiting = {a}\n{a}\nTRUE\n" + (
        "/\\ holder = {}\n/\\ waiting = {}\n{}\n"
    )


def test_steps_are_numbered(repl: Repl) -> None:
    out, err = repl(":next", ":next 2", ":next", ":next 9", args=LOCKED)
    assert out.startswith("1  Ask(a)  waiting: + a\n2  Ask(b)  waiting: + b\n")
    assert "Take(b)  holder: + b, waiting: - b" in out
    assert "there is no step 9; there are 2" in err


def test_a_spec_can_be_loaded(repl: Repl) -> None:
    out, err = repl("Cardinality({1})", ":load Lock", "Clients", args=("--const", "Clients={c}"))
    assert (out, err) == ("1\nloaded Lock.tla\n{c}\n", "")
    assert repl(":load")[0] == "name a file: `:load Spec.tla`\n"


def test_names_and_help_are_listed(repl: Repl) -> None:
    out, _ = repl("F == 1", ":names", ":help", ":nothing", args=LOCKED)
    assert "Alone F" in out
    assert ":next [N]" in out
    assert "there is no :nothing" in out


def test_quit_leaves(repl: Repl) -> None:
    assert repl("1", ":quit", "2")[0] == "1\n"


def test_ctrl_c_ends_the_evaluation_only() -> None:
    command = [sys.executable, "-m", "holdfast", "repl"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\nCardinality({x \\in SUBSET (1..22) : 1 \\in x})\n")
        process.stdin.flush()
        assert process.stdout.readline() == "1\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate("2\n", timeout=60)
    assert (process.returncode, out) == (0, "2\n")
    assert err == "interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_has_a_prompt_completion_and_a_history(tmp_path: Path) -> None:
    import pty

    environment = {**os.environ, "HOLDFAST_CACHE": str(tmp_path / "cache"), "TERM": "dumb"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "holdfast", "repl", str(tmp_path / "Lock.tla")]
    with subprocess.Popen(
        [*command, "--const", "Clients={a}"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    ) as process:
        os.close(theirs)
        shown = _until(ours, "tla> ")
        os.write(ours, b"Alo\t = TRUE\n")
        shown += _until(ours, "TRUE\r\ntla> ")
        os.write(ours, b"\x04")
        assert process.wait(60) == 0
    os.close(ours)
    assert "Alone" in shown
    history = (tmp_path / "cache" / "repl" / "history").read_text(encoding="utf-8")
    assert "Alone = TRUE" in history


def _until(terminal: int, text: str) -> str:
    shown = ""
    while text not in shown:
        shown += os.read(terminal, 1000).decode()
    return shown
