"""Records the run of a command in `.holdfast/runs` of the current folder."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from holdfast.cli.answer import Request, reports_progress
from holdfast.cli.options import ConfigFlags

if TYPE_CHECKING:
    from holdfast.progress import Progress
    from holdfast.report.result import Report
    from holdfast.runs.recording import Recording
    from holdfast.workbench import Specification

Observer: TypeAlias = Callable[[Any], None]
_NOT_STORED = ("progress", "cancellation")


def record(
    request: Request,
    spec: Specification,
    options: Mapping[str, Any],
    swept: Mapping[str, Sequence[str]] | None = None,
    events: str | None = None,
) -> Recording:
    """Begin to record a command; `main` ends that with the result, whatever it is.

    `swept` are the values of constants in a sweep, `events` is the file for events, or `-`.
    """
    from holdfast.runs.recording import Recording

    if events is not None:
        request.events = _open_events(events)
    emit = None if request.events is None else _printer(request.events)
    if swept:
        options = {**options, "values": dict(swept)}
    asked = {
        **_asked(request, spec.path, spec.config, spec.constants, spec.search_path),
        "options": _plain(options) | _loading(spec),
    }
    if swept:
        asked["command"] = "sweep"
    request.recording = Recording(Path(), asked, emit=emit)
    request.recording.keep_texts(lambda: spec.files.texts or {})
    return request.recording


def record_file(
    request: Request, file: Path, flags: ConfigFlags, options: Mapping[str, Any]
) -> None:
    """The same for a file of diagrams."""
    from holdfast.runs.recording import Recording

    given = flags["config"], dict(flags["const"]), flags["search_path"]
    asked = {**_asked(request, file, *given), "options": _plain(options)}
    request.recording = Recording(Path(), asked)
    request.recording.keep_texts(lambda: {str(file): file.read_text(encoding="utf-8")})


def _asked(
    request: Request,
    file: Path,
    config: Path | None,
    constants: Mapping[str, object],
    search_path: Sequence[Path],
) -> dict[str, Any]:
    """The request, as pages send it."""
    from holdfast.runs.recording import below

    return {
        "command": request.command,
        "spec": below(str(file), Path()),
        "config": None if config is None else below(str(config), Path()),
        "constants": {name: str(value) for name, value in constants.items()},
        "search_path": [str(folder) for folder in search_path],
        "origin": "command line",
    }


def observer(
    request: Request, detail: str | None, line: Observer, run: Recording | None
) -> Observer:
    """Shows progress, unless it is to be quiet, and records it."""

    def observe(progress: Progress) -> None:
        if reports_progress(request, detail):
            line(progress)
        if run is not None:
            run.progress(progress)

    return observe


def next_step(run: Recording, result: Report) -> list[str]:
    """Store the trace of a result; a line about `why` if it has one that violates a property."""
    decisive = getattr(result, "decisive", result)  # of a sweep
    if not run.keep(result) or getattr(decisive, "violated", None) is None:
        return []
    at = len(getattr(decisive, "trace", ()))
    return [f"next: `holdfast why ACTION --at {at}` says why an action is disabled in state {at}"]


def _open_events(place: str) -> TextIO:
    """The stream for the events: `-` is standard output; raises OSError."""
    if place == "-":
        return sys.stdout
    return Path(place).open("w", encoding="utf-8", newline="\n")


def _printer(stream: TextIO) -> Callable[[dict[str, Any]], None]:
    def emit(event: dict[str, Any]) -> None:
        stream.write(json.dumps(event, ensure_ascii=False) + "\n")
        stream.flush()

    return emit


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that say something, as JSON."""
    said = {n: v for n, v in options.items() if n not in _NOT_STORED and v not in (None, ())}
    plain: dict[str, Any] = json.loads(json.dumps(said, default=str))
    return plain


def _loading(spec: Specification) -> dict[str, Any]:
    """The options about how the spec is read, if they are not the usual ones."""
    given = {"automaton": spec.automaton, "wide": spec.wide, "translate": spec.translate}
    return {name: value for name, value in given.items() if value}
