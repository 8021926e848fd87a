"""Every command accepts a file of I/O automata, or says in one error why it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from holdfast.cli.main import holdfast as program
from tests.cli.conftest import Holdfast
from tests.ioa.models import one_step, written


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = one_step("Seq[int]", "[1]", "[2]").replace("OneStep()", "OneStep(N: int)")
    written(tmp_path, f"{text}\n    invariant_of = len(x) == 1\n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("parse", "ok (1 automaton: OneStep)"),
        ("check", "invariant_of"),
        ("show", "system OneStep"),
        ("simulate --traces 3", "3 behaviours"),
        ("translate --to tla", "MODULE OneStep"),
    ],
)
def test_a_command_accepts_it(holdfast: Holdfast, line: str, shown: str) -> None:
    word, *rest = line.split()
    result = holdfast(word, "model.py", *rest)
    assert (result.exit, result.err) == (0, "")
    assert shown in result.out


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("fmt model.py", "only TLA+ modules are formatted"),
        ("init model.py", "I/O automata have no configuration file"),
        ("pluscal model.py", "PlusCal algorithms are in TLA+ modules"),
        ("tlc model.py", "use `holdfast check`"),
        ("check model.py --config model.cfg", "I/O automata have no configuration file"),
        ("check model.py --automaton Other", "there is no automaton `Other`"),
    ],
)
def test_a_command_rejects_it_with_one_error(holdfast: Holdfast, line: str, shown: str) -> None:
    result = holdfast(*line.split())
    shown_texts = result.out + result.err
    assert result.exit != 0
    assert shown in shown_texts
    assert "Traceback" not in shown_texts
    assert "MODULE Name" not in shown_texts


def test_values_and_traces(holdfast: Holdfast) -> None:
    assert holdfast("eval", "model.py", "x == [1]").out == "True\n"
    checked = holdfast("check", "model.py", "--invariant", "x == [1]", "--trace", "t.itf.json")
    assert checked.exit == 12
    traced = holdfast("trace", "t.itf.json", "--spec", "model.py")
    assert traced.exit == 0
    assert "x[0]: 1 -> 2" in traced.out
    explained = holdfast("why", "step")
    assert explained.exit == 0
    assert "x = [2]" in explained.out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("check model.py --automaton O", ["OneStep"]),
        ("check model.py --const ", ["N="]),
        ("check model.py --invariant inv", ["invariant_of"]),
    ],
)
def test_names_are_completed(line: str, words: list[str]) -> None:
    *args, incomplete = line.split(" ")
    shell = BashComplete(program, {}, "holdfast", "_HOLDFAST_COMPLETE")
    assert [item.value for item in shell.get_completions(args, incomplete)] == words
