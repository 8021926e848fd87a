"""`holdfast demo`: an example to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.cli.answer import Answer, json_option
from holdfast.examples import EXAMPLES, example_files
from holdfast.report.envelope import Envelope

if TYPE_CHECKING:
    from holdfast.workbench import Specification


@click.command(short_help="Copy an example to play with.")
@click.argument("name", default="wire", type=click.Choice(sorted(EXAMPLES)))
@click.option(
    "--to",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder to copy into; by default one with the example's name.",
)
@click.option("--list", "only_list", is_flag=True, help="List the examples and stop.")
@json_option
def command(name: str, folder: Path | None, only_list: bool) -> Answer:
    """Copy an example into a new folder, check it, and suggest what to try next.

    A file that is there already is kept, so what you changed is never lost.

    \b
    Examples:
      holdfast demo
      holdfast demo twophase
      holdfast demo wire --to play
      holdfast demo --list
    """
    if only_list:
        about = "\n".join(f"{each:10} {what}" for each, what in EXAMPLES.items())
        return Answer(Envelope(command="demo", own={"examples": EXAMPLES}), about)
    from holdfast.workbench import load

    folder = folder or Path(name)
    written = _copy(name, folder)
    spec = folder / f"{name}.tla"
    loaded = load(spec)
    envelope = Envelope(
        command="demo",
        spec=str(spec),
        diagnostics=loaded.diagnostics,
        own={"written": [str(path) for path, new in written.items() if new]},
    )
    rows = [f"{path}: {'written' if new else 'kept as it is'}" for path, new in written.items()]
    rows += ["", *_checked(loaded), "", "next:", *(f"  {line}" for line in _next(spec, loaded))]
    return Answer(envelope, "\n".join(rows))


def _checked(loaded: Specification) -> list[str]:
    """The output of `holdfast check` for the example, or the errors in its text."""
    from holdfast.report.loaded import describe_loaded
    from holdfast.workbench import keep_run

    if not loaded.ok:
        return describe_loaded(loaded)
    result = loaded.check()
    keep_run(result)
    return [str(result)]


def _copy(name: str, folder: Path) -> dict[Path, bool]:
    """Copy the files that do not exist yet; returns for each whether it was copied."""
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    for file in example_files(name):
        target = folder / file.name
        written[target] = not target.exists()
        if written[target]:
            target.write_bytes(file.read_bytes())
    return written


def _next(spec: Path, loaded: Specification) -> list[str]:
    """What to try, one command per line."""
    commands = [f"holdfast check {spec}", f"holdfast parse -v {spec}"]
    return [*commands, f"holdfast pluscal {spec}"] if loaded.notices else commands
