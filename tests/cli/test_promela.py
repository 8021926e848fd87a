"""Every command accepts a Promela model, or says in one error why it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Holdfast

MODEL = """\
#define N 2
#define small (x <= N)
byte x
active [N] proctype P() { x++ }
"""


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.pml").write_text(MODEL)
    (tmp_path / "wrong.pml").write_text("byte total\ninit { totl = 1; x = }\n")
    monkeypatch.chdir(tmp_path)


WRONG = """\
chan c = [1] of { byte }
byte x = 255
active proctype A() { c!1; x++; assert(x > 0) }
active proctype B() { byte y; c?y }
"""


def test_charts_and_trails_are_written(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "model.pml").write_text(WRONG)
    line = "check model.pml --chart c.svg --trail t.trail"
    result = holdfast(*line.split())
    assert result.exit == 14
    assert "c.svg: written\nt.trail: written" in result.out
    assert (tmp_path / "c.svg").read_text().startswith("<svg ")
    assert (tmp_path / "t.trail").read_text() == "1:0:0\n2:0:1\n3:0:2\n"
    assert "c!1" in holdfast("check", "model.pml", "--chart", "-").out.split("# ")[-1]
    assert holdfast("check", "model.pml", "--chart", "c.png").exit == 2


def test_there_may_be_nothing_to_draw(holdfast: Holdfast, tmp_path: Path) -> None:
    shown = holdfast("check", "model.pml", "--chart", "c.txt", "--trail", "t").out
    assert "c.txt: no chart, because there is no trace" in shown
    assert "t: not written, because there is no trace" in shown
    (tmp_path / "M.tla").write_text(
        "---- MODULE M ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
        "Next == x' = x + 1\nInv == x < 2\n====\n"
    )
    shown = holdfast("check", "M.tla", "--invariant", "Inv", "--chart", "-", "--trail", "t").out
    assert "no chart, because the steps of this spec do not tell who acts" in shown
    assert "t: not written, because this spec has no trails" in shown


def test_wide(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "model.pml").write_text(WRONG)
    result = holdfast("check", "model.pml", "--wide")
    assert result.exit == 0
    assert "assuming    numbers have no widths" in result.out


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("parse model.pml", "ok (1 process type: P)"),
        ("check model.pml --invariant small", "holds in all 7 reachable states"),
        ("check model.pml --invariant x<=3 --const N=3", "x<=3"),
        ("show model.pml", "system model"),
        ("eval model.pml x+1", "1"),
        ("eval model.pml small", "TRUE"),
    ],
)
def test_a_command_accepts_it(holdfast: Holdfast, line: str, shown: str) -> None:
    result = holdfast(*line.split())
    assert (result.exit, result.err) == (0, "")
    assert shown in result.out


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("fmt model.pml", "only TLA+ modules are formatted"),
        ("init model.pml", "it has no configuration file"),
        ("pluscal model.pml", "PlusCal algorithms are in TLA+ modules"),
        ("tlc model.pml", "use `holdfast check`"),
        ("check model.pml --config model.cfg", "Promela models have no configuration file"),
        ("check model.pml --const M=1", "does not define or use a macro `M`"),
        ("check model.pml --invariant y>0", "`y` is not declared"),
        ("translate model.pml", "cannot be written as TLA+ formulas"),
        ("translate model.pml --to dafny", "only I/O automata are translated to Dafny"),
        ("check missing.pml", "No such file"),
    ],
)
def test_a_command_rejects_it_with_one_error(holdfast: Holdfast, line: str, shown: str) -> None:
    result = holdfast(*line.split())
    shown_texts = result.out + result.err
    assert result.exit != 0
    assert shown in shown_texts
    assert "Traceback" not in shown_texts


def test_a_violation_shows_the_variables_of_a_macro(holdfast: Holdfast) -> None:
    result = holdfast("check", "model.pml", "--invariant", "!small")
    assert "is FALSE: x = 0" in result.out


def test_a_lasso_is_one_of_a_model_of_processes(holdfast: Holdfast, tmp_path: Path) -> None:
    text = "bool x; active proctype A() { do :: x = 1 - x od } ltl p { <>[] x }"
    (tmp_path / "loop.pml").write_text(text)
    result = holdfast("check", "loop.pml")
    assert result.exit == 13
    assert "a process that can move may be passed over for ever" in result.out


def test_every_error_of_a_text_is_reported(holdfast: Holdfast) -> None:
    result = holdfast("parse", "wrong.pml")
    assert result.exit == 150
    assert "did you mean `total`?" in result.out
    assert "expected an expression, found `}`" in result.out


def test_processes_are_part_of_the_json(holdfast: Holdfast) -> None:
    result = holdfast("parse", "model.pml", "--json")
    assert '"processes": [\n' in result.out or '"processes": ["P"]' in result.out


TRACED = """chan c = [1] of { byte }; byte x = 1
active proctype A() { c!1; c?1; x = 2 }
trace { do :: c!x od }
"""


def test_a_trace_that_is_not_checked_makes_the_result_inconclusive(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    (tmp_path / "traced.pml").write_text(TRACED)
    result = holdfast("check", "traced.pml")
    assert result.exit == 20
    assert "trace     not checked: a variable in a trace is not supported (traced.pml:3:17)" in (
        result.out
    )
    shown = json.loads(holdfast("check", "traced.pml", "--json").out)
    assert (shown["verdict"], shown["exit"], shown["not_checked"]) == ("unknown", 20, ["trace"])
    assert shown["warnings"][0]["start"]["line"] == 3
    assert holdfast("check", "traced.pml", "--invariant", "true").exit == 0


def test_counting_like_spin_leaves_formulas_and_claims_unchecked(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    text = "byte x; active proctype A() { x = 1 } ltl p { [] (x == 0) } ltl q { <> (x == 2) }"
    (tmp_path / "claims.pml").write_text(text)
    result = holdfast("check", "claims.pml", "--count-like-spin", "--json")
    shown = json.loads(result.out)
    assert (shown["exit"], shown["not_checked"]) == (20, ["p", "q"])
    assert shown["reason"] == "not everything was checked: p, q"
    assert shown["check"]["spin"]["errors"] == 0
    assert (
        "left out by --count-like-spin" in holdfast("check", "claims.pml", "--count-like-spin").out
    )


def test_counts_are_those_of_spin(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "model.pml").write_text(WRONG)
    result = holdfast("check", "model.pml", "--count-like-spin")
    assert result.out.splitlines()[-1] == "11 stored, 15 transitions, 3 errors"
    shown = json.loads(holdfast("check", "model.pml", "--count-like-spin", "--json").out)
    assert shown["check"]["spin"] == {"stored": 11, "transitions": 15, "errors": 3}


def test_formulas_are_no_errors_of_spin_without_claims(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "model.pml").write_text(
        "byte x; active proctype P() { x = 1 } ltl p { [] (x == 0) }"
    )
    result = holdfast("check", "model.pml", "--count-like-spin")
    assert result.exit == 20
    assert result.out.splitlines()[-1] == "3 stored, 3 transitions, 0 errors"
