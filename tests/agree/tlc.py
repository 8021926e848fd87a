"""What TLC answers, where it is installed.

`HOLDFAST_TLC` is a class path with the classes of TLC and of the community modules, such as
`tla2tools.jar:CommunityModules-deps.jar`. A JDK is found on the PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.agree.generate import module_of
from tests.agree.grammar import CONFIG

CLASS_PATH = os.environ.get("HOLDFAST_TLC", "")
HERE = Path(__file__).parent

needs_tlc = pytest.mark.skipif(
    not CLASS_PATH or shutil.which("javac") is None,
    reason="TLC is compared when HOLDFAST_TLC is its class path and a JDK is installed",
)


def run_java(folder: Path, program: str, *arguments: str) -> None:
    """Compile a program of this folder and run it in another with TLC's classes."""
    source = HERE / f"{program}.java"
    _run(folder, "javac", "-nowarn", "-cp", CLASS_PATH, "-d", str(folder), str(source))
    options = ("-Xmx1g", "-XX:+UseSerialGC", f"-Djava.io.tmpdir={folder}")
    class_path = os.pathsep.join((CLASS_PATH, str(folder)))
    _run(folder, "java", *options, "-cp", class_path, program, *arguments)


def _run(folder: Path, *command: str) -> None:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def answers(expressions: list[str], folder: Path) -> list[str]:
    """For each expression `V value` or `E error`, in TLC's words."""
    (folder / "Agree.tla").write_text(module_of(expressions), encoding="utf-8")
    (folder / "Agree.cfg").write_text(CONFIG, encoding="utf-8")
    run_java(folder, "Evaluate", "Agree", "answers.txt")
    return (folder / "answers.txt").read_text(encoding="utf-8").splitlines()
