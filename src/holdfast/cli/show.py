"""`holdfast show`: the intermediate representation of a spec, between any two passes."""

from __future__ import annotations

from pathlib import Path

import click

from holdfast.cli.answer import Answer, json_option
from holdfast.cli.options import SPEC_PATH
from holdfast.report.envelope import Envelope


@click.command(short_help="Print what a spec becomes, pass by pass.")
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
@json_option
def command(
    file: Path | None, after: str | None, only_list: bool, config: Path | None, as_c: bool
) -> Answer:
    """Print the system that the spec in FILE and its model become.

    Without --after it is the system before all passes. This is for those who work on
    holdfast, and for those who want to know what their spec means to it.

    \b
    Examples:
      holdfast show --list
      holdfast show Spec.tla
      holdfast show Spec.tla --after "explicit actions"
      holdfast show Spec.tla --c
    """
    from holdfast.workbench import load, pass_names, show_c, show_system

    names = pass_names()
    if only_list or file is None:
        if not only_list:
            raise click.UsageError("name a FILE, or ask for the passes with --list")
        envelope = Envelope(command="show", own={"passes": names})
        return Answer(envelope, "\n".join(names))
    if after is not None and after not in names:
        listed = ", ".join(f"`{name}`" for name in names)
        raise click.BadParameter(
            f"there is no pass {after!r}; they are {listed}", param_hint="--after"
        )
    spec = load(file, config=config)
    text = show_c(spec) if as_c else show_system(spec, after)
    envelope = Envelope(
        command="show",
        spec=str(file),
        own={"passes": names, "after": after, "text": text},
    )
    return Answer(envelope, text)
