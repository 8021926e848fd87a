"""`--json` of every command: one object with the same keys, and the exit code in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli import main
from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, write
from tests.ioa.models import model

KEYS = (
    "holdfast command spec config constants engine verdict scope kind property checked not_checked"
    " assumed reductions vacuous never_enabled collision_probability cause reason"
    " warnings diagnostics seconds exit"
).split()
PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
CHECK = "check Counter.tla --const N=9 --invariant Small"
PROVE = "prove Counter.tla --const N=2 --invariant TypeOK --certificate proof"
ANSWERED = {
    "check": (CHECK, 12),
    "simulate": ("simulate Counter.tla --const N=2 --no-deadlock --traces 5", 0),
    "prove": (PROVE, 0),
    "axioms": (f"axioms {model('StableRing')}", 0),
    "infer": ("infer Counter.tla --const N=2 --property TypeOK --time 60", 0),
    "mine": ("mine Counter.tla --const N=2", 0),
    "diagram": ("diagram Small.diagram", 0),
    "recheck": ("recheck proof", 0),
    "why": ("why Never", 0),
    "test": ("test suite", 0),
    "ci": ("ci init", 0),
    "trace": ("trace t.itf.json --spec Counter.tla --const N=9 --expr n", 0),
    "eval": ("eval Counter.tla --const N=2 N", 0),
    "init": ("init Counter.tla", 0),
    "parse": ("parse Counter.tla", 0),
    "pluscal": ("pluscal wire/wire.tla", 0),
    "translate": ("translate Counter.tla --const N=2", 0),
    "fmt": ("fmt --check Counter.tla", 1),
    "show": ("show --list", 0),
    "editor": ("editor neovim", 0),
    "demo": ("demo wire", 0),
}
"""A command line for each command, and its exit code."""

DIAGRAM = "diagram D\nnode A initial\nclaim Always == []at(A)\nend\n"
SUITE = "CONSTANT N = 2\nINIT Init\nNEXT Next\nEXPECT DeadlockFailure\n"
BEFORE = {
    "recheck": PROVE,
    "why": CHECK,
    "trace": f"{CHECK} --trace t.itf.json",
    "pluscal": "demo wire",
}
REFUSED = {
    "recheck": ("recheck Missing", 20),
    "why": ("why Never", 2),
    "test": ("test Missing", 153),
    "ci": ("ci init Missing", 153),
    "trace": ("trace Missing.json --spec Counter.tla --const N=1", 153),
    "eval": ("eval Missing.tla 1", 153),
    "demo": ("demo wire --to Counter.tla", 153),
    "editor": ("editor vscode --output Missing/holdfast.vsix", 153),
}
QUERIES = [command for command in main.COMMANDS if command not in ("repl", "tlc", "studio", "lsp")]
"""All commands but the interactive ones, and `tlc`, whose output for programs is TLC's."""
pytestmark = pytest.mark.smt


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    write(tmp_path, Counter_tla=COUNTER, Small_diagram=DIAGRAM)
    (tmp_path / "suite").mkdir()
    write(tmp_path / "suite", Counter_tla=COUNTER, Counter_cfg=SUITE)


@pytest.mark.parametrize("command", QUERIES)
def test_an_answer_has_the_same_keys_whatever_the_command(command: str, holdfast: Holdfast) -> None:
    if command in BEFORE:
        holdfast(*BEFORE[command].split())
    line, code = ANSWERED[command]
    done = holdfast(*line.split(), "--json")
    assert list(done.json) == [*KEYS, command]
    assert (done.exit, done.json["exit"], done.json["command"]) == (code, code, command)
    assert not [key for key in done.json[command] if f"`{key}`" not in PAGE]


@pytest.mark.parametrize("command", QUERIES)
def test_a_failure_has_the_same_keys_whatever_the_command(command: str, holdfast: Holdfast) -> None:
    line, code = REFUSED.get(command, (f"{command} Missing.tla", 153))
    done = holdfast(*line.split(), "--json")
    assert list(done.json) == [*KEYS, command]
    assert (done.exit, done.json["exit"], done.json["verdict"]) == (code, code, "error")


@pytest.mark.parametrize("command", ["check", "simulate", "prove", "infer"])
def test_a_question_about_a_file_that_cannot_be_read_names_it(
    command: str, holdfast: Holdfast
) -> None:
    found = holdfast(command, "Missing.tla", "--json").json
    assert (found["spec"], found["kind"]) == ("Missing.tla", "system")
    assert found[command]
