"""Commands are recorded with their texts, events and traces; trouble never changes a result."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from holdfast.cli.main import run
from holdfast.report.envelope import show_envelope
from holdfast.runs.recording import Recording
from holdfast.runs.store import RunStore
from holdfast.workbench import keep_run, load, why
from tests.cli.specs import LOCK, write

pytestmark = pytest.mark.native
Capture = pytest.CaptureFixture[str]
CHECK = ["check", "Lock.tla", "--const", "Clients={a}"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, Lock_tla=LOCK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def last(folder: Path) -> Any:
    return RunStore(folder).runs()[-1]


def test_a_check_is_stored_with_what_json_prints(folder: Path, capsys: Capture) -> None:
    assert run([*CHECK, "--json"]) == 11
    printed = json.loads(capsys.readouterr().out)
    found = last(folder)
    assert found.envelope == printed
    assert found.request["constants"] == {"Clients": "{a}"}
    assert found.texts == {"Lock.tla": LOCK}
    assert [event["event"] for event in found.events] == ["start", "end"]
    assert found.events[-1]["verdict"] == "violated"
    assert json.loads(found.itf)["vars"] == ["holder", "waiting"]
    assert (folder / ".holdfast" / "last-trace.json").read_text("utf-8") == '{"run": "1"}\n'


def test_a_run_without_a_trace_leaves_the_last_one(folder: Path, capsys: Capture) -> None:
    assert run(CHECK) == 11
    assert run([*CHECK, "--no-deadlock"]) == 0
    assert (last(folder).number, last(folder).trace) == ("2", None)
    assert run(["why", "Take"]) == 0


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (["simulate", "Lock.tla", "--const", "Clients={a}", "--traces", "9"], "simulate"),
        (["mine", "Lock.tla", "--const", "Clients={a}"], "mine"),
        (["check", "Lock.tla", "--const", "Clients={a}", "--depth", "1"], "check"),
        (["diagram", "Lock.tla", "--const", "Clients={a}", "--predicates", "holder={}"], "diagram"),
    ],
)
def test_other_commands_are_stored_too(
    line: list[str], command: str, folder: Path, capsys: Capture
) -> None:
    code = run([*line, "--json"])
    printed = json.loads(capsys.readouterr().out)
    found = last(folder)
    assert (found.envelope, found.envelope["exit"]) == (printed, code)
    assert found.request["command"] == command


@pytest.mark.smt
@pytest.mark.parametrize("command", ["prove", "infer"])
def test_proofs_are_stored_with_their_obligations(
    command: str, folder: Path, capsys: Capture
) -> None:
    write(folder, P_tla=COUNT)
    asked = ["--invariant", "Low"] if command == "prove" else ["--property", "Low"]
    assert run([command, "P.tla", *asked, "--no-cache"]) == 0
    found = last(folder)
    assert found.envelope["verdict"] == "proved"
    if command == "prove":
        obligations = [e["obligation"] for e in found.events if e["event"] == "obligation"]
        assert {o["status"] for o in obligations} == {"proved"}
        assert {o["action"] for o in obligations} >= {"Init", "Up"}


COUNT = """---- MODULE P ----
EXTENDS Integers
VARIABLE n
Init == n = 0
Up == n < 5 /\\ n' = n + 1
Next == Up
Spec == Init /\\ [][Next]_n
Low == n \\in 0..5
====
"""


def test_an_error_in_the_model_is_the_result(folder: Path, capsys: Capture) -> None:
    assert run(["check", "Lock.tla"]) == 151
    assert last(folder).envelope["verdict"] == "error"
    assert last(folder).status == "ended"


def test_several_files_and_missing_ones_are_not_stored(folder: Path, capsys: Capture) -> None:
    assert run(["check", "Missing.tla"]) == 153
    run([*CHECK, "Lock.tla"])
    assert not (folder / ".holdfast").exists()


def test_a_folder_that_cannot_be_written_is_a_remark(folder: Path, capsys: Capture) -> None:
    (folder / ".holdfast").write_text("not a folder", encoding="utf-8")
    assert run(CHECK) == 11
    printed = capsys.readouterr()
    assert "deadlock" in printed.out
    assert "holdfast: the run is not stored: " in printed.err
    assert "next:" not in printed.out
    assert run([*CHECK, "--json"]) == 11
    assert json.loads(capsys.readouterr().out)["verdict"] == "violated"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_a_remark(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        with open("/dev/full", "wb", buffering=0) as full:
            full.write(b"x")

    monkeypatch.setattr("holdfast.runs.store.StoredRun.write", fail)
    assert run(CHECK) == 11
    assert "No space left on device" in capsys.readouterr().err


def test_a_store_that_disappears_is_no_trouble_for_the_command(folder: Path) -> None:
    result = load("Lock.tla", constants={"Clients": "{a}"}).check()
    recording = Recording(folder, {"command": "check", "spec": "Lock.tla"})
    shutil.rmtree(folder / ".holdfast")
    assert not recording.keep(result)
    recording.end(result.to_json())
    assert recording.trouble is not None


def test_a_result_of_the_api_is_stored_and_explained(folder: Path) -> None:
    result = load("Lock.tla", constants={"Clients": "{a}"}).check()
    stored = keep_run(result)
    assert stored is not None
    assert stored.envelope == json.loads(show_envelope(result.envelope()))
    assert "not enabled" in str(why("Take").attempts)


# ---- events ----


def test_events_are_the_only_lines_of_the_output(folder: Path, capsys: Capture) -> None:
    assert run([*CHECK, "--events"]) == 11
    printed = capsys.readouterr()
    events = [json.loads(line) for line in printed.out.splitlines()]
    assert [(e["seq"], e["run"], e["event"]) for e in events] == [
        (1, "1", "start"),
        (2, "1", "end"),
    ]
    assert "deadlock" in printed.err


def test_events_in_a_file_leave_the_output_alone(folder: Path, capsys: Capture) -> None:
    assert run([*CHECK, "--json", "--events", "log.ndjson"]) == 11
    assert json.loads(capsys.readouterr().out)["verdict"] == "violated"
    lines = (folder / "log.ndjson").read_text("utf-8").splitlines()
    assert json.loads(lines[-1])["exit"] == 11


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--events", "--json"], "write the events to a file"),
        (["--events", "log.txt"], "is no FILE.ndjson"),
        (["Lock.tla", "--events"], "--events is for one FILE"),
    ],
)
def test_wrong_uses_of_events_are_rejected(more: list[str], message: str, capsys: Capture) -> None:
    assert run([*CHECK, *more]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("engine", ["native", "interp"])
def test_progress_comes_four_times_a_second(engine: str, folder: Path, capsys: Capture) -> None:
    write(folder, Endless_tla=ENDLESS)
    line = ["check", "Endless.tla", "--time", "1.6", "--engine", engine, "--events"]
    assert run(line) == 20
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = [e for e in events if e["event"] == "progress"]
    assert len(told) >= 3  # of six: other work may delay some
    assert {"phase", "seconds", "distinct", "generated", "frontier", "depth", "memory"} <= set(
        told[0]
    )


ENDLESS = """---- MODULE Endless ----
EXTENDS Naturals
VARIABLES x, y
Init == x = 0 /\\ y = 0
Next == (x' = x + 1 /\\ y' = y) \\/ (y' = y + 1 /\\ x' = x)
Spec == Init /\\ [][Next]_<<x, y>>
====
"""
