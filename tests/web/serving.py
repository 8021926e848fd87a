"""A server for tests: in a thread, on a free port, and a client that sends what it is told."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holdfast.web.server import Address, create_server
from holdfast.web.studio import Studio, create_studio


@dataclass(frozen=True)
class Reply:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Client:
    """Sends requests to a server, with its token or without."""

    port: int
    studio: Studio
    folder: Path

    @property
    def token(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.studio.keys._token}"}

    def send(
        self,
        method: str,
        path: str,
        body: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
        host: str | None = None,
    ) -> Reply:
        """Send exactly this; the path is not encoded."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if host != "":
                connection.putheader("Host", host or f"127.0.0.1:{self.port}")
            data = body.encode() if isinstance(body, str) else body
            if data is not None:
                connection.putheader("Content-Length", str(len(data)))
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            connection.endheaders(data)
            found = connection.getresponse()
            named = {name.lower(): value for name, value in found.getheaders()}
            return Reply(found.status, named, found.read())
        finally:
            connection.close()

    def get(self, path: str) -> Reply:
        return self.send("GET", path, headers=self.token)

    def post(self, path: str, body: object) -> Reply:
        return self.send("POST", path, json.dumps(body), self.token)

    def put(self, path: str, text: str, **headers: str) -> Reply:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send("PUT", path, text, {**self.token, **named})

    def run(self, **request: Any) -> str:
        """Begin a run; its number."""
        reply = self.post("/api/runs", request)
        assert reply.status == 201, reply.text
        number: str = reply.json["run"]
        return number

    def ended(self, number: str, seconds: float = 30) -> Any:
        """A run when it has ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.get(f"/api/runs/{number}").json
            if found["status"] == "ended":
                return found
            time.sleep(0.05)
        raise AssertionError(f"run {number} has not ended: {found}")

    def events(self, query: str = "") -> Iterator[Any]:
        """The events of the stream from now on; the connection is closed with the iterator."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", f"/api/events{query}", headers=self.token)
        reply = connection.getresponse()
        assert reply.status == 200
        reply.readline()  # the server writes an empty one first
        return _events(connection, reply)


def _events(
    connection: http.client.HTTPConnection, reply: http.client.HTTPResponse
) -> Iterator[Any]:
    try:
        while line := reply.readline():
            if line.strip():
                yield json.loads(line)
    finally:
        connection.close()


@contextmanager
def serving(folder: Path, *search_path: Path) -> Iterator[Client]:
    """A server for a folder, and further ones with modules, until the block ends."""
    studio = create_studio(folder, search_path, is_warm=False)
    address = Address(port=0)
    bound = address.bind()
    port = bound.getsockname()[1]
    server = create_server(studio, address.hosts(port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.005)
        yield Client(port, studio, folder)
    finally:
        server.should_exit = True
        thread.join(15)
        bound.close()
        assert not thread.is_alive()


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files below a folder, with their times and contents."""
    files = (p for p in folder.rglob("*") if p.is_file() and not p.is_symlink())
    return {str(p): (p.stat().st_mtime_ns, p.read_bytes()) for p in files}
