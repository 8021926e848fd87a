"""Solvers that are missing, killed, out of time or out of memory: nothing is called proved."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from holdfast.prove.options import ProofProgress
from holdfast.smt.solvers import pool
from holdfast.workbench import load

pytestmark = pytest.mark.smt

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "specs" / "LockServer"
OBLIGATIONS = 6
MARK = "HOLDFAST_TEST_MARK"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


def proved(**options: Any) -> Any:
    spec = load(SPEC / "LockServerProof.tla", config=SPEC / "LockServer.cfg")
    return spec.prove(invariants=["IndInv"], all_sizes=True, workers=1, **options)


def command(*arguments: str) -> list[str]:
    """`holdfast prove` of a proof for all sizes, as a process."""
    where = [str(SPEC / "LockServerProof.tla"), "--config", str(SPEC / "LockServer.cfg")]
    what = ["--invariant", "IndInv", "--all-sizes", "--json", *arguments]
    return [sys.executable, "-m", "holdfast", "prove", *where, *what]


def without(folder: Path, *solvers: str) -> dict[str, str]:
    """An environment in which some solvers cannot be imported."""
    for name in solvers:
        (folder / f"{name}.py").write_text(f"raise ImportError('no module named {name}')\n")
    paths = [str(folder), str(ROOT / "src")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def answer_without(folder: Path, *packages: str) -> tuple[int, Any]:
    """The exit code and the answer where some packages are missing."""
    run = subprocess.run(
        command(),
        env=without(folder, *packages),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return run.returncode, json.loads(run.stdout)


def test_without_any_solver_nothing_is_proved_and_the_answer_says_what_is_missing(
    tmp_path: Path,
) -> None:
    code, answer = answer_without(tmp_path, "z3", "cvc5")
    assert (code, answer["verdict"]) == (20, "unknown")
    assert {o["status"] for o in answer["prove"]["obligations"]} == {"unknown"}
    assert "the package `z3-solver` provides it" in answer["reason"]


def test_without_z3_the_other_solver_proves_it(tmp_path: Path) -> None:
    code, answer = answer_without(tmp_path, "z3")
    assert (code, answer["verdict"]) == (0, "proved")
    assert answer["engine"].startswith("cvc5")


class Killer:
    """Ends a solver's process when the first obligation is settled."""

    def __init__(self, started: list[subprocess.Popen[bytes]]) -> None:
        self.started = started
        self.killed = 0

    def __call__(self, progress: ProofProgress) -> None:
        if progress.settled and not self.killed:
            self.started[-1].kill()
            self.killed = 1


def test_a_solver_that_is_killed_in_the_middle_leaves_the_other_obligations_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    original = pool._start

    def start() -> subprocess.Popen[bytes]:
        started.append(original())
        return started[-1]

    monkeypatch.setattr(pool, "_start", start)
    killer = Killer(started)
    result = proved(progress=killer, remember=False)
    assert killer.killed
    assert len(result.obligations) == OBLIGATIONS
    assert len(started) >= 2
    assert all(process.poll() is not None for process in started)


def test_a_solver_that_always_crashes_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", "import os; os.abort()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    monkeypatch.setattr(pool, "_start", start)
    result = proved(rlimit=300_000)
    assert result.outcome == "unknown"
    assert {o["status"] for o in result.obligations} == {"unknown"}
    assert "process ended" in str(result)


def test_a_microsecond_proves_nothing() -> None:
    result = proved(seconds=1e-6)
    assert (result.outcome, result.exit_code) == ("unknown", 20)
    assert {o["status"] for o in result.obligations} == {"timeout"}


def test_what_was_proved_before_an_interruption_is_known_afterwards() -> None:
    def interrupt(progress: ProofProgress) -> None:
        if progress.settled == 3:
            raise KeyboardInterrupt

    first = proved(progress=interrupt)
    assert (first.outcome, first.exit_code) == ("unknown", 20)
    second = proved()
    assert second.outcome == "proved"
    assert sum(s.cached for s in second.proof.obligations) >= 3


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_ctrl_c_leaves_no_process_behind(tmp_path: Path) -> None:
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    path = str(ROOT / "src")
    env = {**os.environ, "PYTHONPATH": path, MARK: mark, "HOLDFAST_CACHE": str(tmp_path)}
    folder = ROOT / "specs" / "LoglessReconfig"
    where = [folder / "LoglessReconfigProof.tla", "--config", folder / "LoglessReconfig.cfg"]
    process = subprocess.Popen(
        [sys.executable, "-m", "holdfast", "prove", *map(str, where), "--invariant", "IndInv"],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # In the background of a shell, a process begins with interrupts ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + 60
    while len(_marked(mark)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)  # until a solver's process runs
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (20, 130)
    assert _marked(mark) == []


def _marked(mark: str) -> list[str]:
    """The processes whose environment has the mark."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found
