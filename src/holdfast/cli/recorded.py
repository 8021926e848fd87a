"""Records the run of a command in `.holdfast/runs` of the current folder."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from holdfast.cli.answer import Request, reports_progress

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
        "command": "sweep" if swept else request.command,
        "spec": str(spec.path),
        "config": None if spec.config is None else str(spec.config),
        "constants": {name: str(value) for name, value in spec.constants.items()},
        "options": _plain(options) | _loading(spec),
        "search_path": [str(folder) for folder in spec.search_path],
        "origin": "command line",
    }
    recording = Recording(Path(), asked, emit=emit)
    recording.keep_texts(lambda: spec.files.texts or {})
    request.recording = recording
    return recording


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
    violated = getattr(result, "violated", None)
    if not run.keep(result) or violated is None:
        return []
    at = len(getattr(result, "trace", ()))
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
