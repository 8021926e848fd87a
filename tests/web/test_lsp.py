"""The language servers of pages: there are few processes, and no page notices that."""

from __future__ import annotations

import json
import os
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.lsp.texts import Text
from holdfast.web.lsp_memory import changed
from tests.web.serving import Client
from tests.web.tab import Tab

BROKEN = '---- MODULE Tab ----\nVARIABLE n\nInit == n = {"\U0001d538", nothing}\n====\n'


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
