"""What `infer` writes, checked by other means: all states of the invariant on a small size."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.infer_cases import Case, protocols
from bench.infer_check import check_result, place
from holdfast.workbench import load

pytestmark = pytest.mark.smt
CASES = {case.name: case for case in protocols()}
QUICK = ("LockServer", "TCommit", "ToyConsensusQuorums", "SimpleRegular", "QuorumLeaderElection")


def confirm(case: Case, folder: Path, engine: str, seconds: float) -> None:
    placed = place(case, folder)
    result = load(placed.spec).infer(property=case.property, seconds=seconds, remember=False)
    assert result.ok, result
    placed.spec.with_name(f"{result.module}IndInv.tla").write_text(result.tla, encoding="utf-8")
    checked = check_result(placed, [*result.invariant], result.inferred.assumed, engine)
    assert not checked.problems
    assert checked.reachable <= checked.inside
    assert list(checked.needed) == [*result.invariant][1:]


@pytest.mark.parametrize("name", QUICK)
def test_the_interpreter_confirms_what_is_written(name: str, tmp_path: Path) -> None:
    confirm(CASES[name], tmp_path / name, "interp", 100.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_every_result_is_inductive_and_minimal(name: str, tmp_path: Path) -> None:
    confirm(CASES[name], tmp_path / name, "auto", 200.0)


def test_a_lemma_that_is_not_needed_is_noticed(tmp_path: Path) -> None:
    case = place(CASES["LockServer"], tmp_path / "spec")
    rows = ["---- MODULE LockServerIndInv ----", "EXTENDS LockServer", ""]
    rows += ["Spare == \\A s \\in Server : locked[s] \\in BOOLEAN", ""]
    rows += ["IndInv ==", "  /\\ Safe", "  /\\ FreeIsNotHeld", "  /\\ Spare", "", "IndInit =="]
    rows += ["  /\\ locked \\in [Server -> BOOLEAN]", "  /\\ held \\in [Client -> SUBSET Server]"]
    rows += [f"  /\\ {name} = TRUE" for name in ("Safe", "FreeIsNotHeld", "Spare")]
    written = case.spec.with_name("LockServerIndInv.tla")
    written.write_text("\n".join([*rows, "====", ""]), encoding="utf-8")
    checked = check_result(case, ["Safe", "FreeIsNotHeld", "Spare"], (), "interp")
    assert checked.needed == {"FreeIsNotHeld": "check", "Spare": ""}
    assert not checked.ok


def test_an_invariant_that_is_not_inductive_is_noticed(tmp_path: Path) -> None:
    case = place(CASES["LockServer"], tmp_path / "spec")
    rows = ["---- MODULE LockServerIndInv ----", "EXTENDS LockServer", ""]
    rows += ["IndInv ==", "  /\\ Safe", "", "IndInit =="]
    rows += ["  /\\ locked \\in [Server -> BOOLEAN]", "  /\\ held \\in [Client -> SUBSET Server]"]
    rows += ["  /\\ Safe = TRUE"]
    written = case.spec.with_name("LockServerIndInv.tla")
    written.write_text("\n".join([*rows, "====", ""]), encoding="utf-8")
    checked = check_result(case, ["Safe"], (), "interp")
    assert "leads out of IndInv" in checked.problems[0]
