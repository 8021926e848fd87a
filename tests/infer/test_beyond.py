"""Specs beyond the grammar, and limits: a partial answer, in time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import holdfast
from holdfast.verdict import Unknown
from tests.infer.models import SPECS

pytestmark = pytest.mark.smt
BEYOND = Path(__file__).parent / "beyond"
CASES = {
    "Tokens": ("NoMoreThanThereWere", "Take"),
    "Counters": ("AllIsThere", "Next"),
    "Vault": ("Guarded", "Take"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_no_clause_says_ends_with_the_open_step(name: str) -> None:
    property, action = CASES[name]
    limit = 60.0
    started = time.monotonic()
    result = holdfast.load(BEYOND / f"{name}.tla").infer(
        property=property, seconds=limit, remember=False
    )
    assert time.monotonic() - started < limit + 5.0
    assert result.exit_code == 20
    assert isinstance(result.verdict, Unknown)
    found = result.inferred
    assert found.invariant[0].name == property
    assert found.open is not None
    assert (found.open.lemma, found.open.action) == (property, action)
    assert "no sums" in found.open.missing
    assert found.graph is not None
    assert (property, action) in {(n.lemma, n.action) for n in found.graph.nodes if n.is_open}
    assert "Open: a step" in str(result)


def test_the_lemmas_of_what_is_not_proved_are_kept_and_offered_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path))
    spec = holdfast.load(BEYOND / "Vault.tla")
    first = spec.infer(property="Guarded", seconds=60.0)
    assert len(first.invariant) > 1
    (kept,) = (tmp_path / "lemmas").iterdir()
    assert kept.read_text("utf-8").splitlines() == [*first.invariant.values()][1:]
    again = spec.infer(property="Guarded", seconds=60.0)
    assert again.exit_code == 20
    # What does not fit any more is left out.
    kept.write_text("nonsense[\n", encoding="utf-8")
    assert spec.infer(property="Guarded", seconds=60.0).exit_code == 20


def command(spec: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "holdfast", "infer", str(spec), "--no-cache", *options]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ChordRing", "LoglessReconfig", "LearningSwitchPackets"])
def test_a_limit_of_time_is_kept(name: str) -> None:
    done = subprocess.run(
        command(SPECS / name / f"{name}.tla", "--time", "5", "--json"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    answer = json.loads(done.stdout)
    assert done.returncode in (0, 20)
    assert answer["verdict"] in ("proved", "unknown")
    # Compiling a model is not interrupted.
    assert answer["seconds"] < 5.0 + 10.0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("after", [1.5, 3.0, 4.3, 5.0, 6.1, 8.0])
def test_an_interrupted_search_says_what_it_has(after: float) -> None:
    spec = SPECS / "ChordRing" / "ChordRing.tla"
    process = subprocess.Popen(
        command(spec, "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # In the background of a shell, a process begins with interrupts ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(after)
    pressed = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 15
    assert "Traceback" not in errors
    assert "ignored" not in errors
    # 130 as long as the spec is read, when there is nothing to tell.
    assert process.returncode in (20, 130)
    if process.returncode == 20:
        assert json.loads(output)["cause"] == "cancelled"
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
