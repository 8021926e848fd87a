"""The options of `holdfast check`, and what they mean to the workbench."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdfast.cli.complete import complete_definitions
from holdfast.cli.options import (
    PATH,
    SECONDS,
    ModelFlags,
    detail_options,
    models_options,
    read_memory,
    whole,
    with_options,
)

if TYPE_CHECKING:
    from holdfast.workbench import CheckOptions

_RANGE = re.compile(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*")


class Flags(ModelFlags):
    """The options as click passes them, with one of the files."""

    files: tuple[Path, ...]
    invariant: tuple[str, ...]
    properties: tuple[str, ...]
    alias: str | None
    no_deadlock: bool
    safety_only: bool
    keep_going: bool
    count_like_spin: bool
    weak_fairness: bool
    max_states: int | None
    depth: int | None
    seconds: float | None
    memory: int | None
    trace: Path | None
    chart: str | None
    trail: Path | None
    dot: Path | None
    graph: Path | None
    coverage: str | None
    events: str | None
    difftrace: bool
    allow_io: bool
    seed: int
    engine: str
    workers: int | None
    exact: bool
    trust_symmetry: bool
    detail: str | None


def _read_coverage(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """The file for the coverage, or `-` for the output."""
    if value is None or value == "-" or Path(value).suffix in (".html", ".json", ".txt"):
        return value
    raise click.BadParameter(
        f"{value} is no FILE.html, FILE.json or FILE.txt; without a file, put it after the spec"
    )


def _read_events(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """The file for the events, or `-` for the output."""
    if value is None or value == "-" or Path(value).suffix == ".ndjson":
        return value
    raise click.BadParameter(f"{value} is no FILE.ndjson; without a file, put it after the spec")


def _read_chart(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """The file for the chart, or `-` for the output."""
    if value is None or value == "-" or Path(value).suffix in (".svg", ".txt"):
        return value
    raise click.BadParameter(f"{value} is no FILE.svg or FILE.txt")


_FOUND: dict[str, Any] = {
    "metavar": "NAME|EXPR",
    "multiple": True,
    "shell_complete": complete_definitions,
}
_OUTPUT: dict[str, Any] = {"metavar": "FILE", "type": PATH}
property_options = (
    click.option("--invariant", **_FOUND, help="Check this instead of the configured invariants."),
    click.option(
        "--property",
        "properties",
        **_FOUND,
        help="Likewise, for a temporal formula.",
    ),
    click.option(
        "--alias",
        metavar="NAME|EXPR",
        shell_complete=complete_definitions,
        help="Show this record instead of each state.",
    ),
    click.option("--no-deadlock", is_flag=True, help="Do not check for deadlock."),
)
_ASK = (
    *property_options,
    click.option("--safety-only", is_flag=True, help="Leave the temporal properties out."),
    click.option(
        "--continue",
        "keep_going",
        is_flag=True,
        help="Continue after a violation; a trace for each property.",
    ),
    click.option(
        "--weak-fairness",
        is_flag=True,
        help="Assume that every process of a Promela model is weakly fair.",
    ),
    click.option(
        "--count-like-spin",
        is_flag=True,
        help="Find all errors except in formulas and claims; count states as Spin does.",
    ),
)
time_option = click.option(
    "--time",
    "seconds",
    type=SECONDS,
    help="Stop after this many seconds.",
)
limit_options = (
    click.option("--max-states", type=whole("max_states"), help="Stop after this many states."),
    click.option("--depth", type=whole("depth"), help="Explore traces up to this length."),
    time_option,
    click.option(
        "--memory",
        metavar="SIZE",
        callback=read_memory,
        help="Stop when more memory than this is in use, such as 2G.",
    ),
)
_OUTPUTS = (
    click.option("--trace", **_OUTPUT, help="Write the trace to FILE.itf.json (ITF)."),
    click.option(
        "--chart",
        metavar="FILE",
        callback=_read_chart,
        help="Draw the trace as a message sequence chart in FILE.svg or .txt; - to print it.",
    ),
    click.option("--trail", **_OUTPUT, help="Write the trace to FILE for `spin -t -k FILE`."),
    click.option("--dot", **_OUTPUT, help="Write the state graph to FILE for Graphviz."),
    click.option("--graph", **_OUTPUT, help="Write the state graph to FILE as lines of JSON."),
    click.option(
        "--coverage",
        is_flag=False,
        flag_value="-",
        metavar="[FILE]",
        callback=_read_coverage,
        help="Count evaluations; show them beside the spec, or in FILE.html, .json or .txt.",
    ),
    click.option(
        "--events",
        is_flag=False,
        flag_value="-",
        metavar="[FILE]",
        callback=_read_events,
        help="Report progress as lines of JSON on standard output, or in FILE.ndjson.",
    ),
    click.option(
        "--difftrace", is_flag=True, help="Show states, with only the variables that changed."
    ),
)
engine_options = (
    click.option("--allow-io", is_flag=True, help="Let the spec use files and run commands."),
    click.option("--seed", type=whole("seed"), default=0, help="The seed of random choices."),
    click.option(
        "--engine",
        type=click.Choice(("auto", "native", "interp")),
        default="auto",
        show_default=True,
        help="Generated C (native), the interpreter, or native if supported (auto).",
    ),
    click.option(
        "--workers",
        type=whole("workers"),
        help="How many threads the native engine uses; one for each processor by default.",
    ),
    *detail_options,
)
_SEARCH = (
    click.option(
        "--exact",
        is_flag=True,
        help="Compare states in full, not by 64-bit fingerprints: no collision is possible.",
    ),
    click.option(
        "--trust-symmetry",
        is_flag=True,
        help="Check temporal properties even if SYMMETRY or VIEW identifies states.",
    ),
)


check_options = with_options(
    *models_options, *_ASK, *limit_options, *_OUTPUTS, *_SEARCH, *engine_options
)
"""Gives a command the options of `holdfast check`."""


def split_constants(
    given: Sequence[tuple[str, str]],
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The constants with one value, and those with a range of values."""
    single: dict[str, str] = {}
    swept: dict[str, list[str]] = {}
    for name, text in given:
        span = _RANGE.fullmatch(text)
        if span is None:
            single[name] = text
        else:
            swept[name] = [str(n) for n in range(int(span[1]), int(span[2]) + 1)]
            if not swept[name]:
                raise click.BadParameter(f"there is no number in {text}", param_hint="--const")
    return single, swept


