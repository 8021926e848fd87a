"""Options that several commands have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click
from click.shell_completion import CompletionItem

from holdfast.cli.answer import Request
from holdfast.cli.complete import complete_automata, complete_constants
from holdfast.limits import LARGEST, LONGEST, bounds

if TYPE_CHECKING:
    from holdfast.workbench import Specification

Command = TypeVar("Command", bound=Callable[..., Any])

_MEMORY = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_UNITS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}
_NAME = re.compile(r"\s*(\w+)\s*=(?!=)(.*)", re.DOTALL)


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """A decorator that gives a command these options, in their order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _read_constants(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Split each `NAME=VALUE`."""
    pairs = []
    for text in given:
        found = _NAME.fullmatch(text)
        if found is None or not found[2].strip():
            raise click.BadParameter(f"{text!r} is not of the form NAME=VALUE")
        pairs.append((found[1], found[2].strip()))
    return tuple(pairs)


def read_memory(_context: click.Context, _option: click.Parameter, given: str | None) -> int | None:
    """A number of bytes: `500M`, `2G`."""
    if given is None:
        return None
    found = _MEMORY.fullmatch(given.strip())
    if found is None:
        raise click.BadParameter(f"{given!r} is not a size such as 500M or 2G")
    size = float(found[1]) * 2 ** _UNITS[found[2].lower()]
    least, most = bounds("memory")
    if not least <= size <= most:
        raise click.BadParameter(f"{given!r} is not between 1 byte and 8 EiB")
    return int(size)


class _Whole(click.IntRange):
    """A whole number, at most the largest that Python takes for the same option."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least if least > -LARGEST else None)
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        number: int = super().convert(value, param, ctx)
        if number > self._most or number < -LARGEST:
            self.fail(f"{value} is too large: at most {self._most}", param, ctx)
        return number


def whole(option: str) -> click.IntRange:
    """The type of an option that is a whole number, with the bounds that Python has for it."""
    return _Whole(*bounds(option))


class _Seconds(click.FloatRange):
    """A time limit: `nan` is not in any range, although it is not outside of it, either."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number of seconds."""
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail("nan is not a number of seconds", param, ctx)
        return seconds


SECONDS = _Seconds(0, LONGEST, min_open=True)
folders_option = click.option(
    "--path",
    "search_path",
    metavar="DIR",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Search this folder for modules, after the spec's own; may be repeated.",
)
"""For commands that serve many specs."""

PATH = click.Path(path_type=Path)


class _SpecPath(click.ParamType[Path]):
    """The path of a spec: `Spec` and `Spec.cfg` mean `Spec.tla`, if that exists."""

    name = "path"

    def convert(
        self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        path = Path(value)
        if path.suffix == ".cfg" and path.is_file():
            spec = path.with_suffix(".tla")
            if not spec.is_file():
                command = ctx.command_path if ctx is not None else "holdfast check"
                usage = f"{command} Spec.tla --config {path}"
                self.fail(f"{path} is a configuration. Name its spec, too: {usage}", param, ctx)
            return spec
        spec = path.with_name(f"{path.name.rstrip('.')}.tla") if path.name else path
        return spec if not path.exists() and spec.is_file() else path

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


SPEC_PATH = _SpecPath()


class ConfigFlags(TypedDict):
    """The options about a model as click passes them."""

    config: Path | None
    const: tuple[tuple[str, str], ...]
    search_path: tuple[Path, ...]
    translate: bool
    automaton: str | None
    wide: bool


class ModelFlags(ConfigFlags):
    """The options about a spec and its model as click passes them."""

    file: Path


def load_spec(flags: ModelFlags, constants: Mapping[str, str] | None = None) -> Specification:
    """Load the spec that the options name; `constants` replaces those of the options."""
    return load_file(flags["file"], flags, constants)


def load_file(
    file: Path, flags: ConfigFlags, constants: Mapping[str, str] | None = None
) -> Specification:
    """Load a spec with the model that the options describe."""
    from holdfast.workbench import load

    return load(
        file,
        flags["search_path"],
        config=flags["config"],
        constants=dict(flags["const"]) if constants is None else constants,
        translate=flags["translate"],
        automaton=flags["automaton"],
        wide=flags["wide"],
    )


def note_spec(context: click.Context, _: click.Parameter, file: Path) -> Path:
    """Record the spec, so that an error names it."""
    request = context.find_object(Request)
    if request is not None:
        request.spec = str(file)
    return file


config_options = (
    click.option("--config", metavar="FILE", type=PATH, help="The configuration (.cfg) to use."),
    click.option(
        "--const",
        metavar="NAME=VALUE",
        shell_complete=complete_constants,
        callback=_read_constants,
        multiple=True,
        help="Give a constant a value; `check` takes a range of numbers, N=2..5, and checks each.",
    ),
    click.option(
        "--path",
        "search_path",
        metavar="DIR",
        multiple=True,
        type=PATH,
        help="Search this folder for modules, after the spec's own; may be repeated.",
    ),
    click.option(
        "--translate",
        is_flag=True,
        help="Use a PlusCal algorithm even if its translation in the file was edited.",
    ),
    click.option(
        "--automaton",
        metavar="NAME",
        shell_complete=complete_automata,
        help="The automaton to use, in a file of I/O automata; else the one named like the file.",
    ),
    click.option(
        "--wide",
        is_flag=True,
        help="Ignore the widths of a Promela model's numbers: no value is truncated.",
    ),
)

model_options = (click.argument("file", type=SPEC_PATH, callback=note_spec), *config_options)
models_options = (
    click.argument("files", metavar="FILE...", nargs=-1, required=True, type=SPEC_PATH),
    *config_options,
)
"""The same for several files."""

solving_options = (
    click.option("--workers", type=whole("workers"), help="How many solvers run in parallel."),
    click.option("--no-cache", is_flag=True, help="Ignore the cached results of earlier runs."),
)

certificate_option = click.option(
    "--certificate",
    metavar="DIR",
    type=PATH,
    help="Write every obligation, the solver results and a TLAPS proof to DIR.",
)

detail_options = (
    click.option("-q", "--quiet", "detail", flag_value="quiet", help="Print the verdict only."),
    click.option("-v", "--verbose", "detail", flag_value="verbose", help="Show states in full."),
)
