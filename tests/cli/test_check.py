"""`holdfast check` from the command line: where the model comes from, what comes out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from holdfast.cli.main import run
from holdfast.cli.progress import ProgressLine
from tests.cli.specs import COUNTER, LOCK, write

Capture = pytest.CaptureFixture[str]

UNUSED = {
    *("z3", "cvc5", "rich", "subprocess", "importlib.resources"),
    *("holdfast.prove", "holdfast.infer", "holdfast.smt"),
    *("holdfast.report.proof_result", "holdfast.report.inferred_result"),
    *("holdfast.workbench.files", "holdfast.workbench.proving", "holdfast.workbench.showing"),
    *("holdfast.interp.explain", "holdfast.interp.scene", "holdfast.front.pluscal"),
}
"""Modules that only other commands need, or a violation, or a C compiler."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the specs, and the current one."""
    write(tmp_path, Counter_tla=COUNTER, Lock_tla=LOCK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(capsys: Capture, *args: str) -> dict[str, Any]:
    """The JSON that `holdfast check` prints; its exit code is that of the process."""
    code = run(["check", *args, "--json"])
    printed = capsys.readouterr()
    found: dict[str, Any] = json.loads(printed.out)
    assert found["exit"] == code
    assert printed.err == ""
    return found


# ---- verdicts ----


def test_what_holds_exits_with_0(capsys: Capture) -> None:
    assert run(["check", "Counter.tla", "--const", "N=2", "--no-deadlock"]) == 0
    shown = capsys.readouterr().out
    assert "ok  TypeOK  holds in all 3 reachable states" in shown
    assert "depth 3" in shown


def test_a_violated_invariant_exits_with_12_and_shows_the_trace(capsys: Capture) -> None:
    assert run(["check", "Counter.tla", "--const", "N=5", "--invariant", "Small"]) == 12
    shown = capsys.readouterr().out
    assert "x  Small is violated after 3 steps" in shown
    assert "Counter.tla:6  n: 2 -> 3   <- violates Small" in shown
    assert "left out    TypeOK" in shown


def test_a_deadlock_exits_with_11(capsys: Capture) -> None:
    assert run(["check", "Counter.tla", "--const", "N=1"]) == 11
    assert "no step is possible" in capsys.readouterr().out


def test_an_action_that_never_happens_is_noted(capsys: Capture) -> None:
    run(["check", "Counter.tla", "--const", "N=1", "--no-deadlock"])
    assert "note action `Never` was never enabled" in capsys.readouterr().out


def test_quiet_prints_the_verdict_only(capsys: Capture) -> None:
    run(["check", "Counter.tla", "--const", "N=5", "--invariant", "Small", "-q"])
    assert capsys.readouterr().out == "x  Small is violated after 3 steps\n"


def test_verbose_shows_states_in_full(capsys: Capture) -> None:
    run(["check", "Lock.tla", "--const", "Clients={a}", "-v"])
    shown = capsys.readouterr().out
    assert "  State 2: Ask(a)  Lock.tla:6\n  /\\ holder = {}\n  /\\ waiting = {a}\n" in shown


def test_difftrace_shows_the_variables_that_changed(capsys: Capture) -> None:
    run(["check", "Lock.tla", "--const", "Clients={a}", "--difftrace"])
    shown = capsys.readouterr().out
    assert "  State 2: Ask(a)  Lock.tla:6\n  /\\ waiting = {a}\n" in shown


def test_going_on_gives_one_trace_for_each_property_and_what_holds(capsys: Capture) -> None:
    args = ["--const", "N=5", "--invariant", "Small", "--invariant", "TypeOK", "--no-deadlock"]
    assert run(["check", "Counter.tla", "--continue", *args]) == 12
    shown = capsys.readouterr().out
    assert shown.count("Small is violated") == 1
    assert "ok  TypeOK  holds in all 6 reachable states" in shown


# ---- where the model comes from ----


def test_without_a_configuration_what_was_found_is_announced(capsys: Capture) -> None:
    run(["check", "Counter.tla", "--const", "N=1", "--no-deadlock"])
    shown = capsys.readouterr().out
    assert "Counter.tla  without a configuration" in shown
    assert "found       by name: Init (initial predicate), Next (next-state relation)" in shown


def test_a_constant_without_a_value_gets_a_proposal(capsys: Capture) -> None:
    assert run(["check", "Counter.tla"]) == 151
    shown = capsys.readouterr().err
    assert "error[model-missing-constant]: the constant `N` has no value" in shown
    assert "try `--const N=3`" in shown
    assert "holdfast init Counter.tla" in shown


def test_a_constant_that_is_not_declared_is_an_error_with_a_suggestion(capsys: Capture) -> None:
    assert run(["check", "Lock.tla", "--const", "Clients={a}", "--const", "Client={a}"]) == 151
    shown = capsys.readouterr().err
    assert "error[model-unknown-name]: `Client` is not declared in module Lock" in shown
    assert "did you mean `Clients`?" in shown


def test_the_configuration_beside_the_spec_is_used(folder: Path, capsys: Capture) -> None:
    write(folder, Counter_cfg="INIT Init\nNEXT Next\nCONSTANT N = 2\nCHECK_DEADLOCK FALSE\n")
    found = answer(capsys, "Counter.tla")
    assert found["config"] == "Counter.cfg"
    assert found["constants"] == {"N": "2"}
    assert found["check"]["states"]["distinct"] == 3


def test_options_replace_what_the_configuration_says(folder: Path, capsys: Capture) -> None:
    write(folder, Small_cfg="INIT Init\nNEXT Next\nINVARIANT TypeOK\nCONSTANT N = 2\n")
    found = answer(
        capsys, "Counter.tla", "--config", "Small.cfg", "--const", "N=4", "--no-deadlock"
    )
    assert found["constants"] == {"N": "4"}
    assert found["check"]["states"]["distinct"] == 5
    assert found["checked"] == ["TypeOK"]


def test_a_model_with_the_usual_prefix_is_found(folder: Path, capsys: Capture) -> None:
    write(
        folder,
        MCLock_tla="---- MODULE MCLock ----\nEXTENDS Lock\n====\n",
        MCLock_cfg="INIT Init\nNEXT Next\nCONSTANT Clients = {a, b}\nCHECK_DEADLOCK FALSE\n",
    )
    found = answer(capsys, "Lock.tla")
    assert (found["spec"], found["config"]) == ("MCLock.tla", "MCLock.cfg")
    run(["check", "Lock.tla"])
    assert "MCLock.tla is the model of Lock.tla" in capsys.readouterr().out


def test_a_block_in_the_module_is_found(folder: Path, capsys: Capture) -> None:
    block = "---- CONFIG Counter ----\nCONSTANT N = 2\nINIT Init\nNEXT Next\n====\n"
    write(folder, Counter_tla=COUNTER + block)
    found = answer(capsys, "Counter.tla", "--no-deadlock")
    assert found["config"] == "the CONFIG block in Counter.tla"
    assert found["constants"] == {"N": "2"}


def test_a_spec_without_a_behaviour_is_refused(folder: Path, capsys: Capture) -> None:
    write(folder, Idle_tla="---- MODULE Idle ----\nVARIABLE x\nTypeOK == x = 1\n====\n")
    found = answer(capsys, "Idle.tla")
    assert (found["verdict"], found["kind"], found["exit"]) == ("error", "config", 151)
    assert [d["code"] for d in found["diagnostics"]] == ["model-no-behaviour"]


def test_an_unknown_invariant_is_refused_with_a_suggestion(capsys: Capture) -> None:
    found = answer(capsys, "Counter.tla", "--const", "N=1", "--invariant", "TypeOk")
    assert found["exit"] == 151
    assert "TypeOK" in found["diagnostics"][0]["help"]


def test_mistakes_in_the_spec_are_reported_as_by_parse(folder: Path, capsys: Capture) -> None:
    write(folder, Bad_tla="---- MODULE Bad ----\nVARIABLE x\nInit == y = 1\n====\n")
    found = answer(capsys, "Bad.tla")
    assert (found["verdict"], found["kind"], found["exit"]) == ("error", "parse", 150)
    assert set(found["check"]) == {"states", "trace"}


def test_a_missing_file_is_a_failure_of_the_system(capsys: Capture) -> None:
    for args in (["No.tla"], ["Counter.tla", "--config", "No.cfg"]):
        found = answer(capsys, *args)
        assert (found["verdict"], found["kind"], found["exit"]) == ("error", "system", 153)
        assert set(found["check"]) == {"states", "trace"}
        assert "No such file" in found["reason"]


# ---- limits ----


def test_a_limit_gives_a_partial_result(capsys: Capture) -> None:
    args = ["Counter.tla", "--const", "N=100000", "--max-states", "50", "--no-deadlock"]
    assert run(["check", *args]) == 20
    assert "partial" in capsys.readouterr().out
    assert answer(capsys, *args)["verdict"] == "unknown"


def test_a_bound_that_was_asked_for_exits_with_0(capsys: Capture) -> None:
    found = answer(capsys, "Counter.tla", "--const", "N=100", "--depth", "5", "--no-deadlock")
    assert (found["verdict"], found["exit"]) == ("bounded", 0)
    assert found["check"]["states"]["depth"] == 5


def test_an_interruption_gives_the_partial_result(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_line: ProgressLine, _progress: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "__call__", interrupt)
    assert run(["check", "Counter.tla", "--const", "N=100000000"]) == 20
    shown = capsys.readouterr().out
    assert "??  partial result: interrupted" in shown
    assert "(partial: not every state was explored)" in shown


@pytest.mark.parametrize("option", ["--const=N", "--const=N=", "--memory=lots", "--const=N=3..2"])
def test_an_option_that_makes_no_sense_is_wrong_usage(option: str, capsys: Capture) -> None:
    assert run(["check", "Counter.tla", option]) == 2
    assert capsys.readouterr().err


# ---- sweeps ----


def test_a_range_of_a_constant_is_a_sweep(capsys: Capture) -> None:
    args = ["Counter.tla", "--const", "N=1..4", "--no-deadlock", "--invariant", "Small"]
    assert run(["check", *args]) == 12
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Counter.tla  for N = 1..4"
    assert lines[3].split()[:5] == ["1", "exhausted", "2", "2", "2"]
    assert lines[5].split()[:3] == ["3", "violated:", "Small"]


def test_a_sweep_in_json_lists_every_run(capsys: Capture) -> None:
    found = answer(capsys, "Counter.tla", "--const", "N=1..3", "--no-deadlock")
    assert [run["constants"] for run in found["check"]["sweep"]] == [
        {"N": str(n)} for n in (1, 2, 3)
    ]
    assert found["exit"] == 0


# ---- files ----


def test_the_trace_is_written_in_itf(folder: Path, capsys: Capture) -> None:
    args = ["Counter.tla", "--const", "N=5", "--invariant", "Small", "--trace", "bug.itf.json"]
    run(["check", *args])
    itf = json.loads((folder / "bug.itf.json").read_text(encoding="utf-8"))
    assert [state["n"] for state in itf["states"]] == [{"#bigint": str(n)} for n in range(4)]
    assert itf["states"][3]["#meta"]["action"] == "Up"
    assert "bug.itf.json: written" in capsys.readouterr().out


def test_the_graph_is_written_for_graphviz_and_as_json(folder: Path, capsys: Capture) -> None:
    args = ["--const", "N=2", "--no-deadlock", "--dot", "g.dot", "--graph", "g.ndjson"]
    assert run(["check", "Counter.tla", *args]) == 0
    dot = (folder / "g.dot").read_text(encoding="utf-8")
    assert '  1 -> 2 [label="Up"];\n' in dot
    lines = (folder / "g.ndjson").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["states"] == 3
    assert json.loads(lines[-1]) == {"from": 1, "to": 2, "action": "Up"}


def test_a_file_that_cannot_be_written_does_not_hide_the_answer(capsys: Capture) -> None:
    args = ["--const", "N=5", "--invariant", "Small", "--trace", "no/folder.json"]
    assert run(["check", "Counter.tla", *args]) == 153
    shown = capsys.readouterr().out
    assert "x  Small is violated after 3 steps" in shown
    assert "no/folder.json: No such file or directory" in shown


def test_no_file_is_written_outside_the_run_folder(folder: Path, capsys: Capture) -> None:
    before = {p.name for p in folder.iterdir()}
    run(["check", "Counter.tla", "--const", "N=5", "--invariant", "Small"])
    assert {p.name for p in folder.iterdir()} - before == {".holdfast"}
    assert (folder / ".holdfast" / ".gitignore").read_text(encoding="utf-8") == "*\n"


# ---- what is imported ----


def test_a_check_that_finds_nothing_imports_only_what_it_needs() -> None:
    Path("Counter.cfg").write_text("CONSTANT N = 2\nINIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n")
    script = (
        "import sys; from holdfast.cli.main import run; "
        "code = run(['check', 'Counter.tla', '--quiet']); print(*sys.modules); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    imported = set(done.stdout.split())
    assert {"holdfast.front.tlc.model", "holdfast.native.run.engine"} <= imported
    assert not UNUSED & imported
