"""The request and the output of a command, before anything is printed."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from holdfast.cli import exits
from holdfast.report.diagnostics import show_diagnostics, summarize
from holdfast.report.envelope import Envelope
from holdfast.source import Diagnostic, SpecError

if TYPE_CHECKING:
    from holdfast.report.layout import Look, States
    from holdfast.report.result import Report
    from holdfast.runs.recording import Recording

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(slots=True)
class Request:
    """What `main` must know even when the command fails half-way."""

    command: str = "holdfast"
    spec: str | None = None
    json: bool = False
    started: float = field(default_factory=time.perf_counter)
    recording: Recording | None = None
    events: TextIO | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A command's result: `text` for standard output, `remarks` for standard error.

    With `--json` the envelope is printed instead of both.
    """

    envelope: Envelope
    text: str = ""
    remarks: str = ""


def json_option(command: Command) -> Command:
    """Give a command the option `--json`, which every command understands alike."""
    return click.option(
        "--json",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_ask_for_json,
        help="Print one JSON object instead of text (see docs/json.md).",
    )(command)


def _ask_for_json(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    request = context.find_object(Request)
    if request is not None:
        request.json = wanted
        request.command = context.info_name or request.command
    if wanted:
        # The output of a spec must not mix with the JSON object.
        context.with_resource(redirect_stdout(sys.stderr))


def color_on(stream: TextIO) -> bool:
    """Whether `stream` is a terminal with colour enabled (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def reports_progress(request: Request, detail: str | None) -> bool:
    """Whether to print progress on standard error."""
    return not request.json and detail != "quiet"


def look_of(detail: str | None, states: States | None = None) -> Look:
    """How the result is printed on standard output, for `--quiet`, `--verbose` or neither."""
    from holdfast.report.layout import WIDTH, Look

    return Look(
        max(60, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH,
        color_on(sys.stdout),
        states or ("full" if detail == "verbose" else "differences"),
        detail == "quiet",
        detail == "verbose",
    )


def answer_to_error(
    request: Request, error: SpecError | OSError | MemoryError | RecursionError
) -> Answer:
    """What to print for an error in a spec, or one outside it."""
    from holdfast.report.rejection import error_envelope

    envelope = error_envelope(request.command, request.spec, error)
    found = envelope.diagnostics
    if not found:
        return Answer(envelope, remarks=f"holdfast: {envelope.reason}")
    return Answer(envelope, remarks=complaint(found))


def complaint(found: tuple[Diagnostic, ...]) -> str:
    """Errors in a spec, for standard error."""
    shown = show_diagnostics(found, color_on(sys.stderr))
    return f"{shown}\n\n{summarize(found)}"


def answer_of(
    result: Report, look: Look, write: Callable[[], list[str]] = list, *notes: str
) -> Answer:
    """What to print for a result; `write` writes files and returns a line for each."""
    envelope, files = _written(result.envelope(), write)
    text = result.show(look)
    return Answer(envelope, text if look.quiet else "\n".join([text, *files, *notes]))


def _written(envelope: Envelope, write: Callable[[], list[str]]) -> tuple[Envelope, list[str]]:
    """The written files; the result is still printed if a file cannot be written."""
    try:
        return envelope, write()
    except OSError as error:
        from holdfast.report.rejection import describe_failure

        message = describe_failure(error)
        return replace(envelope, exit=exits.SYSTEM, reason=message), [f"holdfast: {message}"]


def write_file(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file; raises OSError, which names the file."""
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        # The error for a full disk does not name the file.
        error.filename = error.filename or str(path)
        raise
