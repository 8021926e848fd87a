"""The command `holdfast`: dispatches to a subcommand, and maps every outcome to an exit code.

This is the one place where an exception becomes a message.
"""

from __future__ import annotations

import gc
import importlib
import io
import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, Request, answer_to_error
from holdfast.report.envelope import Envelope, envelope_json, show_envelope
from holdfast.source import SpecError
from holdfast.version import VERSION

COMMANDS = (
    "check",
    "simulate",
    "prove",
    "axioms",
    "infer",
    "mine",
    "diagram",
    "recheck",
    "studio",
    "tlc",
    "why",
    "test",
    "ci",
    "trace",
    "eval",
    "repl",
    "init",
    "parse",
    "pluscal",
    "translate",
    "fmt",
    "show",
    "lsp",
    "editor",
    "demo",
)
"""The subcommands in the order of `--help`; each is `command` in `holdfast/cli/NAME.py`."""


class _Commands(click.Group):
    """A group that imports a subcommand when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in COMMANDS and not word.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {word!r}{_meant(word)}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"holdfast.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


def _meant(word: str) -> str:
    if word.endswith((".tla", ".cfg")):
        return f". Did you mean `holdfast check {word}`?"
    near = get_close_matches(word, COMMANDS, 1)
    return f". Did you mean {near[0]!r}?" if near else f"; there are {', '.join(COMMANDS)}"


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, "-V", "--version", message="holdfast %(version)s")
def holdfast() -> None:
    """A workbench for TLA+ and PlusCal.

    \b
    Try it:
      holdfast demo                    an example to play with, in ./wire
      holdfast check wire/wire.tla     explore all its states, and explain violations
      holdfast parse wire/wire.tla     read a spec and report every error in it
      holdfast parse --help            what a command can do, with examples

    Exit codes: 0 success, 1 a --check or --diff found a difference, 2 wrong usage, 10 to 14 a
    property is violated (see check --help), 20 inconclusive, 23 an expected violation is no
    longer found, 75 to 77 an expression cannot be evaluated, 130 interrupted, 150 errors in a
    spec, 151 errors in a configuration, 153 an error of a file or the system, 255 a bug in
    holdfast.
    """


def main() -> None:
    """Run the command line of this process and exit."""
    # A stream that the caller has closed is None.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        # A spec may contain characters that the terminal's encoding lacks.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # Syntax trees, terms and states live until the end: looking for garbage among them takes long.
    gc.set_threshold(100_000, 20, 50)
    code = run(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the result is printed: keep its exit code
    sys.exit(code)


def run(args: Sequence[str]) -> int:
    """Run the command line `args`, print its outcome, and give the exit code."""
    request = Request()
    try:
        answer = holdfast.main(list(args), prog_name="holdfast", standalone_mode=False, obj=request)
        # `--help` and `--version` print by themselves and give a number.
        return _print(answer, request) if isinstance(answer, Answer) else int(answer or 0)
    except click.ClickException as mistake:
        mistake.show()
        _end_recording(_stopped(request, exits.USAGE, mistake.format_message()), request)
        return exits.USAGE
    except (click.Abort, KeyboardInterrupt):
        return _fail(request, _stopped(request, exits.INTERRUPTED, "interrupted"))
    except BrokenPipeError:
        # The reader has closed the pipe, as in `holdfast parse x.tla | head -1`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _end_recording(_stopped(request, exits.OK, "nobody reads the output"), request)
        return exits.OK
    except (SpecError, OSError, MemoryError, RecursionError) as error:
        return _print_safely(answer_to_error(request, error), request)
    except Exception as error:
        traceback.print_exc()
        lines = f"this is a bug in holdfast {VERSION}: {type(error).__name__}: {error}"
        message = f"{lines}\nplease report it, with the spec if you can"
        return _fail(request, _stopped(request, exits.BUG, message))


def _stopped(request: Request, code: int, message: str) -> Envelope:
    return Envelope(command=request.command, verdict="error", reason=message, exit=code)


def _fail(request: Request, envelope: Envelope) -> int:
    return _print_safely(Answer(envelope, remarks=f"holdfast: {envelope.reason}"), request)


def _print_safely(answer: Answer, request: Request) -> int:
    try:
        return _print(answer, request)
    except OSError:
        # Standard output itself cannot be written.
        click.echo(answer.remarks, err=True)
        return answer.envelope.exit


def _end_recording(envelope: Envelope, request: Request) -> None:
    """Store the result of a command that is recorded; trouble with that is only a remark."""
    if request.recording is not None:
        request.recording.end(envelope_json(envelope))
        if request.recording.trouble is not None:
            click.echo(f"holdfast: the run is not stored: {request.recording.trouble}", err=True)
    if request.events is not None and request.events is not sys.stdout:
        request.events.close()


def _print(answer: Answer, request: Request) -> int:
    envelope = replace(answer.envelope, seconds=time.perf_counter() - request.started)
    _end_recording(envelope, request)
    if request.json:
        click.echo(show_envelope(envelope))
        return envelope.exit
    if answer.text:
        click.echo(answer.text, color=True, nl=not answer.text.endswith("\n"))
    if answer.remarks:
        sys.stdout.flush()
        click.echo(answer.remarks, err=True, color=True)
    return envelope.exit
