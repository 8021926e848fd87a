"""Every command that a page can run, from the request to the envelope."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Client

pytestmark = [pytest.mark.native, pytest.mark.smt]

PROVED = """---- MODULE Proved ----
EXTENDS Integers
VARIABLE n
Init == n = 0
Up == n < 5 /\\ n' = n + 1
Next == Up \\/ (n = 5 /\\ n' = 0)
Spec == Init /\\ [][Next]_n /\\ WF_n(Next)
Low == n \\in 0..5
Again == []<>(n = 0)
====
"""
DIAGRAM = "diagram D\nnode A initial\nclaim Always == []at(A)\nend\n"


@pytest.fixture(autouse=True)
def _specs(folder: Path) -> None:
    (folder / "Proved.tla").write_text(PROVED, encoding="utf-8")
    (folder / "Small.diagram").write_text(DIAGRAM, encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "spec", "options", "verdict"),
    [
        ("simulate", "Counter.tla", {"traces": 5, "depth": 9}, "violated"),
        pytest.param(
            "mine", "Proved.tla", {"forms": ["bound"]}, "exhausted", marks=pytest.mark.slow
        ),
        ("diagram", "Small.diagram", {"alone": True}, "proved"),
        pytest.param(
            "diagram", "Proved.tla", {"properties": ["Again"]}, "exhausted", marks=pytest.mark.slow
        ),
        pytest.param("infer", "Proved.tla", {"property": "Low"}, "proved", marks=pytest.mark.slow),
        pytest.param(
            "check", "Proved.tla", {"coverage": True}, "exhausted", marks=pytest.mark.slow
        ),
    ],
)
def test_a_command_gives_its_envelope(
    command: str, spec: str, options: dict[str, Any], verdict: str, client: Client
) -> None:
    found = client.ended(client.run(command=command, spec=spec, options=options), 60)
    envelope = found["envelope"]
    assert (envelope["command"], envelope["verdict"]) == (command, verdict), envelope["reason"]
    assert (envelope["spec"], found["request"]["options"]) == (spec, options)


@pytest.mark.slow
def test_a_proof_has_a_certificate_that_can_be_verified(client: Client) -> None:
    options = {"invariants": ["Low"], "remember": False}
    proof = client.run(command="prove", spec="Proved.tla", options=options)
    assert client.ended(proof, 60)["envelope"]["verdict"] == "proved"
    events = client.get(f"/api/runs/{proof}/events").json["events"]
    assert "obligation" in {event["event"] for event in events}
    again = client.run(command="recheck", spec="Proved.tla", options={"run": proof})
    envelope = client.ended(again, 60)["envelope"]
    assert (envelope["verdict"], envelope["recheck"]["problems"]) == ("proved", [])
    none = {"command": "recheck", "spec": "Proved.tla", "options": {"run": again}}
    assert client.post("/api/runs", none).status == 404


def test_a_spec_of_a_page_reads_no_files(client: Client) -> None:
    text = "---- MODULE Reads ----\nEXTENDS IOUtils\n"
    text += 'ASSUME IOExec(<<"touch", "x">>).exitValue = 0\n====\n'
    (client.folder / "Reads.tla").write_text(text, encoding="utf-8")
    envelope = client.ended(client.run(command="check", spec="Reads.tla"))["envelope"]
    assert envelope["verdict"] == "error"
    assert not (client.folder / "x").exists()
    model = {"spec": "Reads.tla"}
    value = {"model": model, "path": [], "expr": 'IOExec(<<"touch", "x">>)'}
    assert "error" in client.post("/api/eval", value).json
    assert not (client.folder / "x").exists()


def test_a_process_of_a_page_writes_no_core_and_has_half_of_the_memory() -> None:
    program = (
        "import resource; from holdfast.web.worker import limit_process; limit_process(True)\n"
        "from holdfast.web.commands import half_of_memory\n"
        "print(resource.getrlimit(resource.RLIMIT_CORE)[1] == 0, "
        "resource.getrlimit(resource.RLIMIT_AS)[0] == half_of_memory() > 1 << 28)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True True\n"


def test_runs_have_limits_and_no_files() -> None:
    from holdfast.web.commands import SECONDS, half_of_memory, limited

    usual = limited("check", "A.tla", {"translate": True})
    assert usual == {"seconds": SECONDS, "memory": half_of_memory(), "allow_io": False}
    assert limited("check", "A.tla", {"seconds": 5})["seconds"] == 5
    assert limited("prove", "A.tla", {}) == {"seconds": SECONDS}
