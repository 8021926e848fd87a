"""Running a command: what it says, and what it costs with all the processes it starts."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of all processors, seconds on the clock, and the most memory in use, in MiB."""

    cpu: float
    wall: float
    memory: float

    def as_json(self) -> dict[str, float]:
        """The figures by name, rounded."""
        return {name: round(value, 3) for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class Run:
    """What a command wrote, how it ended, what it cost."""

    output: str
    code: int
    cost: Cost


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> Run:
    """Run a command in a folder and wait for its end."""
    with tempfile.TemporaryFile() as out:
        started = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - started
        out.seek(0)
        output = out.read().decode("utf-8", errors="replace")
    cost = Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024)
    return Run(output, process.returncode, cost)


def middle(costs: Sequence[Cost]) -> Cost:
    """The medians of several runs."""
    return Cost(
        median(c.cpu for c in costs), median(c.wall for c in costs), median(c.memory for c in costs)
    )
