"""Runs Spin on a program: plain counts, and verdicts of `ltl` properties."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

PLAIN = ("-DSAFETY", "-DNOREDUCE", "-DNOCLAIM")
COMPILERS = ("cc", "gcc")
needs_spin = pytest.mark.skipif(
    shutil.which("spin") is None or not any(map(shutil.which, COMPILERS)),
    reason="needs spin and a C compiler",
)


@dataclass(frozen=True, slots=True)
class Found:
    """What Spin's verifier reported; `message` is its first error."""

    stored: int
    transitions: int
    errors: int
    complete: bool
    message: str


class SpinError(Exception):
    """Spin, the C compiler or the verifier rejects the program."""


def count(
    source: Path | str, *, options: tuple[str, ...] = (), seconds: float = 60, optimise: int = 0
) -> Found:
    """The plain counts of a file, or of a text."""
    with tempfile.TemporaryDirectory() as folder:
        verifier = _build(source, Path(folder), PLAIN, optimise)
        return _run(verifier, ("-c0", "-n", "-m1000000", *options), seconds)


def judge(
    source: Path | str,
    name: str,
    *,
    options: tuple[str, ...] = (),
    seconds: float = 60,
    optimise: int = 0,
) -> Found:
    """The search for violations of one `ltl` property; there is one if `errors` is not 0."""
    flags = ("-a", "-N", name, *options)
    return verify(source, (), flags, seconds=seconds, optimise=optimise)


def verify(
    source: Path | str,
    defines: tuple[str, ...],
    options: tuple[str, ...],
    *,
    seconds: float = 60,
    optimise: int = 0,
) -> Found:
    """A search without reductions, up to the first error."""
    with tempfile.TemporaryDirectory() as folder:
        verifier = _build(source, Path(folder), ("-DNOREDUCE", *defines), optimise)
        return _run(verifier, ("-n", "-m1000000", *options), seconds)


def _build(source: Path | str, folder: Path, defines: tuple[str, ...], optimise: int) -> Path:
    path = source
    if isinstance(path, str):
        path = folder / "model.pml"
        path.write_text(str(source), encoding="utf-8")
    command = ["spin", "-o1", "-o2", "-o3", "-a", str(path.resolve())]
    output = _call(command, folder, 30)
    if not (folder / "pan.c").exists() or "syntax error" in output:
        raise SpinError(output)
    compiler = next(name for name in COMPILERS if shutil.which(name))
    output = _call([compiler, f"-O{optimise}", "-w", *defines, "-o", "pan", "pan.c"], folder, 300)
    if not (folder / "pan").exists():
        raise SpinError(output)
    return folder / "pan"


def _call(command: list[str], folder: Path, seconds: float) -> str:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            timeout=seconds,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        raise SpinError(f"{command[0]}: not finished in {seconds} s") from None
    return done.stdout


def _run(verifier: Path, options: tuple[str, ...], seconds: float) -> Found:
    return read_report(_call([str(verifier), *options], verifier.parent, seconds))


def read_report(output: str) -> Found:
    """What the report of a verifier says."""
    numbers = []
    for pattern in (r"([\d.e+]+) states, stored", r"([\d.e+]+) transitions", r"errors: (\d+)"):
        match = re.search(pattern, output)
        if match is None:
            raise SpinError(output[:500])
        numbers.append(int(float(match[1])))
    message = re.search(r"^pan:\d+: (.*)$", output, re.MULTILINE)
    complete = "Search not completed" not in output and "max search depth" not in output
    stored, transitions, errors = numbers
    return Found(stored, transitions, errors, complete, message[1] if message else "")
