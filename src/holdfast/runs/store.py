"""The runs of a folder: numbered folders below `.holdfast/runs`, the newest of which are kept."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from holdfast.runs.locks import holder
from holdfast.runs.reading import read_object

HOME = ".holdfast"
LOG = "log.txt"
"""What the process of a run printed that is no event."""
MOST_RUNS = 50
MOST_BYTES = 200 << 20
_NUMBER = re.compile("[1-9][0-9]{0,17}")
_OLD_DRAFT = 3600.0
"""Seconds after which a folder that never got a request is a leftover."""

Status: TypeAlias = Literal["waiting", "running", "ended"]
Object: TypeAlias = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run in the store: `folder` has its files, some of which may be missing."""

    folder: Path

    @property
    def number(self) -> str:
        """Its number, as texts refer to it."""
        return self.folder.name

    @property
    def request(self) -> Object | None:
        """What was asked: command, spec, config, constants, options."""
        found = _read_object(self.folder / "request.json")
        return found if found is not None and _is_request(found) else None

    @property
    def envelope(self) -> Object | None:
        """The result as `--json` prints it; None if there is none yet, or never will be."""
        return _read_object(self.folder / "envelope.json")

    @property
    def texts(self) -> Mapping[str, str]:
        """The files that the spec was read from, as they were, by path."""
        found = _read_object(self.folder / "texts.json") or {}
        return found if all(isinstance(text, str) for text in found.values()) else {}

    @property
    def trace(self) -> str | None:
        """The saved trace, for `holdfast.report.saved`."""
        return _read_text(self.folder / "trace.json")

    @property
    def itf(self) -> str | None:
        """The trace in the Informal Trace Format."""
        return _read_text(self.folder / "trace.itf.json")

    @property
    def events(self) -> list[Object]:
        """The events of the run so far."""
        lines = (_read_text(self.folder / "events.ndjson") or "").splitlines()
        return [event for event in map(read_object, lines) if event is not None]

    def has(self, name: str) -> bool:
        """Whether it has a file."""
        return (self.folder / name).is_file()

    @property
    def pinned(self) -> bool:
        """Whether the run is kept although others are newer."""
        return self.has("pinned")

    def pin(self, pinned: bool) -> None:
        """Keep the run, or let it go when others are newer; raises OSError."""
        if pinned:
            (self.folder / "pinned").touch()
        else:
            (self.folder / "pinned").unlink(missing_ok=True)

    @property
    def process(self) -> int | None:
        """The number of the process that runs it, or lets it wait; None if there is none."""
        return holder(self.folder / "lock")

    @property
    def status(self) -> Status:
        """Whether it has ended; also if its process ended without a result."""
        if self.has("envelope.json") or self.process is None:
            return "ended"
        return "running" if self.has("events.ndjson") else "waiting"

    def size(self) -> int:
        """The bytes of its files."""
        total = 0
        for at, _, names in os.walk(self.folder):
            for name in names:
                try:
                    total += os.stat(os.path.join(at, name)).st_size
                except OSError:
                    continue  # it is gone
        return total

    def write(self, name: str, text: str) -> None:
        """Write one of its files at once; raises OSError."""
        draft = self.folder / f".{name}.{os.getpid()}"
        try:
            draft.write_bytes(text.encode("utf-8"))
            draft.replace(self.folder / name)
        except OSError:
            draft.unlink(missing_ok=True)
            raise


@dataclass(frozen=True, slots=True)
class RunStore:
    """The runs of a project's folder."""

    project: Path

    @property
    def folder(self) -> Path:
        """The folder of the runs, which need not exist."""
        return self.project / HOME / "runs"

    def runs(self) -> list[StoredRun]:
        """The runs, oldest first."""
        return [StoredRun(self.folder / str(n)) for n in sorted(self._numbers())]

    def run(self, number: str) -> StoredRun | None:
        """The run with a number."""
        found = StoredRun(self.folder / number) if _NUMBER.fullmatch(number) else None
        return found if found is not None and found.request is not None else None

    def create(self, request: Object, after: int = 0) -> StoredRun:
        """A new run with the next number; two processes never get the same. Raises OSError.

        The number is larger than `after`, also if somebody has deleted the folder.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        ignore = self.folder.parent / ".gitignore"
        if not ignore.exists():
            ignore.write_bytes(b"*\n")
        number = max((after, *self._numbers())) + 1
        while True:
            try:
                (self.folder / str(number)).mkdir()
                break
            except FileExistsError:
                number += 1
        run = StoredRun(self.folder / str(number))
        try:
            run.write("request.json", json.dumps(request, ensure_ascii=False) + "\n")
        except OSError:
            shutil.rmtree(run.folder, ignore_errors=True)
            raise
        return run

    def prune(self, most_runs: int = MOST_RUNS, most_bytes: int = MOST_BYTES) -> None:
        """Remove the oldest runs beyond the limits, except those that are pinned or not ended."""
        count, total = 0, 0
        for run in reversed(self.runs()):
            if run.pinned:
                continue
            count, total = count + 1, total + run.size()
            if (count > most_runs or (total > most_bytes and count > 1)) and run.status == "ended":
                self._remove(run)

    def _remove(self, run: StoredRun) -> None:
        """Remove a run; the rename makes sure that nobody reads a half of it."""
        gone = self.folder / f".removed-{run.number}-{os.getpid()}"
        try:
            if run.request is None and time.time() - run.folder.stat().st_mtime < _OLD_DRAFT:
                return  # it is being created
            run.folder.rename(gone)
        except OSError:
            return  # another process was faster
        shutil.rmtree(gone, ignore_errors=True)

    def _numbers(self) -> Iterator[int]:
        try:
            names = os.listdir(self.folder)
        except OSError:
            return
        yield from (int(name) for name in names if _NUMBER.fullmatch(name))

    # ---- the last trace, for `holdfast why` ----

    @property
    def pointer(self) -> Path:
        """The file that names the run with the last trace."""
        return self.project / HOME / "last-trace.json"

    def point_to(self, run: StoredRun) -> None:
        """Let `last_trace` be the one of this run; raises OSError."""
        draft = self.pointer.with_name(f".last-trace.{os.getpid()}")
        draft.write_bytes(f'{{"run": "{run.number}"}}\n'.encode())
        draft.replace(self.pointer)

    def last_trace(self) -> str | None:
        """The saved trace of the last run that had one."""
        named = (_read_object(self.pointer) or {}).get("run")
        run = self.run(named) if isinstance(named, str) else None
        return None if run is None else run.trace


def _is_request(found: Object) -> bool:
    """Whether an object is a request: others may have written the file."""
    texts = found.get("constants") or {}
    return (
        isinstance(found.get("command"), str)
        and isinstance(found.get("spec", ""), str)
        and isinstance(found.get("config"), str | None)
        and isinstance(texts, dict)
        and isinstance(found.get("options") or {}, dict)
        and isinstance(found.get("search_path") or [], list)
    )


def _read_text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _read_object(path: Path) -> Object | None:
    text = _read_text(path)
    return None if text is None else read_object(text)
