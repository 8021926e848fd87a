"""`holdfast studio`: specs, runs and traces in a browser."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from holdfast.cli.answer import Answer
from holdfast.cli.options import folders_option
from holdfast.report.envelope import Envelope


@click.command(short_help="Work on the specs of a folder in a browser.")
@click.argument(
    "folder",
    metavar="[FOLDER]",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port; by default a free one from 7227 on."
)
@click.option("--no-open", is_flag=True, help="Print the address, and open no browser.")
@click.option(
    "--host",
    metavar="ADDRESS",
    help="Listen on this address instead of 127.0.0.1; needs --allow-host.",
)
@click.option(
    "--allow-host",
    "names",
    metavar="NAME[:PORT]",
    multiple=True,
    help="Answer to this name, too: that of a forwarded port, or of this machine.",
)
@click.option("--run", type=click.IntRange(1), metavar="N", help="Begin with this run.")
@folders_option
def command(  # noqa: PLR0913  # an option each
    folder: Path,
    port: int | None,
    no_open: bool,
    host: str | None,
    names: tuple[str, ...],
    run: int | None,
    search_path: tuple[Path, ...],
) -> Answer:
    """Work on the specs of FOLDER, the current one by default, in a browser.

    The address works once, for five minutes: Enter prints another one, a number that of a run. The
    server listens on this machine only, reads and writes files below FOLDER only, and stores runs
    in FOLDER/.holdfast.
    Modules may also be in the folders of --path, where nothing is written.
    Ctrl-C ends it, and the runs that it has begun.

    \b
    Examples:
      holdfast studio
      holdfast studio specs --no-open --path ~/tla/modules
      holdfast studio --port 8000 --allow-host localhost:9000
    """
    if host is not None and not names:
        raise click.UsageError("--host needs --allow-host NAME, the name that browsers use")
    if sys.platform == "win32":
        raise click.UsageError("the studio needs Linux, macOS or the Windows Subsystem for Linux")
    from holdfast.web.server import Address, serve
    from holdfast.web.studio import create_studio

    address = Address(host or "127.0.0.1", port, names)
    with suppress(KeyboardInterrupt):
        serve(create_studio(folder, search_path), address, click.echo, not no_open, run)
    return Answer(Envelope(command="studio"))
