"""A run that is being recorded in the store; trouble with files never reaches the command."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from holdfast.runs.events import ProgressEvents, end_event
from holdfast.runs.locks import hold
from holdfast.runs.store import RunStore, StoredRun

if TYPE_CHECKING:
    from holdfast.progress import Progress
    from holdfast.report.result import Report

_THINNED = 1000
"""A progress event is stored if this share of the elapsed time has passed since the last."""


class Recording:
    """Writes the request, texts, events and result of a run.

    `emit` receives every event as well, with its number and that of the run. If the store cannot
    be written, `trouble` says why, and the rest goes on without it.
    """

    def __init__(
        self,
        folder: Path,
        request: Mapping[str, Any],
        *,
        run: StoredRun | None = None,
        emit: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.store = RunStore(folder)
        self.run = run
        self.trouble: str | None = None
        self._emit = emit
        self._sequence = 0
        self._progress = ProgressEvents()
        self._stored = 0.0
        self._texts: Callable[[], Mapping[str, str]] = dict
        self._lock: int | None = None
        self._file: TextIO | None = None
        self._ended = False
        self._attempt(lambda: self._begin(request))
        self._send({"event": "start", "command": request["command"], "spec": request["spec"]})

    def _begin(self, request: Mapping[str, Any]) -> None:
        if self.run is None:
            self.run = self.store.create({**request, "started": time.time()})
            self.store.prune()
        self._lock = hold(self.run.folder / "lock")
        path = self.run.folder / "events.ndjson"
        self._file = path.open("a", encoding="utf-8", newline="\n")

    @property
    def number(self) -> str | None:
        """The number of the run; None if it is not stored."""
        return None if self.run is None or self.trouble else self.run.number

    def keep_texts(self, texts: Callable[[], Mapping[str, str]]) -> None:
        """Store the texts of the spec, now and at the end, when the configuration was read."""
        self._texts = texts
        self._write_texts()

    def _write_texts(self) -> None:
        texts = {below(path, self.store.project): text for path, text in self._texts().items()}
        if texts:
            self._write("texts.json", json.dumps(texts, ensure_ascii=False))

    # ---- events ----

    def progress(self, progress: Progress) -> None:
        """An observer of the command."""
        event = self._progress.event(progress)
        often = event["event"] == "progress"
        due = progress.seconds - self._stored >= progress.seconds / _THINNED
        if due or not often:
            self._stored = progress.seconds
        self._send(event, due or not often)

    def _send(self, event: dict[str, Any], stored: bool = True) -> None:
        self._sequence += 1
        event = {"seq": self._sequence, "run": self.number, **event}
        if self._emit is not None:
            self._emit(event)
        if stored:
            self._attempt(lambda: self._append(event))

    def _append(self, event: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(event, ensure_ascii=False) + "\n")
            self._file.flush()

    # ---- the result ----

    def keep(self, result: Report) -> bool:
        """Store the trace of a result and the output of its spec; whether there is a trace."""
        from holdfast.report.check_result import Sweep
        from holdfast.report.itf import show_itf
        from holdfast.report.result import Answered
        from holdfast.report.saved import show_saved
        from holdfast.report.trace import trace_of

        if isinstance(result, Sweep):
            result = result.decisive
        printed = getattr(getattr(result, "answer", None), "output", ())
        if printed:
            self._send({"event": "output", "lines": list(printed)})
        saved = result.saved_trace() if isinstance(result, Answered) else None
        if saved is None or self.run is None or not isinstance(result, Answered):
            return False
        trace = trace_of(result.verdict)
        assert trace is not None, "a saved trace is a trace"
        self._write("trace.json", show_saved(saved))
        self._write("trace.itf.json", show_itf(trace, result.question.spec, result.violated))
        run = self.run
        self._attempt(lambda: self.store.point_to(run))
        return self.trouble is None

    def end(self, envelope: dict[str, Any]) -> None:
        """Store the result: the object that `--json` prints. Only the first one counts."""
        if self._ended:
            return
        self._ended = True
        self._write_texts()
        self._write("envelope.json", json.dumps(envelope, ensure_ascii=False))
        self._send(end_event(envelope))
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
        if self._lock is not None:
            os.close(self._lock)

    # ---- files ----

    def _write(self, name: str, text: str) -> None:
        run = self.run
        if run is not None:
            self._attempt(lambda: run.write(name, text))

    def _attempt(self, write: Callable[[], None]) -> None:
        if self.trouble is not None:
            return
        try:
            write()
        except OSError as error:
            self.trouble = f"{error.filename or self.store.folder}: {error.strerror or error}"


def below(path: str, folder: Path) -> str:
    """A path relative to the folder, if it is below it."""
    full, root = Path(os.path.abspath(path)), Path(os.path.abspath(folder))
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else str(full)
