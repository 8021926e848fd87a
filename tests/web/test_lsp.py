"""The language servers of pages: there are few processes, and no page notices that."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.lsp.texts import Text
from holdfast.web.lsp_memory import changed
from tests.web.serving import Client

BROKEN = '---- MODULE Tab ----\nVARIABLE n\nInit == n = {"\U0001d538", nothing}\n====\n'


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


def test_a_page_whose_process_ended_has_diagnostics_of_its_texts(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdfast.web.lsp.MOST", 1)
    tabs = [Tab(client, f"Tab{i}") for i in range(2)]
    for tab in tabs:
        tab.open(BROKEN.replace("Tab", tab.name))
        assert "nothing" in tab.problems(0)[0]
        tab.change(1, 2, 19, 26, "unknown")
        assert "unknown" in tab.problems(1)[0]
    assert (tabs[0].process, bool(tabs[1].process)) == (None, True)
    # Its texts are those of the page, and not of a file: positions count in UTF-16.
    tabs[0].change(2, 2, 19, 26, "stranger")
    assert "stranger" in tabs[0].problems(2)[0]
    assert tabs[1].process is None


def test_a_language_server_that_crashes_starts_again(client: Client) -> None:
    tab = Tab(client, "Tab")
    tab.open(BROKEN)
    assert tab.problems(0)
    process = tab.process
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    position = {"textDocument": {"uri": tab.uri}, "position": {"line": 1, "character": 9}}
    tab.send("textDocument/hover", position, 2)
    os.kill(process, signal.SIGKILL)
    assert "has ended" in tab.response(2)["error"]["message"]
    tab.send("textDocument/hover", position, 3)
    assert "variable" in json.dumps(tab.response(3)["result"])


def test_a_malformed_message_is_an_error(shared: Client) -> None:
    odd: list[object] = [None, [], {}, {"textDocument": {}}, {"textDocument": 3, "text": 3}]
    for params in odd:
        message = {"method": "textDocument/didOpen", "params": params}
        assert shared.post("/api/lsp", {"session": "odd", "message": message}).status == 400


@given(st.text("a\U0001d538\n\r", max_size=9), st.data())
def test_a_text_after_a_change_is_that_of_the_language_server(
    text: str, data: st.DataObject
) -> None:
    from lsprotocol import types

    place = st.builds(types.Position, st.integers(0, 5), st.integers(0, 9))
    start, end = sorted((data.draw(place), data.draw(place)), key=lambda p: (p.line, p.character))
    partial = types.TextDocumentContentChangePartial(types.Range(start, end), "\U0001d539")
    ours = {
        "range": {
            name: {"line": p.line, "character": p.character}
            for name, p in (("start", start), ("end", end))
        },
        "text": "\U0001d539",
    }
    assert changed(text, ours) == Text(text, "utf-16").changed([partial]).text
