"""`holdfast lsp`: the language server."""

from __future__ import annotations

from pathlib import Path

import click

from holdfast.cli.options import folders_option


@click.command(short_help="Serve editors: the language server protocol on standard input.")
@click.option("--stdio", is_flag=True, help="Accepted, because many editors pass it.")
@folders_option
def command(stdio: bool, search_path: tuple[Path, ...]) -> None:
    """Serve an editor with the language server protocol, on standard input and output.

    Editors start it: `holdfast editor` prints how to set each of them up.

    \b
    Examples:
      holdfast lsp
      holdfast lsp --path ~/tla/modules
      holdfast editor neovim
    """
    from holdfast.cancellation import accept_interrupts
    from holdfast.lsp.server import serve

    accept_interrupts()  # checks are processes, which a request cancels with SIGINT
    serve(tuple(folder.expanduser().resolve() for folder in search_path))
