"""`holdfast axioms`, and what the axioms mean to `check` and `prove`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Holdfast
from tests.ioa.models import model, variant

pytestmark = pytest.mark.smt
SAME_PROCESS = ("P1: Process(1, u1)", "P1: Process(0, u1)")
WITNESS = "send_recv(src=0, dst=1, v=0) is an output of both P0 and P1"


def test_a_violated_axiom_has_a_witness_and_a_line(tmp_path: Path, holdfast: Holdfast) -> None:
    path = variant(tmp_path, "AsyncLCR", SAME_PROCESS)
    done = holdfast("axioms", str(path))
    assert done.exit == 12
    assert f"{path}:76:9: {WITNESS}" in done.out
    assert "x  compatibility: 8 of 9 obligations hold" in done.out
    found = holdfast("axioms", str(path), "--json").json
    assert (found["verdict"], found["kind"], found["exit"]) == ("violated", "axiom", 12)
    assert found["reason"].startswith(WITNESS)


def test_the_size_of_the_file_and_the_cost_are_shown(holdfast: Holdfast) -> None:
    out = holdfast("axioms", str(model("StableRing"))).out
    assert "1 automaton, 0 types, " in out
    assert "9 obligations" in out
    assert " MiB" in out


def test_parameters_may_have_values(tmp_path: Path, holdfast: Holdfast) -> None:
    path = variant(tmp_path, "StableRing", ("% K", "% (K - N - 1)"))
    assert holdfast("axioms", str(path)).exit == 12
    assert holdfast("axioms", str(path), "--const", "N=2", "--const", "K=4").exit == 0
    assert holdfast("axioms", str(path), "--const", "N=2", "--const", "K=3").exit == 12
    assert "`M` is not a parameter" in holdfast("axioms", str(path), "--const", "M=2").err


def test_a_spec_in_another_language_has_no_axioms(tmp_path: Path, holdfast: Holdfast) -> None:
    (tmp_path / "A.tla").write_text("---- MODULE A ----\nVARIABLE x\n====\n")
    done = holdfast("axioms", "A.tla")
    assert done.exit == 150
    assert "not a file of I/O automata" in done.err


def test_check_refuses_components_that_are_not_compatible(
    tmp_path: Path, holdfast: Holdfast
) -> None:
    path = variant(tmp_path, "AsyncLCR", SAME_PROCESS)
    done = holdfast("check", str(path))
    assert done.exit == 150
    assert f"error[ioa-axiom]: {WITNESS}" in done.err


def test_prove_proves_nothing_if_an_axiom_is_violated(tmp_path: Path, holdfast: Holdfast) -> None:
    path = variant(tmp_path, "AsyncLCR", SAME_PROCESS)
    done = holdfast("prove", str(path), "--invariant", "types", "--all-sizes")
    assert done.exit == 12
    assert "an axiom is violated: P0 and P1 have no common outputs" in done.out
    assert WITNESS in done.out


def test_prove_lists_the_axioms(holdfast: Holdfast) -> None:
    done = holdfast("prove", str(model("AirspaceManager")), "--method", "bmc", "--k", "1")
    assert "ok  compatibility: 5 of 5 obligations hold" in done.out
    assert "given the invariants" in done.out


def test_a_time_limit_ends_the_work(holdfast: Holdfast) -> None:
    done = holdfast("axioms", str(model("StableArray")), "--time", "0.001", "--no-cache")
    assert done.exit == 20
    assert "the time limit is reached" in done.out


def test_check_of_tla_does_not_load_solvers(tmp_path: Path) -> None:
    (tmp_path / "A.tla").write_text(
        "---- MODULE A ----\nEXTENDS Naturals\nVARIABLE x\n"
        "Init == x = 0\nNext == x' = 1 - x\n====\n"
    )
    program = "import sys, holdfast; holdfast.load('A.tla').check(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "holdfast.check" in done.stdout
    assert "holdfast.smt" not in done.stdout
    assert "holdfast.prove" not in done.stdout
