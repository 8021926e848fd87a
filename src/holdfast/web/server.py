"""Starts the server of the studio on this machine."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import uvicorn

from holdfast.web.app import create_app
from holdfast.web.keys import Keys
from holdfast.web.studio import Studio

FIRST_PORT = 7227
_TRIED = 50
_LOCAL = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen, and the names by which the server may be addressed."""

    host: str = "127.0.0.1"
    port: int | None = None
    names: Sequence[str] = ()

    def bind(self) -> socket.socket:
        """A socket on the port, or on the first free one from 7227 on; raises OSError."""
        ports = range(FIRST_PORT, FIRST_PORT + _TRIED) if self.port is None else [self.port]
        for port in ports:
            try:
                return _bound(self.host, port)
            except OSError as error:
                failed = error
        raise failed

    def hosts(self, port: int) -> list[str]:
        """The values of the header Host; a name may have a port of its own."""
        named = [name if _has_port(name) else f"{name}:{port}" for name in self.names]
        return [*(f"{name}:{port}" for name in _LOCAL), *named, *self.names]


def _has_port(name: str) -> bool:
    return name.rpartition(":")[2].isdigit() and not name.endswith("]")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is named; without, a body waits 40 ms.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(128)
    except OSError as error:
        bound.close()
        error.filename = f"{host}:{port}"
        raise
    return bound


class StudioServer(uvicorn.Server):
    """A server that ends the streams of events first, because they never end by themselves."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self._studio = studio

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all connections and processes."""
        self._studio.events.close()
        await super().shutdown(sockets)


def create_server(studio: Studio, hosts: Iterable[str]) -> StudioServer:
    """The server of a studio that answers to these names."""
    config = uvicorn.Config(
        create_app(studio, hosts),
        log_config=None,
        access_log=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=6,
        server_header=False,
        date_header=False,
    )
    return StudioServer(config, studio)


def serve(
    studio: Studio,
    address: Address,
    say: Callable[[str], None],
    open_page: bool,
    run: int | None = None,
) -> None:
    """Serve a studio until Ctrl-C; the page begins with a run. Raises OSError without a port."""
    bound = address.bind()
    port = bound.getsockname()[1]
    shown = address.names[0] if address.names else "127.0.0.1"
    base = f"http://{shown if _has_port(shown) else f'{shown}:{port}'}/"
    link = _link(base, studio.keys, "" if run is None else str(run))
    say(link)
    if sys.stdout.isatty():
        say("Enter prints another address, Ctrl-C ends the studio.")
    threading.Thread(target=_answer_enter, args=(base, studio.keys, say), daemon=True).start()
    if open_page:
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
    create_server(studio, address.hosts(port)).run(sockets=[bound])


def _link(base: str, keys: Keys, run: str = "") -> str:
    """An address that works once: a fragment is in no log and no Referer."""
    shown = f"&run={run}" if run.isascii() and run.isdigit() else ""
    return f"{base}#key={keys.new_key()}{shown}"


def _answer_enter(base: str, keys: Keys, say: Callable[[str], None]) -> None:
    """Print another address for every line, that of a run if there is a number in the line."""
    for given in sys.stdin or ():
        say(_link(base, keys, given.strip()))
