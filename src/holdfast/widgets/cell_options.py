"""The options of `%%tla` and `%%promela`, which are those of the commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from holdfast.check.options import CheckOptions

_RANGE = re.compile(r"\s*-?\d+\s*\.\.\s*-?\d+\s*")
_SEVERAL: dict[str, Any] = {"multiple": True, "metavar": "NAME|EXPR"}


@dataclass(frozen=True, slots=True)
class CellOptions:
    """How a cell is read, and how it is checked, if it is."""

    check: bool
    name: str | None
    config: Path | None
    search_path: tuple[Path, ...]
    translate: bool
    constants: Mapping[str, str]
    checking: CheckOptions = field(repr=False)


class UsageError(Exception):
    """The line of a cell has an unknown option, or a wrong value; shown without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def _read_constants(
    _context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> dict[str, str]:
    constants: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text} is not NAME=VALUE")
        if _RANGE.fullmatch(value):
            raise click.BadParameter(
                f"write ({value}) for the set; `spec.sweep` checks once for each value"
            )
        constants[name.strip()] = value.strip()
    return constants


def _read_name(
    _context: click.Context, _parameter: click.Parameter, name: str | None
) -> str | None:
    if name is not None and (iskeyword(name) or not name.isidentifier()):
        raise click.BadParameter(f"{name} is not a name in Python")
    return name


_OPTIONS = (
    click.Option(["--check"], is_flag=True, help="Check the spec; the result is that of the cell."),
    click.Option(
        ["--as", "name"], metavar="NAME", callback=_read_name, help="Bind the spec to it."
    ),
    click.Option(["--config"], type=click.Path(path_type=Path), help="The configuration."),
    click.Option(
        ["--path", "search_path"],
        type=click.Path(path_type=Path),
        multiple=True,
        help="Find modules in this folder, too.",
    ),
    click.Option(["--translate"], is_flag=True, help="Prefer PlusCal to an edited translation."),
    click.Option(
        ["--const", "constants"],
        metavar="NAME=VALUE",
        multiple=True,
        callback=_read_constants,
        help="A constant.",
    ),
    click.Option(["--invariant", "invariants"], **_SEVERAL, help="Check this invariant."),
    click.Option(["--property", "properties"], **_SEVERAL, help="Check this temporal formula."),
    click.Option(["--no-deadlock"], is_flag=True, help="Do not check for deadlock."),
    click.Option(["--continue", "keep_going"], is_flag=True, help="Continue after a violation."),
    click.Option(["--max-states"], type=click.IntRange(1), help="Stop after so many states."),
    click.Option(["--depth"], type=click.IntRange(1), help="Explore traces up to this length."),
    click.Option(
        ["--time", "seconds"],
        type=click.FloatRange(0, min_open=True),
        help="Stop after this many seconds.",
    ),
)


def read_options(magic: str, line: str) -> CellOptions | None:
    """The options on the first line of a cell; None if they ask for help, which is printed."""
    command = click.Command(
        f"%%{magic}",
        params=list(_OPTIONS),
        callback=_options,
        help="Read the cell as a spec; later cells can extend it.",
        epilog="Options from --invariant on are for --check.",
    )
    try:
        words = shlex.split(line, comments=True)
        found = command.main(words, command.name, standalone_mode=False)
    except click.ClickException as error:
        raise UsageError(f"{command.name}: {error.format_message()}") from None
    except ValueError as error:
        raise UsageError(f"{command.name}: {error} on the first line of the cell") from None
    return found if isinstance(found, CellOptions) else None


def _options(check: bool, **given: Any) -> CellOptions:
    reading = {n: given.pop(n) for n in ("name", "config", "search_path", "translate", "constants")}
    deadlock = {"deadlock": False} if given.pop("no_deadlock") else {}
    checking: Any = {name: value for name, value in given.items() if value} | deadlock
    if checking and not check:
        raise click.UsageError("options of a check need --check")
    return CellOptions(check, **reading, checking=checking)
