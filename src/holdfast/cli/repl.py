"""`holdfast repl`: read an expression, print its value, and so on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from holdfast.cli.answer import color_on
from holdfast.cli.options import SPEC_PATH, ConfigFlags, config_options, load_file, with_options
from holdfast.source import SpecError
from holdfast.version import VERSION

if TYPE_CHECKING:
    from holdfast.workbench import Session

_PROMPT, _MORE = "tla> ", "...> "
_HISTORY = 1000
_HELP = """\
EXPRESSION           its value; over variables, in the current state
NAME(x) == ...       a definition, which stays; a line that ends with \\ continues
:state [N]           the current state; with N, begin again in initial state N
:next [N]            the steps from the current state; with N, take that one
:load [FILE]         read a spec, or the same one again
:names               the names of the spec and your definitions
:help  :quit         this text; leave (Ctrl-D)"""


class Flags(ConfigFlags):
    """The options as click passes them."""

    file: Path | None


@click.command(short_help="Evaluate expressions interactively.")
@click.argument("file", metavar="[SPEC]", required=False, type=SPEC_PATH)
@with_options(*config_options)
def command(**flags: Unpack[Flags]) -> int:
    """Evaluate expressions interactively, in the scope of SPEC and with its constants.

    Definitions stay. Expressions over variables are evaluated in the current state, which is at
    first an initial state. `:help` lists the commands. If standard input is not a terminal, there
    is no prompt: values are printed on standard output, errors on standard error.

    \b
    Examples:
      holdfast repl
      holdfast repl Spec.tla --const N=3
      echo 'Cardinality(SUBSET (1..3))' | holdfast repl
    """
    from holdfast.workbench import Session

    file = flags["file"]
    spec = None if file is None else load_file(file, flags)
    if spec is not None:
        spec.document.require_no_errors()
    repl = _Repl(Session(spec), flags)
    if sys.stdin.isatty():
        click.echo(f"holdfast {VERSION}; :help for help, Ctrl-D to leave")
        with _history(repl):
            repl.run(_ask)
    else:
        repl.run(_read)
    return 0


def _ask(prompt: str) -> str | None:
    """A line from the terminal; None at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        click.echo()
        return None


def _read(_: str) -> str | None:
    """A line from standard input without a prompt."""
    line = sys.stdin.readline()
    return line.removesuffix("\n") if line else None


class _Repl:
    """The loop; nothing that is entered ends it except the end of the input and `:quit`."""

    def __init__(self, session: Session, flags: Flags) -> None:
        self.session = session
        self.flags = flags
        self.file = flags["file"]
        self.commands: dict[str, Callable[[str], str | None]] = {
            ":state": self._state,
            ":next": self._next,
            ":load": self._load,
            ":names": lambda _: " ".join(self.session.names) or "there are none",
            ":help": lambda _: _HELP,
        }

    def run(self, ask: Callable[[str], str | None]) -> None:
        """Read texts and print what they mean."""
        while True:
            try:
                text = self._text(ask)
                if text is None or text in (":quit", ":q"):
                    return
                if text:
                    self._print(text)
            except KeyboardInterrupt:
                click.echo("interrupted", err=True)

    def _text(self, ask: Callable[[str], str | None]) -> str | None:
        """A line, with those that continue it."""
        line = ask(_PROMPT)
        lines = [line or ""]
        while line is not None and line.endswith("\\"):
            lines[-1] = lines[-1][:-1]
            line = ask(_MORE)
            lines.append(line or "")
        return None if line is None and not any(lines) else "\n".join(lines).strip()

    def _print(self, text: str) -> None:
        from holdfast.report.diagnostics import show_diagnostics

        try:
            shown = self._shown(text)
            if shown:
                click.echo(shown)
        except SpecError as error:
            message = show_diagnostics(error.diagnostics, color_on(sys.stderr))
            click.echo(message, err=True, color=True)
        except BrokenPipeError:
            raise
        except (OSError, MemoryError) as error:
            from holdfast.report.rejection import describe_failure

            click.echo(f"holdfast: {describe_failure(error)}", err=True)
        except RecursionError:
            click.echo("holdfast: this is nested too deeply", err=True)
        except Exception as error:  # a bug must not end the session
            bug = f"this is a bug in holdfast {VERSION}: {type(error).__name__}: {error}"
            click.echo(f"holdfast: {bug}", err=True)

    def _shown(self, text: str) -> str | None:
        word, _, rest = text.partition(" ")
        if word.startswith(":"):
            run = self.commands.get(word)
            return run(rest.strip()) if run is not None else f"there is no {word}\n{_HELP}"
        if text.startswith("\\*"):
            return None
        found = self.session.enter(text)
        return None if found is None else self.session.notation.show(found)

    def completion(self, text: str, at: int) -> str | None:
        """The completion of a word with this number, for readline."""
        words = (*self.commands, ":quit", *self.session.names)
        found = sorted(word for word in set(words) if word.startswith(text))
        return found[at] if at < len(found) else None

    # ---- commands ----

    def _state(self, rest: str) -> str:
        from holdfast.report.trace import state_line

        if rest:
            self.session.begin(_number(rest))
        notation = self.session.notation
        cells = notation.cells(self.session.state())
        return "\n".join(state_line(cell, notation) for cell in cells)

    def _next(self, rest: str) -> str:
        from holdfast.report.trace import step_label
        from holdfast.report.trace_diff import differences

        if rest:
            self.session.take(_number(rest))
            return self._state("")
        before, steps = self.session.state(), self.session.steps()
        notation = self.session.notation
        rows = []
        for number, step in enumerate(steps, start=1):
            changes = ", ".join(map(str, differences(before, step.state, notation)))
            rows.append(f"{number}  {step_label(step, notation)}  {changes or 'nothing changes'}")
        return "\n".join(rows) or "no step is possible"

    def _load(self, rest: str) -> str:
        from holdfast.workbench import Session

        file = SPEC_PATH.convert(rest, None, None) if rest else self.file
        if file is None:
            return "name a file: `:load Spec.tla`"
        spec = load_file(file, self.flags)
        spec.document.require_no_errors()
        self.session, self.file = Session(spec), file
        return f"loaded {file}"


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


# ---- the terminal ----


@contextmanager
def _history(repl: _Repl) -> Iterator[None]:
    """Line editing with a history in the cache folder and completion, where Python has them."""
    try:
        import readline
    except ImportError:  # on Windows
        yield
        return
    from holdfast.cache_folder import cache_folder

    file = cache_folder("repl") / "history"
    with suppress(OSError):
        readline.read_history_file(file)
    readline.set_history_length(_HISTORY)
    readline.set_completer_delims(" \t\n()[]{}<>,;=+-*/\\'\"#~|&^%.")
    readline.set_completer(repl.completion)
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)
