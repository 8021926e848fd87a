"""`holdfast init`: write a configuration to start from."""

from __future__ import annotations

from pathlib import Path

import click

from holdfast.cli import exits
from holdfast.cli.answer import Answer, json_option, write_file
from holdfast.cli.options import SPEC_PATH
from holdfast.report.envelope import Envelope


@click.command(short_help="Write a configuration (.cfg) to start from.")
@click.argument("file", type=SPEC_PATH)
@click.option("--force", is_flag=True, help="Replace an existing configuration.")
@click.option("--print", "only_print", is_flag=True, help="Print it; write nothing.")
@click.option(
    "--path",
    "search_path",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Search this folder for modules, after the spec's own; may be repeated.",
)
@json_option
def command(file: Path, force: bool, only_print: bool, search_path: tuple[Path, ...]) -> Answer:
    """Write a configuration for the spec in FILE, beside it.

    It names the specification, the invariants and the properties that are found in the spec by
    their usual names, and gives every constant a small value, guessed from how it is used.
    Review it: the values are guesses.

    \b
    Examples:
      holdfast init Spec.tla
      holdfast init Spec.tla --print
      holdfast init Spec.tla --force
    """
    from holdfast.workbench import starting_config

    text = starting_config(file, search_path)
    target = file.with_suffix(".cfg")
    there = target.exists()
    write = not only_print and (force or not there)
    if write:
        write_file(target, text.splitlines())
    refused = there and not force and not only_print
    envelope = Envelope(
        command="init",
        spec=str(file),
        config=str(target),
        verdict="error" if refused else None,
        reason=f"{target} already exists" if refused else None,
        exit=exits.DIFFERENT if refused else exits.OK,
        own={"text": text, "written": write},
    )
    if refused:
        return Answer(envelope, remarks=f"{target} already exists; --force replaces it")
    return Answer(envelope, text if only_print else f"{target}: written\n\n{text}")