def single_constants(command: str, given: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The constants, each with one value; in `check`, a range stands for several."""
    constants, swept = split_constants(given)
    for name, values in swept.items():
        text = f"{values[0]}..{values[-1]}"
        message = f"`{command}` takes one value of {name}; write ({text}) for the set"
        raise click.BadParameter(message, param_hint="--const")
    return constants


def options_of(flags: Flags) -> CheckOptions:
    """What the options mean to the workbench."""
    options: CheckOptions = {
        "invariants": flags["invariant"],
        "properties": flags["properties"],
        "alias": flags["alias"],
        "keep_going": flags["keep_going"] or flags["count_like_spin"],
        "keep_graph": flags["dot"] is not None or flags["graph"] is not None,
        "max_states": flags["max_states"],
        "depth": flags["depth"],
        "seconds": flags["seconds"],
        "memory": flags["memory"],
        "allow_io": flags["allow_io"],
        "seed": flags["seed"],
        "engine": flags["engine"],
        "workers": flags["workers"],
        "exact": flags["exact"],
        "trust_symmetry": flags["trust_symmetry"],
        "safety_only": flags["safety_only"] or flags["count_like_spin"],
        "coverage": flags["coverage"] is not None,
        "claims": not flags["count_like_spin"],
        "weak_fairness": flags["weak_fairness"],
    }
    if flags["no_deadlock"]:
        options["deadlock"] = False
    return options
