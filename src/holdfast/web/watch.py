"""Notices what others do: files that change, and runs of the command line or an earlier server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from typing import TYPE_CHECKING, Any, TypeAlias

from holdfast.web.folder import Folder
from holdfast.web.jobs import Jobs, lost_envelope, lost_reason

if TYPE_CHECKING:
    from holdfast.runs.store import StoredRun

_EVERY = 0.25
_FILES_EVERY = 1.0
_RARELY = 20
"""Looking at files takes at most this part of a processor, and half of the time."""
_TICK = 50_000_000
"""Nanoseconds in which a file may change twice and have the same times."""
_YOUNG = 5.0
"""Seconds in which the process of a run may not hold its lock yet."""


State: TypeAlias = dict[str, tuple[int, int, int, bool]]
"""The files of a project: their times, sizes, and whether they are very young."""


class Watch:
    """Follows files and runs that are not those of this server."""

    def __init__(self, folder: Folder, jobs: Jobs) -> None:
        self.folder = folder
        self.jobs = jobs
        self.events = jobs.events
        self._read: dict[str, int] = {}
        self._known = set[str]()
        self._files: State | None = None

    async def run(self) -> None:
        """Look, again and again; at files less often if there are many."""
        due = 0.0
        while True:
            with contextlib.suppress(OSError):  # a run may be removed meanwhile
                for run in self.jobs.store.runs():
                    if run.number not in self._known and run.number not in self.jobs.own:
                        self._follow(run)
            began = time.monotonic()
            if self.events.has_pages and began >= due:
                state, spent = await asyncio.to_thread(self._look)
                self._compare(state)
                passed = time.monotonic() - began
                due = began + max(_FILES_EVERY, _RARELY * spent, 2 * passed)
            await asyncio.sleep(_EVERY)

    # ---- runs ----

    def _follow(self, run: StoredRun) -> None:
        """Hand on what is new in the events of a run; store the end of one that was lost."""
        ended = run.status == "ended"
        if ended and run.number not in self._read and not _is_new(run):
            self._known.add(run.number)
            self._settle(run)
            return
        for event in self._new_events(run):
            self.events.add({**event, "run": run.number})
        if ended:
            self._known.add(run.number)
            self._settle(run)

    def _new_events(self, run: StoredRun) -> list[dict[str, Any]]:
        try:
            with (run.folder / "events.ndjson").open("rb") as file:
                file.seek(self._read.get(run.number, 0))
                lines, _, _ = file.read().rpartition(b"\n")
        except OSError:
            return []
        self._read[run.number] = self._read.get(run.number, 0) + len(lines) + bool(lines)
        found = []
        for line in lines.splitlines():
            with contextlib.suppress(ValueError):
                found.append(json.loads(line))
        return [event for event in found if isinstance(event, dict)]

    def _settle(self, run: StoredRun) -> None:
        """Store that a run has ended, if its process ended without a result."""
        request = run.request
        if run.envelope is not None or request is None:
            return
        if _is_new(run):  # its process may not hold the lock yet
            self._known.discard(run.number)
            return
        reason = lost_reason(run)
        envelope = lost_envelope(str(request.get("command")), str(request.get("spec")), reason)
        with contextlib.suppress(OSError):
            run.write("envelope.json", json.dumps(envelope, ensure_ascii=False))
        self.events.add({"run": run.number, "event": "end", "verdict": "error", "reason": reason})

    # ---- files ----

    def _look(self) -> tuple[State, float]:
        """The files, and the processor time that it took to look at them."""
        began = time.thread_time()
        return self._state(), time.thread_time() - began

    def _state(self) -> State:
        """The files of the project, with what changes if they do.

        A file that is so young that it can change again without a sign is reported once more.
        """
        state, began = {}, time.time_ns()
        for path in self.folder.files():
            with contextlib.suppress(OSError):
                found = os.stat(self.folder.root / path)
                # A file that replaces another one may be older than it, but not its ctime.
                times = found.st_ctime_ns, found.st_mtime_ns
                state[path] = *times, found.st_size, max(times) > began - _TICK
        return state

    def _compare(self, now: State) -> None:
        before, self._files = self._files, now
        if before is None:  # pages may have read texts that changed before the first look
            self.events.add({"event": "listening"}, keep=False)
            return
        for path in sorted(before.keys() | now.keys()):
            if before.get(path) != now.get(path):
                change = "new" if path not in before else "gone" if path not in now else "changed"
                modified = max(now[path][:2]) / 1e9 if path in now else None
                event = {"event": "file", "path": path, "change": change, "modified": modified}
                self.events.add(event)


def _is_new(run: StoredRun) -> bool:
    try:
        return time.time() - run.folder.stat().st_mtime < _YOUNG
    except OSError:
        return False
