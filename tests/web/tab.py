"""A page that talks to its language server, as the page does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.web.serving import Client


class Tab:
    """A page with a language server."""

    def __init__(self, client: Client, name: str) -> None:
        self.client, self.name = client, name
        self.stream = client.events()
        self.uri = (client.folder.resolve() / f"{name}.tla").as_uri()

    def send(self, method: str, params: object, number: int | None = None) -> int:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        message |= {} if number is None else {"id": number}
        body = {"session": self.name, "message": message}
        return self.client.post("/api/lsp", body).status

    def open(self, text: str) -> None:
        root = self.client.folder.resolve().as_uri()
        encodings = {"general": {"positionEncodings": ["utf-8"]}}
        given = {"processId": None, "rootUri": root, "capabilities": encodings}
        assert self.send("initialize", given, 1) == 202
        assert self.response(1)["result"]["capabilities"]["positionEncoding"] == "utf-16"
        self.send("initialized", {})
        item = {"uri": self.uri, "languageId": "tlaplus", "version": 0, "text": text}
        self.send("textDocument/didOpen", {"textDocument": item})

    def change(self, version: int, line: int, start: int, end: int, text: str) -> None:
        place = {n: {"line": line, "character": c} for n, c in (("start", start), ("end", end))}
        document = {"uri": self.uri, "version": version}
        changes = [{"range": place, "text": text}]
        params = {"textDocument": document, "contentChanges": changes}
        assert self.send("textDocument/didChange", params) == 202

    def messages(self) -> Iterator[Any]:
        for event in self.stream:
            if event["event"] == "lsp" and event["session"] == self.name:
                yield event["message"]

    def response(self, number: int) -> Any:
        return next(m for m in self.messages() if m.get("id") == number)

    def problems(self, version: int) -> list[str]:
        for message in self.messages():
            params = message.get("params") or {}
            is_ours = params.get("uri") == self.uri and params.get("version") == version
            if message.get("method") == "textDocument/publishDiagnostics" and is_ours:
                return [each["message"] for each in params["diagnostics"]]
        raise AssertionError("the stream ended")

    @property
    def process(self) -> int | None:
        own = self.client.studio.servers._sessions[self.name].process
        return None if own is None or own.returncode is not None else own.pid
