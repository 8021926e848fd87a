"""The home of the studio: specs, their models, the last verdict of each, and the runs."""

from __future__ import annotations

import time
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from holdfast.runs.store import RunStore, StoredRun
from holdfast.source import SpecError
from holdfast.version import VERSION
from holdfast.web.folder import Folder
from holdfast.web.jobs import lost_envelope, lost_reason

_LANGUAGES = {".tla": "TLA+", ".pml": "Promela", ".py": "I/O automata"}
_LARGE = 1 << 16
"""Configurations that are larger are read only where they are opened."""
_CHECKS = ("check", "sweep")
"""Commands whose verdict is about the properties of a model."""
_SHOWN = ("verdict", "property", "reason", "kind", "scope", "exit")


def project_json(folder: Folder, store: RunStore, active: Container[str] = ()) -> dict[str, Any]:
    """What the page of the project shows."""
    files = folder.files()
    rows = [run_row(run, active) for run in reversed(store.runs())]
    runs = [row for row in rows if row is not None]
    texts = _Texts(folder.root)
    specs = [path for path in files if PurePosixPath(path).suffix in _LANGUAGES]
    configs = [path for path in files if path.endswith(".cfg")]
    return {
        "name": folder.root.name or str(folder.root),
        "folder": str(folder.root),
        "version": VERSION,
        "specs": [_spec_json(folder, path, configs, runs, store, texts) for path in specs],
        "diagrams": [p for p in files if p.endswith((".diagram", ".diagram.json"))],
        "configs": configs,
        "runs": runs,
    }


def _spec_json(  # noqa: PLR0913  # what all specs share
    folder: Folder,
    path: str,
    configs: Sequence[str],
    runs: Sequence[Mapping[str, Any]],
    store: RunStore,
    texts: _Texts,
) -> dict[str, Any]:
    of_spec = (r for r in runs if r["request"].get("spec") == path and r["status"] == "ended")
    last = next((r for r in of_spec if r["request"].get("command") in _CHECKS), None)
    return {
        "path": path,
        "language": _LANGUAGES[PurePosixPath(path).suffix],
        "models": _models(folder.root, path, configs),
        "last": None
        if last is None
        else {
            "run": last["run"],
            "verdict": last["verdict"],
            "property": last["property"],
            "command": last["request"].get("command"),
            "config": last["request"].get("config"),
            "changed_since": texts.changed(store.run(last["run"])),
        },
    }


def _models(root: Path, path: str, configs: Sequence[str]) -> list[dict[str, Any]]:
    """The configurations of a spec; one without a file, if there is none."""
    own = [config for config in configs if _spec_of(config, root) == path]
    names: list[str | None] = list(own)
    return [{"config": c, "constants": _constants(root / (c or path))} for c in names or [None]]


def _spec_of(config: str, root: Path) -> str | None:
    from holdfast.suite.model import spec_of_config

    spec = spec_of_config(root / config)
    return None if spec is None else spec.relative_to(root).as_posix()


def _constants(path: Path) -> dict[str, str]:
    """The values of constants in a configuration, or in the block of a spec."""
    from holdfast.front.load import configured_constants

    if path.suffix not in (".tla", ".cfg"):
        return {}
    try:
        return configured_constants(path) if path.stat().st_size < _LARGE else {}
    except (SpecError, OSError, RecursionError):
        return {}  # its errors are shown where it is opened


def changed_since(folder: Folder, run: StoredRun) -> bool:
    """Whether a file that a run has read has another text now."""
    return _Texts(folder.root).changed(run)


class _Texts:
    """Compares the texts of runs with the files of today; each file is read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._now: dict[str, str | None] = {}

    def changed(self, run: StoredRun | None) -> bool:
        """Whether a file that a run has read has another text now."""
        texts = {} if run is None else run.texts
        return any(self._text(path) != text for path, text in texts.items())

    def _text(self, path: str) -> str | None:
        if path not in self._now:
            try:
                data = (self._root / path).read_bytes()
                self._now[path] = data.decode("utf-8-sig", "replace")
            except OSError:
                self._now[path] = None
        return self._now[path]


# ---- runs ----


def run_row(run: StoredRun, active: Container[str] = ()) -> dict[str, Any] | None:
    """A run in a list; None if it is just being created, or removed."""
    try:
        written = (run.folder / "envelope.json").stat()
    except OSError:
        return _row(run, active)
    row = _ended_row(run, written.st_mtime_ns, written.st_size)
    return None if row is None else {**row, "pinned": run.pinned}


@lru_cache(1000)
def _ended_row(run: StoredRun, _time: int, _size: int) -> dict[str, Any] | None:
    """The same for a run with a result, which is large and does not change."""
    return _row(run)


def _row(run: StoredRun, active: Container[str] = ()) -> dict[str, Any] | None:
    full = run_json(run, active)
    if full is None:
        return None
    envelope = full.pop("envelope") or {}
    return {**full, **{name: envelope.get(name) for name in _SHOWN}}


def run_json(run: StoredRun, active: Container[str] = ()) -> dict[str, Any] | None:
    """A run with its result; None if there is no such run.

    Of those that are `active` in this server, the end is still to be stored.
    """
    request = run.request
    if request is None:
        return None
    status, envelope = run.status, run.envelope
    if status == "ended" and envelope is None and run.number in active:
        status = "running"
    elif status == "ended" and envelope is None:
        command, spec = str(request.get("command")), str(request.get("spec"))
        envelope = lost_envelope(command, spec, lost_reason(run))
    started = request.pop("started", None)
    seconds = None if envelope is None else envelope.get("seconds")
    if status == "running" and isinstance(started, int | float):
        seconds = round(time.time() - started, 3)
    return {
        "run": run.number,
        "request": request,
        "status": status,
        "envelope": envelope,
        "started": started,
        "seconds": seconds,
        "pinned": run.pinned,
    }
