"""Runs as processes: some at a time, the others wait in order; each can be cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.processors import processors
from holdfast.runs.locks import hold
from holdfast.runs.store import LOG, RunStore, StoredRun
from holdfast.web.events import Events
from holdfast.web.processes import Reaper, Spare, kill

if TYPE_CHECKING:
    from holdfast.web.commands import Asked

PATIENCE = 3.0
"""Seconds that a run has to end after it was cancelled."""


@dataclass(slots=True)
class Job:
    """A run of this server; `lock` is held until its process holds it."""

    run: StoredRun
    asked: Asked
    lock: int | None
    process: asyncio.subprocess.Process | None = None
    cancelled: bool = False
    killed: bool = False
    waiters: list[asyncio.Task[None]] = field(default_factory=list)

    def release(self) -> None:
        """Leave the lock to the process."""
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


class Jobs:
    """The runs that this server has begun and that have not ended."""

    def __init__(self, folder: Path, events: Events, at_a_time: int | None = None) -> None:
        self.folder = folder
        self.store = RunStore(folder)
        self.events = events
        self.spare = Spare("holdfast.web.worker", folder)
        self.at_a_time = at_a_time or max(1, processors() // 2)
        self.jobs: dict[str, Job] = {}
        self.own = set[str]()
        self._waiting: deque[Job] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self.warm = False

    def submit(self, asked: Asked) -> StoredRun:
        """Create a run, which begins as soon as there is a processor for it; raises OSError."""
        last = max(map(int, self.own), default=0)
        run = self.store.create({**asked.json(), "started": time.time()}, after=last)
        self.store.prune()
        job = Job(run, asked, hold(run.folder / "lock"))
        self.jobs[run.number] = job
        self.own.add(run.number)
        self._waiting.append(job)
        self._begin_next()
        if job.process is None and job in self._waiting:
            before = len(self._waiting) - 1
            self._tell(job, {"event": "wait", "before": before + self._running()})
        return run

    def _running(self) -> int:
        return len(self.jobs) - len(self._waiting)

    def _begin_next(self) -> None:
        while self._waiting and self._running() < self.at_a_time and not self._closing:
            job = self._waiting.popleft()
            task = asyncio.get_running_loop().create_task(self._run(job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, job: Job) -> None:
        """The process of a run, from its beginning to its end."""
        try:
            job.process = await self._start(job)
            if job.cancelled:
                self._send_cancel(job)
            assert job.process.stdout is not None
            async for line in job.process.stdout:
                job.release()
                self.events.add(json.loads(line))
            await job.process.wait()
        except (OSError, ValueError) as error:
            kill(job.process)
            (job.run.folder / LOG).write_text(str(error), encoding="utf-8")
        finally:
            job.release()
            if job.run.envelope is None:
                self._end(job, _lost(job))
            self.jobs.pop(job.run.number, None)
            self._begin_next()
            if self.warm and not self._closing:
                self.spare.prepare()

    async def _start(self, job: Job) -> asyncio.subprocess.Process:
        process = await self.spare.take()
        asked = {name: getattr(job.asked, name) for name in job.asked.__dataclass_fields__}
        request = {"folder": str(self.folder), "run": job.run.number, "asked": asked}
        assert process.stdin is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        return process

    # ---- the end ----

    def cancel(self, number: str) -> bool:
        """Ask a run to end with what it has found; whether there is such a run."""
        job = self.jobs.get(number)
        if job is None:
            return self._cancel_other(number)
        job.cancelled = True
        if job in self._waiting:
            self._waiting.remove(job)
            del self.jobs[number]
            self._end(job, "interrupted before it began")
            job.release()
        elif job.process is not None:
            self._send_cancel(job)
        return True

    def _send_cancel(self, job: Job) -> None:
        process = job.process
        assert process is not None
        assert process.stdin is not None
        if not job.waiters and process.returncode is None:
            with contextlib.suppress(OSError):
                process.stdin.write(b"cancel\n")
            job.waiters.append(asyncio.get_running_loop().create_task(self._kill_later(job)))

    async def _kill_later(self, job: Job) -> None:
        await asyncio.sleep(PATIENCE)
        if job.process is not None and job.process.returncode is None:
            job.killed = True
            kill(job.process)

    def _cancel_other(self, number: str) -> bool:
        """Interrupt a run that another server or a command has begun."""
        run = self.store.run(number)
        process = None if run is None or run.status == "ended" else run.process
        if run is None or not process or process == os.getpid():
            return False
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGINT)
        if (run.request or {}).get("origin") == "studio":
            task = asyncio.get_running_loop().create_task(_kill_other_later(run))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return True

    def _end(self, job: Job, reason: str) -> None:
        """Store that a run has no result, and why."""
        envelope = lost_envelope(job.asked.command, job.asked.spec, reason, job.cancelled)
        with contextlib.suppress(OSError):
            job.run.write("envelope.json", json.dumps(envelope, ensure_ascii=False))
        self._tell(job, {"event": "end", **{n: envelope[n] for n in _ENDED}})

    def _tell(self, job: Job, event: dict[str, Any]) -> None:
        self.events.add({"run": job.run.number, **event})

    async def close(self) -> None:
        """Cancel all runs and wait for their ends; none of their processes is left."""
        self._closing = True
        for number in list(self.jobs):
            self.cancel(number)
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=PATIENCE + 2)
        reaper = Reaper()
        await self.spare.close(reaper)
        await reaper.close()


async def _kill_other_later(run: StoredRun) -> None:
    """End the process of an earlier server's run, and all that it started."""
    await asyncio.sleep(PATIENCE)
    process = None if run.status == "ended" else run.process
    if process:
        with contextlib.suppress(OSError):
            os.killpg(process, signal.SIGKILL)


_ENDED = ("verdict", "property", "reason", "exit", "seconds")


def lost_reason(run: StoredRun) -> str:
    """Why a run has ended without a result, and what is known of it."""
    if not run.has("events.ndjson"):
        return "the server ended before this run began"
    last = next((e for e in reversed(run.events) if e.get("event") == "progress"), None)
    known = ""
    if last is not None:
        numbers = {n: last.get(n) for n in ("distinct", "states", "settled")}
        figures = [f"{number:,} {n}" for n, number in numbers.items() if isinstance(number, int)]
        seconds = last.get("seconds")
        after = f", after {seconds:g} s" if isinstance(seconds, int | float) else ""
        known = f"; its last report{after}: {', '.join(figures)}"
    return f"its process ended without a result{known}"


def lost_envelope(command: str, spec: str, reason: str, cancelled: bool = False) -> dict[str, Any]:
    """The result of a run whose process ended without one."""
    from dataclasses import replace

    from holdfast.report.envelope import envelope_json
    from holdfast.report.rejection import failure_envelope

    envelope = failure_envelope(command, spec, reason)
    if cancelled:
        envelope = replace(envelope, verdict="unknown", kind=None, cause="cancelled", exit=20)
    return envelope_json(envelope)


def _lost(job: Job) -> str:
    """Why the process of a run ended without a result."""
    code = None if job.process is None else job.process.returncode
    if job.killed:
        return f"interrupted: it did not end within {PATIENCE:g} s, and its result is lost"
    try:
        log = (job.run.folder / LOG).read_text(encoding="utf-8", errors="replace")
    except OSError:
        log = ""
    last = log.strip().splitlines()[-1:] or [""]
    how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    return f"its process ended without a result ({how}){': ' if last[0] else ''}{last[0][:300]}"
