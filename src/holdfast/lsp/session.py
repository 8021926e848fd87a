"""One client and what the server knows for it: buffers, specs that were read, diagnostics.

Specs are read in one thread of their own, so that the server answers while it reads: the front
end reads one spec at a time anyway. What was read for an old text is not published.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from holdfast.front.tla.bundled import is_bundled_file
from holdfast.lsp.config_snapshot import ConfigSnapshot, read_config_snapshot, spec_beside
from holdfast.lsp.convert import by_file
from holdfast.lsp.facts import NO_FACTS, Facts, config_files, read_facts
from holdfast.lsp.jobs import interrupt
from holdfast.lsp.project import Buffer, Project, stamps
from holdfast.lsp.snapshot import Snapshot, read_snapshot
from holdfast.lsp.verdicts import LastRun
from holdfast.source import Diagnostic

Result = TypeVar("Result")
_LOG = logging.getLogger(__name__)

PAUSE = 0.15
"""How many seconds after the last key diagnostics are to come."""
_MOST_OTHERS = 60
_MODEL_PATIENCE = 1.0
"""How many seconds an answer waits for what the model says."""
SHORTEST_PAUSE = 0.05
"""The pause before reading a spec begins, if it takes long."""


class Stale(Exception):
    """The buffer was edited while a request about it was waiting."""


class Session:
    """The state of the server; all methods run in its event loop."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.project = Project()
        self.snapshots: dict[Path, Snapshot] = {}
        self.good: dict[Path, Snapshot] = {}
        self.configs: dict[Path, ConfigSnapshot] = {}
        self.remarks: dict[str, list[types.Diagnostic]] = {}
        self.processes: set[asyncio.subprocess.Process] = set()
        self.runs: dict[Path, list[LastRun]] = {}
        self._facts: dict[Path, tuple[object, Facts]] = {}
        self._models: dict[Path, asyncio.Future[Facts]] = {}
        self.studios: dict[Path, asyncio.subprocess.Process] = {}
        self._reader = ThreadPoolExecutor(1, "reader")
        self._modeller = ThreadPoolExecutor(1, "modeller")
        self._results: dict[str, dict[str, list[types.Diagnostic]]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._took: dict[Path, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run work in the thread of the reader."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    def start(self, task: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """The client is gone: nothing is left running."""
        for process in list(self.processes):
            interrupt(process)
        for timer in self._timers.values():
            timer.cancel()
        for executor in (self._reader, self._modeller):
            executor.shutdown(wait=False, cancel_futures=True)

    # ---- what was read ----

    async def snapshot(self, path: Path) -> Snapshot:
        """The spec in a file, as it is now; raises OSError if there is no such file."""
        overlays = self.project.overlays()
        known = self.snapshots.get(path)
        if known is not None and known.is_current(overlays):
            return known
        return await self.run(lambda: self._read(path, overlays, self.project.paths))

    def _read(
        self, path: Path, overlays: Mapping[Path, str], search_path: tuple[Path, ...]
    ) -> Snapshot:
        known = self.snapshots.get(path)
        if known is not None and known.is_current(overlays):
            return known
        began = time.perf_counter()
        found = self.snapshots[path] = read_snapshot(path, overlays, search_path)
        self._took[path] = time.perf_counter() - began
        self._forget_others(path)
        if found.document.ok:
            self.good[path] = found
        return found

    def _forget_others(self, path: Path) -> None:
        """Keep the specs of buffers, and some that were read for other reasons."""
        buffers = {buffer.path for buffer in list(self.project.buffers.values())}
        others = [p for p in list(self.snapshots) if p not in buffers and p != path]
        for other in others[: max(0, len(others) - _MOST_OTHERS)]:
            for known in (self.snapshots, self.good, self._facts):
                known.pop(other, None)

    async def of_buffer(self, buffer: Buffer) -> Snapshot:
        """The spec of a buffer that is not a configuration; raises Stale if it was edited."""
        known = self.snapshots.get(buffer.path)
        if known is not None and known.is_current(self.project.overlays()):
            return known
        search_path = self.project.search_path(buffer)

        def read() -> Snapshot:
            self._require_current(buffer)
            return self._read(buffer.path, self.project.overlays(), search_path)

        found = await self.run(read)
        self._require_current(buffer)
        return found

    def _require_current(self, buffer: Buffer) -> None:
        """Old texts are not read: nobody waits for what they mean."""
        if self.project.buffers.get(buffer.uri) is not buffer:
            raise Stale

    def latest(self, buffer: Buffer) -> Snapshot | None:
        """The spec of a buffer as it was read last, without waiting."""
        return self.snapshots.get(buffer.path)

    async def config(self, path: Path) -> ConfigSnapshot:
        """The configuration in a file, as it is now; raises OSError if there is no such file."""
        overlays = self.project.overlays()
        known = self.configs.get(path)
        if known is not None and known.is_current(overlays):
            return known
        spec = await self.spec_of_config(path)
        found = await self.run(lambda: read_config_snapshot(path, overlays, spec))
        self.configs[path] = found
        return found

    async def spec_of_config(self, path: Path) -> Snapshot | None:
        """The spec that a configuration belongs to."""
        beside = spec_beside(path, self.project.beside(path, ".tla"))
        if beside is None:
            return None
        try:
            return await self.snapshot(beside)
        except OSError:
            return None

    async def facts(self, snapshot: Snapshot) -> Facts:
        """What the model of a spec says, if it is known soon; an older model counts meanwhile."""
        overlays = self.project.overlays()
        key = (snapshot, stamps(config_files(snapshot.path), overlays))
        known = self._facts.get(snapshot.path)
        if known is not None and (known[0] == key or not snapshot.document.ok):
            return known[1]
        if not snapshot.document.ok:
            return NO_FACTS
        if snapshot.path not in self._models:
            work = asyncio.get_running_loop().run_in_executor(
                self._modeller, read_facts, snapshot.document, overlays
            )
            self._models[snapshot.path] = work
            work.add_done_callback(lambda done: self._keep_facts(snapshot.path, key, done))
        waiting = self._models[snapshot.path]
        await asyncio.wait([waiting], timeout=_MODEL_PATIENCE)
        known = self._facts.get(snapshot.path, known)
        return NO_FACTS if known is None else known[1]

    def _keep_facts(self, path: Path, key: object, done: asyncio.Future[Facts]) -> None:
        self._models.pop(path, None)
        if not done.cancelled() and done.exception() is None:
            self._facts[path] = (key, done.result())

    # ---- diagnostics ----

    def schedule(self, buffer: Buffer, pause: float) -> None:
        """Compute the diagnostics of a buffer, and of those that depend on it, after a pause."""
        for uri in (buffer.uri, *self._dependent(buffer)):
            timer = self._timers.pop(uri, None)
            if timer is not None:
                timer.cancel()
            loop = asyncio.get_running_loop()
            self._timers[uri] = loop.call_later(pause, self._start_diagnosis, uri)

    def edited(self, buffer: Buffer) -> None:
        """Compute diagnostics such that they come a moment after the last key."""
        # What a run said is about the texts as they were.
        for uri in (buffer.uri, *self._dependent(buffer)):
            self.remarks.pop(str(self.project.buffers[uri].path), None)
        pause = max(SHORTEST_PAUSE, PAUSE - self._took.get(buffer.path, 0.0))
        self.schedule(buffer, pause)

    def schedule_all(self) -> None:
        """Files have changed on disk: compute all diagnostics again."""
        for buffer in list(self.project.buffers.values()):
            self.schedule(buffer, PAUSE)

    def _dependent(self, buffer: Buffer) -> Iterable[str]:
        for other in self.project.buffers.values():
            if other.uri == buffer.uri:
                continue
            if other.language == "cfg":
                config = self.configs.get(other.path)
                spec = None if config is None else config.spec
                inputs = () if spec is None else spec.inputs
                if spec is None and other.path.parent == buffer.path.parent:
                    yield other.uri
            else:
                snapshot = self.snapshots.get(other.path)
                inputs = () if snapshot is None else snapshot.inputs
                if snapshot is not None and _lacks_module(snapshot):
                    yield other.uri
            if buffer.path in inputs:
                yield other.uri

    def _start_diagnosis(self, uri: str) -> None:
        self._timers.pop(uri, None)
        self.start(asyncio.ensure_future(self._diagnose(uri)))

    async def _diagnose(self, uri: str) -> None:
        buffer = self.project.buffers.get(uri)
        if buffer is None or is_bundled_file(buffer.path):
            return
        diagnostics: tuple[Diagnostic, ...]
        try:
            if buffer.language == "cfg":
                diagnostics = (await self.config(buffer.path)).diagnostics
            else:
                diagnostics = (await self.of_buffer(buffer)).diagnostics
            self._require_current(buffer)
        except (Stale, OSError):
            return  # the next edit has its own turn
        except Exception:
            _LOG.exception("reading %s failed", buffer.path)
            return
        before = self._results.get(uri, {})
        self._results[uri] = by_file(self.project, diagnostics, str(buffer.path))
        for file in {**before, **self._results[uri]}:
            self.publish(file)

    def forget(self, buffer: Buffer) -> None:
        """A buffer was closed: it has no diagnostics of its own any more."""
        timer = self._timers.pop(buffer.uri, None)
        if timer is not None:
            timer.cancel()
        for file in {str(buffer.path): None, **self._results.pop(buffer.uri, {})}:
            self.publish(file)
        self._publish(buffer.uri, [], None)

    def publish(self, file: str) -> None:
        """Send what is known about a file; its own buffer knows best."""
        buffer = self.project.buffer_of(file)
        own = None if buffer is None else self._results.get(buffer.uri)
        if own is not None:
            found = list(own.get(file, ()))
        else:
            rows = {repr(d): d for result in self._results.values() for d in result.get(file, ())}
            found = list(rows.values())
        found += self.remarks.get(file, ())
        uri = self.project.uri_of(file)
        self._publish(uri, found, None if buffer is None else buffer.version)

    def _publish(self, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
        params = types.PublishDiagnosticsParams(uri, found, version)
        self.server.text_document_publish_diagnostics(params)


def _lacks_module(snapshot: Snapshot) -> bool:
    return any(d.code == "missing-module" for d in snapshot.diagnostics)
