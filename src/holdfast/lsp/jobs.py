"""Runs that the editor asks for: each is a process `holdfast COMMAND --json` of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 5.0
"""Seconds that a run has to end after it was cancelled."""
_LOOK = 0.2
_COMMANDS = ("check", "prove", "infer", "diagram", "coverage")
_PROPERTY = {"prove": "--invariant", "infer": "--property", "diagram": "--property"}


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be run: a command, a spec, and perhaps one property of it."""

    command: str
    spec: Path
    root: Path
    name: str | None = None
    kind: str | None = None
    search_path: tuple[Path, ...] = ()

    def arguments(self, events: Path) -> list[str]:
        """The command line."""
        assert self.command in _COMMANDS
        command = "check" if self.command == "coverage" else self.command
        inside = self.spec.is_relative_to(self.root)
        spec = self.spec.relative_to(self.root) if inside else self.spec
        words = [command, str(spec), "--json"]
        words += [word for folder in self.search_path for word in ("--path", str(folder))]
        if command == "check":
            words += ["--events", str(events)]
        if self.command == "coverage":
            words.append("--coverage")
        if self.name is not None:
            temporal = self.kind == "property" and command == "check"
            words += [
                _PROPERTY.get(command, "--property" if temporal else "--invariant"),
                self.name,
            ]
        return words


async def run_order(
    order: Order,
    processes: set[asyncio.subprocess.Process],
    report: Callable[[str], None],
    is_cancelled: Callable[[], bool],
) -> dict[str, Any]:
    """Run an order and give the object that it printed; a cancelled one gives what it found.

    The process is among `processes` as long as it runs.
    """
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder) / f"{uuid.uuid4()}.ndjson"
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a project may have files that are named like modules
            "-m",
            "holdfast",
            *order.arguments(events),
            cwd=order.root,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        processes.add(process)
        output = asyncio.ensure_future(process.communicate())
        try:
            await _watch(process, output, events, report, is_cancelled)
            stdout, stderr = await output
        except asyncio.CancelledError:
            # It ends by itself, with all that it has started.
            interrupt(process)
            await asyncio.wait([output], timeout=PATIENCE)
            raise
        finally:
            processes.discard(process)
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
    return _printed(order, stdout, stderr)


async def _watch(
    process: asyncio.subprocess.Process,
    output: asyncio.Future[tuple[bytes, bytes]],
    events: Path,
    report: Callable[[str], None],
    is_cancelled: Callable[[], bool],
) -> None:
    """Report progress until a process ends; one that is cancelled is interrupted, then killed."""
    began, interrupted = time.monotonic(), 0.0
    while not output.done():
        await asyncio.wait([output], timeout=_LOOK)
        now = time.monotonic()
        if is_cancelled() and not interrupted:
            interrupted = now
            interrupt(process)
        if interrupted and now - interrupted > PATIENCE:
            process.kill()
        report(_progress(events, now - began))


def interrupt(process: asyncio.subprocess.Process) -> None:
    """Ask a process to end with what it has found, and to end what it has started."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)


def _progress(events: Path, seconds: float) -> str:
    """The last figures of a run, and how long it takes already."""
    elapsed = f"{seconds:.0f} s"
    try:
        lines = events.read_text(encoding="utf-8").splitlines()
        last: dict[str, Any] = next(
            (json.loads(line) for line in reversed(lines) if '"progress"' in line), {}
        )
    except (OSError, ValueError):
        return elapsed
    states = last.get("distinct")
    return f"{states:,} states, {elapsed}" if isinstance(states, int) else elapsed


def _printed(order: Order, stdout: bytes, stderr: bytes) -> dict[str, Any]:
    try:
        found = json.loads(stdout)
    except ValueError:
        found = None
    if isinstance(found, dict):
        return found
    lines = stderr.decode(errors="replace").strip().splitlines()
    reason = lines[-1] if lines else "the process ended without a result"
    return {"command": order.command, "verdict": "error", "property": None, "reason": reason}
