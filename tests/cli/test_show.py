"""`holdfast show` prints a system between any two passes, and what the engines make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli.main import run
from holdfast.workbench import load, pass_names, show_smt
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


# ---- what a solver would be asked ----

TYPED = """
TypeOK == holder \\in SUBSET Clients /\\ waiting \\in SUBSET Clients
===="""
PROVED = MODEL + "INVARIANT Alone\n"


@pytest.fixture
def proved(folder: None, tmp_path: Path) -> None:
    write(tmp_path, Lock_tla=LOCK.replace("\n====", TYPED), Lock_cfg=PROVED)


@pytest.mark.usefixtures("proved")
@pytest.mark.parametrize("flags", [[], ["--all-sizes"]])
def test_the_obligations_are_printed_the_same_each_time(flags: list[str], capsys: Capture) -> None:
    assert run(["show", "Lock.tla", "--smt", *flags]) == 0
    text = capsys.readouterr().out
    assert "; Alone holds initially" in text
    assert "; Alone is kept by Take" in text
    assert text.count("(set-logic ALL)") == text.count("(check-sat)") > 2
    assert run(["show", "Lock.tla", "--smt", *flags]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.usefixtures("proved")
@pytest.mark.smt
def test_the_obligations_are_what_prove_asks(tmp_path: Path) -> None:
    spec = load(tmp_path / "Lock.tla")
    shown = show_smt(spec).split("\n(reset)\n")
    proof = spec.prove(remember=False, workers=1).proof
    asked = [text for each in proof.obligations for part in each.parts for text in part.texts]
    assert asked
    # A proof may need fewer hypotheses, but the goals are the same, one by one.
    assert [text.splitlines()[0] for text in asked] == [text.splitlines()[0] for text in shown]


def test_without_an_invariant_there_is_nothing_to_ask(capsys: Capture) -> None:
    assert run(["show", "Lock.tla", "--smt"]) == 2
    assert "error[prove-nothing]" in capsys.readouterr().err


def test_what_a_solver_cannot_be_asked_is_an_error_with_its_place(
    tmp_path: Path, capsys: Capture
) -> None:
    endless = "\nTypeOK == holder \\in SUBSET Clients /\\ waiting \\in SUBSET Nat\n===="
    write(tmp_path, Lock_tla=LOCK.replace("\n====", endless), Lock_cfg=PROVED)
    assert run(["show", "Lock.tla", "--smt"]) == 20
    shown = capsys.readouterr()
    assert "(check-sat)" not in shown.out
    assert "error[smt-unsupported]" in shown.err
    assert "Lock.tla:14:40" in shown.err


@pytest.mark.parametrize(
    "flags", [["--c", "--smt"], ["--after", "infer types", "--c"], ["--all-sizes"]]
)
def test_flags_that_do_not_go_together_are_wrong_usage(flags: list[str], capsys: Capture) -> None:
    assert run(["show", "Lock.tla", *flags]) == 2
    assert "--smt" in capsys.readouterr().err
