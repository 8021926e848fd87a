"""What TLC says about specs, where it is installed: many of them in one run of Java."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.agree.tlc import CLASS_PATH
from tests.attack.answers import Said, write_files
from tests.attack.tree import Spec

PROGRAM = Path(__file__).parent / "Explore.java"
OPTIONS = (
    "-Xmx1g",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Dtlc2.tool.impl.Tool.cdot=true",
)


def by_tlc(specs: Sequence[Spec], folder: Path) -> list[Said]:
    """The answers of TLC to specs, in a folder that is used for nothing else."""
    for number, spec in enumerate(specs):
        own = folder / str(number)
        own.mkdir(parents=True, exist_ok=True)
        write_files(spec, own)
    _run("javac", "-nowarn", "-cp", CLASS_PATH, "-d", str(folder), str(PROGRAM))
    class_path = os.pathsep.join((CLASS_PATH, str(folder)))
    out = folder / "answers.txt"
    options = (*OPTIONS, f"-Djava.io.tmpdir={folder}")
    _run("java", *options, "-cp", class_path, "Explore", str(folder), str(len(specs)), str(out))
    return [_read(line) for line in out.read_text(encoding="utf-8").splitlines()]


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr[-3000:])


def _read(line: str) -> Said:
    kind, _, rest = line.partition(";")
    if kind != "explored":
        return Said(kind, note=rest[:300])
    violated, distinct, generated = rest.split(";")
    pairs = [pair.split("=") for pair in violated.split(",") if pair]
    return Said(kind, {name: int(n) for name, n in pairs}, int(distinct), int(generated))
