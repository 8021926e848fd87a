"""An editor for tests: a real client of the protocol, which starts `holdfast lsp`."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

Result = TypeVar("Result")

LANGUAGES = {".tla": "tlaplus", ".cfg": "tlaplus_cfg", ".pml": "promela", ".py": "python"}
PATIENCE = 30.0


class Editor:
    """Opens and edits buffers, and asks the server about them."""

    def __init__(
        self, root: Path, encodings: list[types.PositionEncodingKind] | None = None
    ) -> None:
        self.root = root
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.messages: list[str] = []
        self.progress: list[Any] = []
        self.edits: list[types.WorkspaceEdit] = []
        self.shown: list[types.ShowDocumentParams] = []
        self.errors = b""
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.client = LanguageClient("editor", "1")
        self._listen()
        self.capabilities = self._wait(self._start(encodings)).capabilities

    def _listen(self) -> None:
        listeners: dict[str, Callable[..., Any]] = {
            types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: self._published,
            types.WINDOW_SHOW_MESSAGE: lambda params: self.messages.append(params.message),
            types.WINDOW_WORK_DONE_PROGRESS_CREATE: self.progress.append,
            types.PROGRESS: self.progress.append,
            types.WORKSPACE_APPLY_EDIT: self._applied,
            types.WINDOW_SHOW_DOCUMENT: self._shown,
            types.WORKSPACE_CODE_LENS_REFRESH: lambda *_: None,
            types.WORKSPACE_INLAY_HINT_REFRESH: lambda *_: None,
        }
        for method, listener in listeners.items():
            # The feature manager keeps an attribute on each, which a bound method has not.
            self.client.protocol.fm.features[method] = listener

    def _published(self, params: types.PublishDiagnosticsParams) -> None:
        self.published[params.uri] = params

    def _applied(self, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        self.edits.append(params.edit)
        return types.ApplyWorkspaceEditResult(True)

    def _shown(self, params: types.ShowDocumentParams) -> types.ShowDocumentResult:
        self.shown.append(params)
        return types.ShowDocumentResult(True)

    async def _start(
        self, encodings: list[types.PositionEncodingKind] | None
    ) -> types.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "holdfast", "lsp")
        server = self.client._server
        assert server is not None
        assert server.stderr is not None
        self.drain = asyncio.ensure_future(self._drain(server.stderr))
        item = types.ClientCompletionItemOptions(snippet_support=True)
        capabilities = types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=encodings),
            text_document=types.TextDocumentClientCapabilities(
                completion=types.CompletionClientCapabilities(completion_item=item),
                publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                    related_information=True
                ),
            ),
            window=types.WindowClientCapabilities(
                work_done_progress=True,
                show_document=types.ShowDocumentClientCapabilities(True),
            ),
            workspace=types.WorkspaceClientCapabilities(
                apply_edit=True,
                code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
                inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
            ),
        )
        uri = self.root.as_uri()
        params = types.InitializeParams(capabilities=capabilities, root_uri=uri)
        params.workspace_folders = [types.WorkspaceFolder(uri, self.root.name)]
        result = await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())
        return result

    async def _drain(self, stream: asyncio.StreamReader) -> None:
        while data := await stream.read(4096):
            self.errors += data

    def _wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def _run(self, function: Any, *args: Any) -> None:
        async def call() -> None:
            function(*args)

        self._wait(call())

    def close(self) -> None:
        """End the server; it must not have written a traceback."""

        async def end() -> None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            await self.client.stop()  # type: ignore[no-untyped-call]  # of pygls

        self._wait(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        assert self.errors == b"", self.errors.decode()

    # ---- buffers ----

    def write(self, name: str, text: str) -> str:
        """Write a file, and open it; returns its address."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return self.open(path.as_uri(), text, LANGUAGES[path.suffix])

    def open(self, uri: str, text: str, language: str) -> str:
        """Open a buffer; returns its address."""
        self.texts[uri], self.versions[uri] = text, 1
        self.published.pop(uri, None)
        item = types.TextDocumentItem(uri, language, 1, text)
        self._run(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, text: str) -> None:
        """Give a buffer another text."""
        self.change(uri, [types.TextDocumentContentChangeWholeDocument(text)])
        self.texts[uri] = text

    def edit(self, uri: str, start: int, end: int, new: str) -> None:
        """Replace the text between two offsets."""
        text = self.texts[uri]
        where = types.Range(position(text, start), position(text, end))
        self.change(uri, [types.TextDocumentContentChangePartial(where, new)])
        self.texts[uri] = text[:start] + new + text[end:]

    def change(self, uri: str, changes: list[types.TextDocumentContentChangeEvent]) -> None:
        """Send changes of a buffer."""
        self.versions[uri] += 1
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        params = types.DidChangeTextDocumentParams(identifier, changes)
        self._run(self.client.text_document_did_change, params)

    def close_buffer(self, uri: str) -> None:
        """Close a buffer."""
        identifier = types.TextDocumentIdentifier(uri)
        params = types.DidCloseTextDocumentParams(identifier)
        self._run(self.client.text_document_did_close, params)

    def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The diagnostics of the current version of a buffer."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            found = self.published.get(uri)
            if found is not None and found.version == self.versions[uri]:
                return list(found.diagnostics)
            time.sleep(0.005)
        raise AssertionError(f"no diagnostics of {uri}, version {self.versions[uri]}")

    # ---- requests ----

    def ask(self, method: str, params: Any) -> Any:
        """The answer to a request."""

        async def call() -> Any:
            return await self.client.protocol.send_request_async(method, params)

        return self._wait(call())

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._run(self.client.protocol.notify, method, params)

    def at(self, uri: str, mark: str, occurrence: int = 0) -> dict[str, Any]:
        """The buffer and the position of a text in it; `|` in the mark is the cursor."""
        before, bar, after = mark.partition("|")
        text = self.texts[uri]
        start = -1
        for _ in range(occurrence + 1):
            start = text.index(before + after, start + 1)
        offset = start + len(before) if bar else start
        identifier = types.TextDocumentIdentifier(uri)
        return {"text_document": identifier, "position": position(text, offset)}


def position(text: str, offset: int) -> types.Position:
    """A position in UTF-16, computed plainly."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if text[:offset].endswith("\r") and text[offset : offset + 1] == "\n":
        before = before[:-1] or [""]
    return types.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)


def text_at(text: str, where: types.Range) -> str:
    """The text of a range in UTF-16, computed plainly."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = lines[where.start.line : where.end.line + 1]
    last = rows[-1].encode("utf-16-le")[: 2 * where.end.character].decode("utf-16-le")
    rows[-1] = last
    rows[0] = rows[0].encode("utf-16-le")[2 * where.start.character :].decode("utf-16-le")
    return "\n".join(rows)


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """A text after edits, in UTF-16 as the editor has it."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character))[::-1]:
        start, end = edit.range.start, edit.range.end
        head = lines[start.line][: start.character]
        tail = lines[end.line][end.character :] if end.line < len(lines) else ""
        lines[start.line : end.line + 1] = (head + edit.new_text + tail).split("\n")
    return "\n".join(lines)
