"""The server: which function answers which request."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from typing import Any, TypeAlias

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from holdfast.lsp import running
from holdfast.lsp.features import FEATURES
from holdfast.lsp.rename import Refused
from holdfast.lsp.session import Session, Stale
from holdfast.lsp.texts import ENCODINGS, path_of
from holdfast.source import SpecError
from holdfast.version import VERSION

Handler: TypeAlias = Callable[[Session, Any], Awaitable[Any]]


class RequestFailed(JsonRpcException):
    """A request that cannot be carried out, with the reason for the user."""

    CODE = -32803


class ContentModified(JsonRpcException):
    """A request about a text that was edited meanwhile; editors ask again."""

    CODE = -32801


def _is_unexpected(record: logging.LogRecord) -> bool:
    """Whether a record of the log is about something else than a request that failed."""
    expected = RequestFailed | ContentModified
    return not (record.exc_info and isinstance(record.exc_info[1], expected))


class HoldfastProtocol(LanguageServerProtocol):
    """The protocol with texts of our own instead of those of pygls."""

    _server: HoldfastServer

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        """Begin: the encoding of positions and the folders are known."""
        result = yield from super().lsp_initialize(params)
        project = self._server.session.project
        chosen = result.capabilities.position_encoding
        project.encoding = next((e for e in ENCODINGS if chosen == e), "utf-16")
        addresses = [folder.uri for folder in params.workspace_folders or ()]
        paths = map(path_of, addresses or filter(None, [params.root_uri]))
        project.roots = tuple(path for path in paths if path is not None)
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: object) -> None:  # type: ignore[override]  # theirs has steps
        """Cancel what is running; pygls changes the table of requests while it reads it."""
        for number, future in list(self._request_futures.items()):
            if number != self.msg_id and not future.done():
                future.cancel()
        self._shutdown = True

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: object) -> None:  # type: ignore[override]  # theirs has steps
        """End the process at once: threads that read a spec or the input do not hold it up."""
        self._server.session.close()
        sys.stderr.flush()
        os._exit(0 if self._shutdown else 1)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A buffer was opened."""
        session = self._server.session
        buffer = session.project.open(params.text_document)
        if buffer is not None:
            session.schedule(buffer, 0)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A buffer was edited."""
        session = self._server.session
        document = params.text_document
        buffer = session.project.change(document.uri, document.version, params.content_changes)
        if buffer is not None:
            session.edited(buffer)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A buffer was closed."""
        session = self._server.session
        buffer = session.project.close(params.text_document.uri)
        if buffer is not None:
            session.forget(buffer)


class HoldfastServer(LanguageServer):
    """The server with its session."""

    def __init__(self, paths: tuple[Path, ...] = ()) -> None:
        super().__init__("holdfast", VERSION, protocol_cls=HoldfastProtocol)
        self.session = Session(self)
        self.session.project.paths = paths
        for method, handler, options in FEATURES:
            self.feature(method, options)(self._answer(handler))

        for name in running.COMMANDS:
            self.command(running.PREFIX + name)(self._run(name))
        self.command(f"{running.PREFIX}show")(self._one(running.show))
        self.command(f"{running.PREFIX}studio")(self._one(running.open_in_studio))

    def _run(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def run(*arguments: Any) -> Any:
            return await self._guarded(running.execute(self.session, name, *arguments))

        return run

    def _one(self, command: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def run(*arguments: Any) -> Any:
            return await self._guarded(command(self.session, *arguments))

        return run

    def _answer(self, handler: Handler) -> Callable[[Any], Awaitable[Any]]:
        async def answer(params: Any) -> Any:
            return await self._guarded(handler(self.session, params))

        return answer

    async def _guarded(self, work: Awaitable[Any]) -> Any:
        """The result of an answer; a reason for the user is an error of the request."""
        try:
            return await work
        except Refused as reason:
            raise RequestFailed(str(reason)) from None
        except Stale:
            raise ContentModified("the text has changed") from None
        except (SpecError, OSError):
            return None  # the diagnostics of the file have it


def serve(paths: tuple[Path, ...] = ()) -> None:
    """Serve one client on standard input and output; modules may be in further folders."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_is_unexpected)
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
    # A spec that is read again and again leaves much behind: collecting it often takes longer.
    gc.set_threshold(100_000, 20, 50)
    gc.freeze()
    server = HoldfastServer(paths)
    code = 0
    try:
        server.start_io()
    except Exception:
        logging.exception("the language server has failed")
        code = 255
    server.session.close()
    sys.stderr.flush()
    os._exit(code)  # the client is gone: nobody waits for threads that still read
