"""What a command is asked and what it answers, before anything is printed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TextIO, TypeVar

import click

from holdfast.report.envelope import Envelope

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(slots=True)
class Request:
    """What `main` must know even when the command fails half-way."""

    command: str = "holdfast"
    json: bool = False
    started: float = field(default_factory=time.perf_counter)


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


def describe_failure(error: OSError | MemoryError) -> str:
    """What went wrong outside the spec, in a line."""
    if isinstance(error, MemoryError):
        return "out of memory"
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def color_on(stream: TextIO) -> bool:
    """Whether `stream` is a terminal that wants colour (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()
