"""What TLC says about cases, where it is installed: many of them in one run of Java."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.agree.tlc import CLASS_PATH
from tests.liveness.generate import Case

PROGRAM = Path(__file__).parent / "Liveness.java"
OPTIONS = ("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
# The codes of TLC's messages, which do not change from version to version.
VIOLATED = ("2107", "2108", "2110", "2112", "2116")
HOLDS = ("0", "2253")  # a tautology is an error for TLC, and nothing violates it


@dataclass(frozen=True, slots=True)
class Said:
    """The answer of TLC; `note` has its first error."""

    kind: Literal["holds", "violated", "refused"]
    note: str


def by_tlc(cases: Sequence[Case], folder: Path) -> list[Said]:
    """The answers of TLC to cases, in a folder that is used for nothing else."""
    for number, case in enumerate(cases):
        own = folder / str(number)
        own.mkdir(parents=True)
        for name, text in case.files.items():
            (own / name).write_text(text, encoding="utf-8")
    _run("javac", "-nowarn", "-cp", CLASS_PATH, "-d", str(folder), str(PROGRAM))
    class_path = os.pathsep.join((CLASS_PATH, str(folder)))
    out = folder / "answers.txt"
    options = (*OPTIONS, f"-Djava.io.tmpdir={folder}")
    _run("java", *options, "-cp", class_path, "Liveness", str(folder), str(len(cases)), str(out))
    return [_read(line) for line in out.read_text(encoding="utf-8").splitlines()]


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr[-3000:])


def _read(line: str) -> Said:
    status, _, note = line.partition(";")
    if status in VIOLATED:
        return Said("violated", note)
    if status in HOLDS:
        return Said("holds", note)
    return Said("refused", f"{status}: {note[:400]}")
