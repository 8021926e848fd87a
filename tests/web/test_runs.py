"""Runs: processes that are listed, cancelled, stored, and never lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from holdfast.cli.main import run as holdfast
from tests.web.serving import Client, serving

pytestmark = pytest.mark.native
SLOW = {"engine": "interp"}
"""A search that leaves a processor for other tests."""


def test_a_run_has_the_envelope_of_the_command(client: Client) -> None:
    found = client.ended(client.run(command="check", spec="Counter.tla"))
    envelope = found["envelope"]
    assert (envelope["verdict"], envelope["property"], envelope["exit"]) == (
        "violated",
        "Small",
        12,
    )
    assert (envelope["spec"], envelope["config"]) == ("Counter.tla", "Counter.cfg")
    assert len(envelope["check"]["trace"]["steps"]) == 4
    assert found["request"]["command"] == "check"
    stored = client.folder / ".holdfast" / "runs" / found["run"]
    names = {path.name for path in stored.iterdir()}
    assert {"request.json", "envelope.json", "events.ndjson", "texts.json"} <= names
    assert {"trace.json", "trace.itf.json"} <= names
    texts = client.get(f"/api/runs/{found['run']}/texts").json["texts"]
    assert set(texts) == {"Counter.tla", "Counter.cfg"}


def test_constants_and_options_are_those_of_the_request(client: Client) -> None:
    number = client.run(
        command="check",
        spec="Counter.tla",
        config="Counter.cfg",
        constants={"Most": "2"},
        options={"invariants": ["TypeOK"], "engine": "interp"},
    )
    envelope = client.ended(number)["envelope"]
    assert (envelope["verdict"], envelope["engine"]) == ("exhausted", "interp")
    assert envelope["constants"] == {"Most": "2"}
    assert envelope["check"]["states"]["distinct"] == 3


@pytest.mark.slow
def test_a_sweep_keeps_the_trace_of_the_run_that_decides(client: Client) -> None:
    values = {"Most": ["1", "2", "3"]}
    number = client.run(command="sweep", spec="Counter.tla", options={"values": values})
    envelope = client.ended(number)["envelope"]
    assert [row["verdict"] for row in envelope["check"]["sweep"]] == [
        "exhausted", "exhausted", "violated",
    ]  # fmt: skip
    trace = client.get(f"/api/runs/{number}/trace").json
    assert (trace["length"], trace["property"]) == (4, "Small")


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"command": "remove", "spec": "Counter.tla"}, "the command is one of"),
        ({"command": "check", "spec": 3}, "are paths below the folder"),
        ({"command": "check", "spec": "Counter.tla", "optoins": {}}, "did you mean `options`?"),
        (
            {"command": "check", "spec": "Counter.tla", "options": {"invariant": ["A"]}},
            "did you mean `invariants`?",
        ),
        ({"command": "check", "spec": "Counter.tla", "options": {"allow_io": True}}, "no option"),
        ({"command": "check", "spec": "Counter.tla", "options": {"progress": 1}}, "no option"),
        ({"command": "check", "spec": "Counter.tla", "options": {"depth": "9"}}, "whole number"),
        ({"command": "check", "spec": "Counter.tla", "constants": {"N": 1}}, "texts by name"),
        ({"command": "sweep", "spec": "Counter.tla", "options": {"values": 1}}, "lists of texts"),
        ({"command": "recheck", "spec": "Counter.tla", "options": {}}, "the number of a run"),
    ],
)
def test_what_no_command_has_is_rejected(
    request_: dict[str, Any], message: str, client: Client
) -> None:
    reply = client.post("/api/runs", request_)
    assert reply.status == 400
    assert message in reply.json["error"]["message"]
    assert client.get("/api/runs").json == {"runs": []}


def test_a_wrong_word_is_an_error_of_the_run(client: Client) -> None:
    number = client.run(command="check", spec="Counter.tla", options={"engine": "warp"})
    envelope = client.ended(number)["envelope"]
    assert (envelope["verdict"], envelope["exit"]) == ("error", 2)
    assert "`engine` is one of" in envelope["reason"]


def test_an_error_in_the_spec_is_the_result_of_the_run(client: Client) -> None:
    (client.folder / "Bad.tla").write_text("---- MODULE Bad ----\nA == B\n====\n", encoding="utf-8")
    envelope = client.ended(client.run(command="check", spec="Bad.tla"))["envelope"]
    assert (envelope["verdict"], envelope["exit"]) == ("error", 150)
    assert envelope["diagnostics"][0]["code"] == "unbound-name"


def test_a_cancelled_run_has_what_it_found(client: Client) -> None:
    number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    _wait_for_progress(client, number)
    began = time.monotonic()
    assert client.send("DELETE", f"/api/runs/{number}", headers=client.token).status == 202
    envelope = client.ended(number)["envelope"]
    assert time.monotonic() - began < 10
    assert (envelope["verdict"], envelope["cause"]) == ("unknown", "cancelled")
    assert envelope["check"]["states"]["distinct"] > 100


@pytest.fixture
def ignored_interrupts() -> Iterator[None]:
    """What a shell script does to its commands in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ignored_interrupts")
