"""The two tools: how they are called, and what they found."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measure import Run, run
from bench.suite import ROOT, Entry

_VIOLATION = range(10, 15)
_TLC_COUNTS = re.compile(r"(\d+) states generated, (\d+) distinct states found, (\d+) states left")
_DONE = "Model checking completed. No error has been found."


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found; counts only of one that went through all states."""

    verdict: str
    generated: int | None = None
    distinct: int | None = None
    note: str = ""


def has_tlc() -> bool:
    """Whether TLC can be run: `HOLDFAST_TLC` is its class path, and there is a JVM."""
    return bool(os.environ.get("HOLDFAST_TLC")) and shutil.which("java") is not None


def run_tlc(entry: Entry, folder: Path, library: Sequence[str] = ()) -> Run:
    """TLC with one worker."""
    states = folder / "states"
    command = [
        *("java", "-XX:+UseParallelGC", "-Xmx6g", f"-DTLA-Library={os.pathsep.join(library)}"),
        *("-cp", os.environ["HOLDFAST_TLC"], "tlc2.TLC", "-workers", "1", "-noGenerateSpecTE"),
        *("-metadir", str(states), "-config", f"{entry.config}.cfg", f"{entry.module}.tla"),
    ]
    try:
        return run(command, folder)
    finally:
        shutil.rmtree(states, ignore_errors=True)


def found_by_tlc(done: Run) -> Found:
    """What TLC said."""
    counts = _TLC_COUNTS.findall(done.output)
    if _DONE in done.output and counts:
        return Found("holds", int(counts[-1][0]), int(counts[-1][1]))
    if done.code in _VIOLATION:
        return Found("violated")
    return Found("error", note=done.output[-400:])


def run_holdfast(entry: Entry, folder: Path, cache: Path, workers: int) -> Run:
    """`holdfast check` of a model; `cache` is where compiled code is kept."""
    command = [
        *(sys.executable, "-m", "holdfast", "check", f"{entry.module}.tla"),
        *("--config", f"{entry.config}.cfg", "--engine", "native"),
        *("--workers", str(workers), "--json"),
    ]
    return run(command, folder, holdfast_environment(cache))


def run_start(entry: Entry, folder: Path, cache: Path) -> Run:
    """All that comes before a search: loading, the passes, the generated C."""
    command = [
        *(sys.executable, "-m", "holdfast", "show", f"{entry.module}.tla"),
        *("--config", f"{entry.config}.cfg", "--c"),
    ]
    return run(command, folder, holdfast_environment(cache))


def holdfast_environment(cache: Path) -> dict[str, str]:
    """Where holdfast finds this tree and its cache."""
    paths = (str(ROOT / "src"), os.environ.get("PYTHONPATH", ""))
    return {
        "HOLDFAST_CACHE": str(cache),
        "PYTHONPATH": os.pathsep.join(p for p in paths if p),
        "PYTHONDONTWRITEBYTECODE": "",
    }


def found_by_holdfast(done: Run) -> Found:
    """What holdfast said."""
    start = done.output.find("{")
    try:
        answer = json.loads(done.output[max(start, 0) :])
        counts = answer["check"]["states"]
        verdict = answer["verdict"]
    except (ValueError, KeyError, TypeError):
        return Found("error", note=done.output[-400:])
    if answer["engine"] != "native":
        return Found("error", note="the interpreter was used")
    if verdict == "exhausted":
        return Found("holds", counts["generated"], counts["distinct"])
    if verdict == "violated":
        return Found("violated")
    return Found("error", note=f"{verdict}: {answer.get('reason')}")
