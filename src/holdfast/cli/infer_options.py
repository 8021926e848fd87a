"""The options of `holdfast infer`, and what they mean to the workbench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.cli.complete import complete_definitions
from holdfast.cli.options import (
    SECONDS,
    ModelFlags,
    certificate_option,
    detail_options,
    model_options,
    solving_options,
    whole,
    with_options,
)

if TYPE_CHECKING:
    from holdfast.workbench import InferOptions


class Flags(ModelFlags):
    """The options as click passes them."""

    property: str | None
    lemmas: Path | None
    grammar: Path | None
    only_grammar: bool
    resume: bool
    mine: bool
    one_size: bool
    show_grammar: bool
    selection: str
    algorithm: str
    n_lemmas: int
    n_ctis: int
    seconds: float
    seed: int
    workers: int | None
    no_cache: bool
    write: bool
    explain: bool
    graph: Path | None
    certificate: Path | None
    detail: str | None


infer_options = with_options(
    *model_options,
    click.option(
        "--property",
        metavar="NAME",
        shell_complete=complete_definitions,
        help="The invariant to prove; the model's last one, if left out.",
    ),
    click.option(
        "--lemmas",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Formulas that may be used as lemmas, one per line.",
    ),
    click.option(
        "--grammar",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="More atoms, one per line: `n, m \\in Node : f(n) = g(m)`.",
    ),
    click.option("--only-grammar", is_flag=True, help="Use no atoms but those of --grammar."),
    click.option(
        "--continue",
        "resume",
        is_flag=True,
        help="Use the atoms that the last run suggested, and its lemmas.",
    ),
    click.option("--mine", is_flag=True, help="Use what `holdfast mine` finds as atoms, too."),
    click.option(
        "--one-size",
        is_flag=True,
        help="Search for the constants of the configuration only, not for all sizes.",
    ),
    click.option("--show-grammar", is_flag=True, help="Print the grammar that was mined and stop."),
    click.option(
        "--selection",
        type=click.Choice(("cheapest", "greedy")),
        default="cheapest",
        show_default=True,
        help="How the final lemmas are selected.",
    ),
    click.option(
        "--algorithm",
        type=click.Choice(("holdfast", "endive")),
        default="holdfast",
        show_default=True,
        help="How to search; endive samples candidates and states, as published.",
    ),
    click.option(
        "--n-lemmas",
        type=whole("n_lemmas"),
        default=15_000,
        show_default=True,
        help="For endive: how many candidates a round samples.",
    ),
    click.option(
        "--n-ctis",
        type=whole("n_ctis"),
        default=50_000,
        show_default=True,
        help="For endive: how many states a round samples.",
    ),
    click.option(
        "--time",
        "seconds",
        type=SECONDS,
        default=300.0,
        show_default=True,
        help="Stop after this many seconds.",
    ),
    click.option(
        "--seed", type=whole("seed"), default=0, show_default=True, help="Seed of random choices."
    ),
    *solving_options,
    click.option("--explain", is_flag=True, help="Print the proof graph as prose, too."),
    click.option("--write", is_flag=True, help="Write NAMEIndInv.tla beside the spec NAME.tla."),
    click.option(
        "--graph",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Write the proof graph: FILE.svg, FILE.html, or FILE.dot for Graphviz.",
    ),
    certificate_option,
    *detail_options,
)
"""Gives a command the options of `holdfast infer`."""


def options_of(flags: Flags) -> InferOptions:
    """What the options mean to the workbench."""
    options: InferOptions = {
        "selection": flags["selection"],
        "algorithm": flags["algorithm"],
        "n_lemmas": flags["n_lemmas"],
        "n_ctis": flags["n_ctis"],
        "seconds": flags["seconds"],
        "seed": flags["seed"],
        "workers": flags["workers"],
        "remember": not flags["no_cache"],
    }
    if flags["property"] is not None:
        options["property"] = flags["property"]
    if flags["lemmas"] is not None:
        options["lemmas"] = _formulas(flags["lemmas"])
    options["only_grammar"], options["resume"] = flags["only_grammar"], flags["resume"]
    options["one_size"] = flags["one_size"]
    if flags["mine"]:
        options["mine"] = True
    if flags["grammar"] is not None:
        options["grammar"] = _formulas(flags["grammar"])
    return options


def _formulas(path: Path) -> tuple[str, ...]:
    """The formulas of a file: one per line, without comments."""
    from holdfast.front.files import ON_DISK

    rows = [row.split("\\*")[0].strip() for row in ON_DISK.source(path).text.splitlines()]
    return tuple(row for row in rows if row)