def test_a_server_in_the_background_cancels_runs(folder: Path) -> None:
    with serving(folder) as client:
        number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
        _wait_for_progress(client, number)
        client.send("DELETE", f"/api/runs/{number}", headers=client.token)
        envelope = client.ended(number)["envelope"]
    assert (envelope["verdict"], envelope["cause"]) == ("unknown", "cancelled")
    assert envelope["check"]["states"]["distinct"] > 100


def test_the_second_run_waits_for_the_first_and_can_be_cancelled(client: Client) -> None:
    client.studio.jobs.at_a_time = 1
    first = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    second = client.run(command="check", spec="Counter.tla")
    third = client.run(command="check", spec="Counter.tla")
    assert client.get(f"/api/runs/{second}").json["status"] == "waiting"
    client.send("DELETE", f"/api/runs/{second}", headers=client.token)
    found = client.ended(second)
    assert found["envelope"]["reason"] == "interrupted before it began"
    client.send("DELETE", f"/api/runs/{first}", headers=client.token)
    assert client.ended(third)["envelope"]["verdict"] == "violated"


def test_a_run_that_does_not_end_is_killed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.web.jobs.PATIENCE", 0.3)
    number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    _wait_for_progress(client, number)
    process = client.studio.jobs.jobs[number].process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    client.send("DELETE", f"/api/runs/{number}", headers=client.token)
    envelope = client.ended(number)["envelope"]
    assert envelope["cause"] == "cancelled"
    assert "did not end within" in envelope["reason"]


def test_a_crash_is_an_error_with_its_signal(client: Client) -> None:
    number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    _wait_for_progress(client, number)
    process = client.studio.jobs.jobs[number].process
    assert process is not None
    os.kill(process.pid, signal.SIGSEGV)
    envelope = client.ended(number)["envelope"]
    assert (envelope["verdict"], envelope["kind"]) == ("error", "system")
    assert "signal 11" in envelope["reason"]


