"""`holdfast lsp`: the language server."""

from __future__ import annotations

import click


@click.command(short_help="Serve editors: the language server protocol on standard input.")
@click.option("--stdio", is_flag=True, help="Accepted, because many editors pass it.")
def command(stdio: bool) -> None:
    """Serve an editor with the language server protocol, on standard input and output.

    Editors start it: `holdfast editor` prints how to set each of them up.

    \b
    Examples:
      holdfast lsp
      holdfast editor neovim
    """
    from holdfast.cancellation import accept_interrupts
    from holdfast.lsp.server import serve

    accept_interrupts()  # checks are processes, which a request cancels with SIGINT
    serve()
