"""What a command prints is what its result shows in Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdfast.report.result import Result
from holdfast.workbench import load, recheck
from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, write

CONSTANTS = ("--const", "N=4")
NEXT = "next: `holdfast why ACTION --at 4` says why an action is disabled in state 4\n"
SCRIPT = """---- MODULE Script ----
VARIABLE x
Init == x = "<script>"
Next == x' = "<b>&amp;"
Safe == x = "<script>"
====
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    write(tmp_path, Counter_tla=COUNTER, Script_tla=SCRIPT)


def plain(text: str) -> str:
    """The text without the times in it."""
    return re.sub(r"\d+\.\d+( s\b|$)", "0.0 s", text, flags=re.MULTILINE)


def shown(result: Result) -> str:
    return plain(result.show()) + "\n"


def test_check_that_holds(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", *CONSTANTS, "--no-deadlock")
    result = load("Counter.tla", constants={"N": 4}).check(deadlock=False)
    assert (plain(done.out), done.exit) == (shown(result), result.exit_code)


def test_check_that_finds_a_violation(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", *CONSTANTS, "--invariant", "Small")
    result = load("Counter.tla", constants={"N": 4}).check(invariants=["Small"])
    assert (plain(done.out), done.exit) == (shown(result) + NEXT, result.exit_code)


def test_a_trace_is_stored_although_another_file_cannot_be_written(holdfast: Holdfast) -> None:
    options = ("--invariant", "Small", "--trace", "nowhere/bug.itf.json")
    done = holdfast("check", "Counter.tla", *CONSTANTS, *options)
    assert done.exit == 153
    assert done.out.endswith("holdfast: nowhere/bug.itf.json: No such file or directory\n")
    assert holdfast("why", "Up").exit == 0


def test_check_that_is_stopped(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", *CONSTANTS, "--max-states", "2")
    result = load("Counter.tla", constants={"N": 4}).check(max_states=2)
    assert (plain(done.out), done.exit) == (shown(result), result.exit_code)
    assert result.outcome == "unknown"


def test_a_sweep(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", "--const", "N=1..3", "--no-deadlock")
    sweep = load("Counter.tla").sweep({"deadlock": False}, N=[1, 2, 3])
    assert (plain(done.out), done.exit) == (shown(sweep), sweep.exit_code)
    assert done.out.startswith("Counter.tla  for N = 1..3\n\n  N  verdict")


@pytest.mark.smt
@pytest.mark.parametrize(
    ("invariant", "method", "k", "outcome"),
    [
        ("TypeOK", "induction", 1, "proved"),
        ("Small", "bmc", 5, "violated"),
        ("Small", "induction", 1, "unknown"),
    ],
)
def test_prove(invariant: str, method: str, k: int, outcome: str, holdfast: Holdfast) -> None:
    # One worker: with several it is a matter of time which obligations are left out.
    options = ("--invariant", invariant, "--method", method, "--k", str(k), "--workers", "1")
    done = holdfast("prove", "Counter.tla", *CONSTANTS, *options, "--no-cache")
    spec = load("Counter.tla", constants={"N": 4})
    result = spec.prove(invariants=[invariant], method=method, k=k, workers=1, remember=False)
    assert (plain(done.out), done.exit) == (shown(result), result.exit_code)
    assert result.outcome == outcome


@pytest.mark.smt
@pytest.mark.parametrize(("name", "outcome"), [("TypeOK", "proved"), ("Small", "violated")])
def test_infer(name: str, outcome: str, holdfast: Holdfast) -> None:
    done = holdfast("infer", "Counter.tla", *CONSTANTS, "--property", name, "--no-cache")
    result = load("Counter.tla", constants={"N": 4}).infer(property=name, remember=False)
    assert (plain(done.out), done.exit) == (shown(result), result.exit_code)
    assert result.outcome == outcome


@pytest.mark.smt
def test_recheck(holdfast: Holdfast) -> None:
    holdfast("prove", "Counter.tla", *CONSTANTS, "--invariant", "TypeOK", "--certificate", "proof")
    done = holdfast("recheck", "proof")
    result = recheck("proof")
    assert (plain(done.out), done.exit) == (shown(result), 0)


@pytest.mark.smt
def test_a_spec_with_tags_in_it_is_escaped_in_a_notebook(holdfast: Holdfast) -> None:
    holdfast("--version")  # the folder of the spec is the current one
    spec = load("Script.tla")
    for result in (
        spec.check(invariants=["Safe"]),
        spec.prove(invariants=["Safe"], method="bmc", k=2, remember=False),
        spec.infer(property="Safe", remember=False),
    ):
        assert '"<script>"' in str(result)
        assert "&quot;&lt;script&gt;&quot;" in result._repr_html_()
        assert "<script" not in result._repr_html_()
