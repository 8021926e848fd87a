"""`holdfast show`: the intermediate representations of a spec."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from holdfast.cli.answer import Answer, json_option
from holdfast.cli.options import SPEC_PATH
from holdfast.report.envelope import Envelope

if TYPE_CHECKING:
    from holdfast.workbench import Specification


class Flags(TypedDict):
    """What click passes to the command."""

    file: Path | None
    after: str | None
    only_list: bool
    config: Path | None
    as_c: bool
    as_smt: bool
    all_sizes: bool


@click.command(short_help="Print the intermediate representations of a spec.")
@click.argument("file", required=False, type=SPEC_PATH)
@click.option("--after", metavar="PASS", help="Print the system after this pass.")
@click.option("--list", "only_list", is_flag=True, help="List the passes and stop.")
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The configuration (.cfg) to use.",
)
@click.option("--c", "as_c", is_flag=True, help="Print the C that the native engine compiles.")
@click.option(
    "--smt", "as_smt", is_flag=True, help="Print the proof obligations of `prove` as SMT-LIB."
)
@click.option(
    "--all-sizes", is_flag=True, help="With --smt: for all sizes of the constant sets, not for one."
)
@json_option
def command(**flags: Unpack[Flags]) -> Answer:
    """Print the system to which the spec in FILE and its model are compiled.

    Without --after it is the system before all passes. This is for developers of holdfast,
    and to see how it interprets a spec.

    With --smt, print the proof obligations of an induction, each as an SMT-LIB script that is
    unsatisfiable if and only if the obligation holds. No solver is called.

    \b
    Examples:
      holdfast show --list
      holdfast show Spec.tla
      holdfast show Spec.tla --after "explicit actions"
      holdfast show Spec.tla --c
      holdfast show Spec.tla --smt --all-sizes
    """
    from holdfast.workbench import load, pass_names

    names, file, after = pass_names(), flags["file"], flags["after"]
    if flags["only_list"] or file is None:
        if not flags["only_list"]:
            raise click.UsageError("name a FILE, or list the passes with --list")
        envelope = Envelope(command="show", own={"passes": names})
        return Answer(envelope, "\n".join(names))
    _require_consistent(flags, names)
    text = _text(load(file, config=flags["config"]), flags)
    envelope = Envelope(
        command="show",
        spec=str(file),
        own={"passes": names, "after": after, "text": text},
    )
    return Answer(envelope, text)


def _require_consistent(flags: Flags, names: tuple[str, ...]) -> None:
    after = flags["after"]
    if after is not None and after not in names:
        listed = ", ".join(f"`{name}`" for name in names)
        raise click.BadParameter(
            f"there is no pass {after!r}; they are {listed}", param_hint="--after"
        )
    if (after is not None) + flags["as_c"] + flags["as_smt"] > 1:
        raise click.UsageError("--after, --c and --smt exclude each other")
    if flags["all_sizes"] and not flags["as_smt"]:
        raise click.UsageError("--all-sizes needs --smt")


def _text(spec: Specification, flags: Flags) -> str:
    from holdfast.workbench import show_c, show_smt, show_system

    if flags["as_c"]:
        return show_c(spec)
    if flags["as_smt"]:
        return show_smt(spec, all_sizes=flags["all_sizes"])
    return show_system(spec, flags["after"])