def test_runs_of_the_command_line_are_seen(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(client.folder)
    stream = client.events()
    assert holdfast(["check", "Counter.tla", "--const", "Most=2"]) == 0
    seen = []
    for event in stream:
        seen += [event["event"]] if "run" in event else []
        if event["event"] == "end":
            break
    assert seen[0] == "start"
    runs = client.get("/api/runs").json["runs"]
    assert [(run["verdict"], run["request"]["origin"]) for run in runs] == [
        ("exhausted", "command line")
    ]
    last = client.get("/api/project").json["specs"][0]["last"]
    assert (last["verdict"], last["changed_since"]) == ("exhausted", False)
    (client.folder / "Counter.cfg").write_text("", encoding="utf-8")
    assert client.get("/api/project").json["specs"][0]["last"]["changed_since"]


def test_a_second_page_reads_the_same_events(client: Client) -> None:
    number = client.run(command="check", spec="Counter.tla")
    client.ended(number)
    first = list(islice(client.events("?since=0"), 2))
    second = list(islice(client.events("?since=0"), 2))
    assert first == second
    assert [event["event"] for event in first] == ["start", "end"]
    assert {event["run"] for event in first} == {number}
    later = islice(client.events(f"?since={first[0]['seq']}"), 1)
    assert [event["event"] for event in later] == ["end"]


def test_a_killed_server_loses_no_run(folder: Path) -> None:
    process, client = _server(folder)
    lost = client.run(command="check", spec="Counter.tla")
    client.ended(lost)
    number = client.run(command="check", spec="sub/Endless.tla", options={"seconds": 4, **SLOW})
    _wait_for_progress(client, number)
    process.kill()
    process.wait()
    with serving(folder) as again:
        found = again.get(f"/api/runs/{number}").json
        assert found["status"] == "running"
        assert any(e["event"] == "progress" for e in islice(again.events(), 2))
        envelope = again.ended(number)["envelope"]
        assert (envelope["verdict"], envelope["cause"]) == ("unknown", "time")
        assert again.get(f"/api/runs/{lost}").json["envelope"]["verdict"] == "violated"


@pytest.mark.slow
def test_a_run_of_a_killed_server_can_be_cancelled(folder: Path) -> None:
    process, client = _server(folder)
    number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    _wait_for_progress(client, number)
    process.kill()
    process.wait()
    with serving(folder) as again:
        assert again.send("DELETE", f"/api/runs/{number}", headers=again.token).status == 202
        assert again.ended(number)["envelope"]["cause"] == "cancelled"


def test_a_run_whose_process_is_gone_is_not_running_for_ever(folder: Path) -> None:
    process, client = _server(folder)
    number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    _wait_for_progress(client, number)
    worker = int((folder / ".holdfast" / "runs" / number / "lock").read_text(encoding="ascii"))
    others = [client.run(command="check", spec="Counter.tla") for _ in range(20)]
    process.kill()
    process.wait()
    os.kill(worker, signal.SIGKILL)
    time.sleep(0.2)
    with serving(folder) as again:
        found = again.get(f"/api/runs/{number}").json
        assert (found["status"], found["envelope"]["verdict"]) == ("ended", "error")
        reason = found["envelope"]["reason"]
        assert "its process ended without a result" in reason
        waited = again.get(f"/api/runs/{others[-1]}").json
        assert waited["status"] == "ended"
        assert waited["envelope"]["reason"] == "the server ended before this run began"


@pytest.mark.slow
def test_only_runs_outlive_a_server_that_is_killed(folder: Path) -> None:
    process, client = _server(folder)
    client.post("/api/walk", {"model": {"spec": "Counter.tla"}, "path": []})
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    client.post("/api/lsp", {"session": "a", "message": message})
    children = _children_of(process.pid)
    assert len(children) >= 2
    process.kill()
    process.wait()
    end = time.monotonic() + 10
    while any(map(_is_alive, children)) and time.monotonic() < end:
        time.sleep(0.1)
    assert [child for child in children if _is_alive(child)] == []


def test_the_end_of_the_server_is_the_end_of_its_processes(folder: Path) -> None:
    process, client = _server(folder)
    number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    _wait_for_progress(client, number)
    client.post("/api/walk", {"model": {"spec": "Counter.tla"}, "path": []})
    message = {"jsonrpc": "2.0", "method": "initialized", "params": {}}
    client.post("/api/lsp", {"session": "a", "message": message})
    children = _children_of(process.pid)
    assert len(children) >= 3  # the run, the walk, the language server; perhaps spare ones
    process.send_signal(signal.SIGINT)
    assert process.wait(15) == 0
    assert [child for child in children if _is_alive(child)] == []
    envelope = (folder / ".holdfast" / "runs" / number / "envelope.json").read_text("utf-8")
    assert '"cancelled"' in envelope


def _children_of(parent: int) -> list[int]:
    found = subprocess.run(
        ["ps", "--ppid", str(parent), "-o", "pid="], capture_output=True, text=True, check=False
    )
    return [int(number) for number in found.stdout.split()]


def _is_alive(process: int) -> bool:
    """Whether it runs; one that has ended may not have been waited for."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2]
    except OSError:
        return False


def _server(folder: Path) -> tuple[subprocess.Popen[str], Client]:
    """A server in a process of its own, and a client that has entered."""
    command = [sys.executable, "-m", "holdfast", "studio", str(folder), "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    with process.stdout as printed:
        link = printed.readline().strip()
    address, _, key = link.partition("#key=")
    port = int(address.rpartition(":")[2].strip("/"))
    return process, _Entered(port, key, folder)


class _Entered(Client):
    """A client of a server in another process."""

    def __init__(self, port: int, key: str, folder: Path) -> None:
        self.port, self.folder = port, folder
        self._token = ""
        self._token = self._enter(key)

    def _enter(self, key: str) -> str:
        for _ in range(200):
            try:
                token: str = self.post("/api/enter", {"key": key}).json["token"]
                return token
            except ConnectionError:
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    @property
    def token(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"}


def _wait_for_progress(client: Client, number: str) -> None:
    for event in client.events("?since=0"):
        if event["event"] == "progress" and event["run"] == number:
            return


@pytest.mark.parametrize("wait", [0.0, 0.5])
def test_a_run_is_cancelled_whenever_that_is_asked(wait: float, client: Client) -> None:
    number = client.run(command="check", spec="sub/Endless.tla", options=SLOW)
    time.sleep(wait)
    client.send("DELETE", f"/api/runs/{number}", headers=client.token)
    envelope = client.ended(number)["envelope"]
    assert (envelope["verdict"], envelope["cause"]) == ("unknown", "cancelled")


def test_the_last_verdict_of_a_spec_is_that_of_a_check(client: Client) -> None:
    checked = client.run(command="check", spec="Counter.tla")
    client.ended(checked)
    client.ended(client.run(command="mine", spec="Counter.tla"))
    (found,) = (s for s in client.get("/api/project").json["specs"] if s["path"] == "Counter.tla")
    assert found["last"]["run"] == checked
    assert client.get(f"/api/runs/{checked}").json["changed_since"] is False
    text = (client.folder / "Counter.tla").read_text(encoding="utf-8")
    (client.folder / "Counter.tla").write_text(text + "\n", encoding="utf-8")
    assert client.get(f"/api/runs/{checked}").json["changed_since"] is True


def test_no_run_reads_a_spec_outside_of_the_folder(client: Client) -> None:
    outside = client.folder.parent / "Outside.tla"
    outside.write_text("---- MODULE Outside ----\nSecret == 42\n====\n", encoding="utf-8")
    (client.folder / "Outside.tla").symlink_to(outside)
    head = "---- MODULE Inside ----\nEXTENDS Outside\nVARIABLE x\n"
    text = f"{head}Init == x = Secret\nNext == x' = x\n===="
    (client.folder / "Inside.tla").write_text(text, encoding="utf-8")
    (client.folder / "Inside.cfg").write_text("INIT Init\nNEXT Next\n", encoding="utf-8")
    ended = client.ended(client.run(command="check", spec="Inside.tla"))
    assert ended["envelope"]["verdict"] == "error"
    assert "Outside" in ended["envelope"]["diagnostics"][0]["message"]
    assert "42" not in json.dumps(client.get(f"/api/runs/{ended['run']}/texts").json)


def test_a_run_whose_folder_was_deleted_is_stopped_and_its_number_not_used_again(
    client: Client,
) -> None:
    first = client.run(command="check", spec="sub/Endless.tla")
    stream = client.events()
    next(event for event in stream if event["event"] == "progress")
    shutil.rmtree(client.folder / ".holdfast")
    second = client.run(command="check", spec="Counter.tla")
    assert int(second) > int(first)
    reply = client.send("DELETE", f"/api/runs/{first}", headers=client.token)
    assert reply.status == 202
    assert client.ended(second)["envelope"]["verdict"] == "violated"
    end = time.monotonic() + 30
    while client.studio.jobs.jobs and time.monotonic() < end:
        time.sleep(0.05)
    assert not client.studio.jobs.jobs
