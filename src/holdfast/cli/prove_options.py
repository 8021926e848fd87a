"""The options of `holdfast prove`, and what they mean to the workbench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdfast.cli.complete import complete_definitions
from holdfast.cli.options import (
    SECONDS,
    ModelFlags,
    certificate_option,
    detail_options,
    model_options,
    read_memory,
    solving_options,
    whole,
    with_options,
)

if TYPE_CHECKING:
    from holdfast.workbench import ProveOptions

_SOLVERS = ("z3", "cvc5")
_DEPTH = 10


class Flags(ModelFlags):
    """The options as click passes them."""

    invariant: tuple[str, ...]
    lemmas: tuple[str, ...]
    method: str
    k: int | None
    all_sizes: bool
    assume: tuple[str, ...]
    strengthen: bool
    solvers: tuple[str, ...]
    agree: bool
    seconds: float | None
    rlimit: int
    memory: int | None
    workers: int | None
    no_cache: bool
    certificate: Path | None
    detail: str | None


def _split(_context: click.Context, _option: click.Parameter, given: Any) -> tuple[str, ...]:
    """Names separated by commas, in one option or several."""
    texts = (given,) if isinstance(given, str) else given
    return tuple(name.strip() for text in texts for name in text.split(",") if name.strip())


def read_solvers(context: click.Context, option: click.Parameter, given: Any) -> tuple[str, ...]:
    """The names of solvers in an option, each once."""
    names = tuple(dict.fromkeys(_split(context, option, given)))
    unknown = [name for name in names if name not in _SOLVERS]
    if unknown or not names:
        raise click.BadParameter(f"{', '.join(unknown) or 'nothing'}: choose from z3, cvc5")
    return names


_NAMES: dict[str, Any] = {"metavar": "NAME", "multiple": True, "callback": _split}
_ASK = (
    click.option(
        "--invariant",
        **_NAMES,
        shell_complete=complete_definitions,
        help="Prove this instead of the configured invariants.",
    ),
    click.option(
        "--with",
        "lemmas",
        metavar="L1,L2",
        multiple=True,
        callback=_split,
        shell_complete=complete_definitions,
        help="Prove these lemmas first; the invariant may then use them.",
    ),
    click.option(
        "--method",
        type=click.Choice(("induction", "kinduction", "bmc")),
        default="induction",
        show_default=True,
        help="How to prove it.",
    ),
    click.option(
        "--k",
        type=whole("k"),
        help="Steps: of k-induction (2 by default), or the depth of bmc (10 by default).",
    ),
    click.option(
        "--all-sizes",
        is_flag=True,
        help="For all sizes of the constant sets, whatever the configuration gives them.",
    ),
    click.option(
        "--assume",
        **_NAMES,
        help="Accept a proposed hypothesis about constants; the output names it.",
    ),
    click.option(
        "--strengthen",
        is_flag=True,
        help="Find lemmas of common forms that make the invariant inductive, and prove them.",
    ),
)
_SOLVING = (
    click.option(
        "--solver",
        "solvers",
        metavar="z3,cvc5",
        default="z3,cvc5",
        show_default=True,
        callback=read_solvers,
        help="The solvers; later ones are used where the first gives up.",
    ),
    click.option("--agree", is_flag=True, help="Proved only if all solvers say so."),
    click.option(
        "--time",
        "seconds",
        type=SECONDS,
        help="Stop after this many seconds.",
    ),
    click.option(
        "--rlimit",
        type=click.IntRange(1, 10**12),
        default=200,
        show_default=True,
        help="Limit the steps of a solver per query, in millions.",
    ),
    click.option(
        "--memory",
        metavar="SIZE",
        callback=read_memory,
        help="Limit the memory per query, such as 2G.",
    ),
    *solving_options,
)
prove_options = with_options(*model_options, *_ASK, *_SOLVING, certificate_option, *detail_options)
"""Gives a command the options of `holdfast prove`."""


def options_of(flags: Flags) -> ProveOptions:
    """What the options mean to the workbench."""
    if flags["agree"] and len(flags["solvers"]) < 2:
        raise click.BadParameter("one solver alone cannot agree", param_hint="--agree")
    defaults = {"induction": 1, "kinduction": 2, "bmc": _DEPTH}
    options: ProveOptions = {
        "invariants": flags["invariant"],
        "lemmas": flags["lemmas"],
        "method": flags["method"],
        "k": flags["k"] or defaults[flags["method"]],
        "all_sizes": flags["all_sizes"],
        "assume": flags["assume"],
        "strengthen": flags["strengthen"],
        "solvers": flags["solvers"],
        "agree": flags["agree"],
        "seconds": flags["seconds"],
        "rlimit": flags["rlimit"] * 1_000_000,
        "workers": flags["workers"],
        "remember": not flags["no_cache"],
    }
    if flags["memory"] is not None:
        options["memory"] = flags["memory"]
    return options
