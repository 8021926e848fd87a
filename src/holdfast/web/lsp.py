"""Language servers for pages: one process a session; its messages become events."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from asyncio.subprocess import Process
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from holdfast.web.errors import Rejected
from holdfast.web.events import Events
from holdfast.web.lsp_memory import Memory, plain_initialize
from holdfast.web.processes import Reaper, kill, start_module

MOST = 4
"""How many sessions have a process; the least recently used one starts again when it is used."""
_MOST_REMEMBERED = 64
_SECONDS_TO_READ = 20.0
"""How long a language server may leave a message unread."""
_SESSION = re.compile(r"[\w-]{1,64}")


class _Session:
    """A page, with the process of its language server if it has one at present."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.memory = Memory()
        self.turn = asyncio.Lock()

    @property
    def is_served(self) -> bool:
        """Whether there is a process."""
        return self.process is not None and self.process.returncode is None


class LanguageServers:
    """The processes of `holdfast lsp`, by session of a page.

    A page need not know whether its process was ended or crashed: with its next message it gets
    another one, which is told what the page has open.
    """

    def __init__(self, folder: Path, events: Events, search_path: Sequence[str] = ()) -> None:
        self.folder = folder
        self.events = events
        self._options = [word for path in search_path for word in ("--path", path)]
        self._sessions: dict[str, _Session] = {}
        self._readers: set[asyncio.Task[None]] = set()
        self._reaper = Reaper()

    async def send(self, session: object, message: object) -> None:
        """Send a message of a page to its language server; raises Rejected."""
        if not isinstance(session, str) or not _SESSION.fullmatch(session):
            raise Rejected(400, "`session` names the page")
        if not isinstance(message, dict):
            raise Rejected(400, "`message` is an object")
        self._require_inside(message)
        message = plain_initialize(message)
        own = self._sessions.pop(session) if session in self._sessions else _Session()
        self._sessions[session] = own
        while len(self._sessions) > _MOST_REMEMBERED:
            self._end(self._sessions.pop(next(iter(self._sessions))))
        async with own.turn:
            is_new = not own.is_served
            before = self._again(session, own) if is_new else []
            try:
                own.memory.sent(message)
            except (KeyError, TypeError, ValueError, AttributeError):
                raise Rejected(400, "`message` is not one of the protocol") from None
            if is_new:
                await self._start(session, own)
                if message.get("method") == "initialize":
                    before = []
            assert own.process is not None
            try:
                await asyncio.wait_for(_write(own.process, [*before, message]), _SECONDS_TO_READ)
            except (OSError, TimeoutError):
                self._end(own)
                raise Rejected(503, "the language server has ended; it starts again") from None

    def _require_inside(self, value: object) -> None:
        """Reject messages about files outside the folder; raises Rejected."""
        if isinstance(value, dict):
            for each in value.values():
                self._require_inside(each)
        elif isinstance(value, list):
            for each in value:
                self._require_inside(each)
        elif isinstance(value, str) and value[:5].lower() == "file:":
            path = unquote(urlsplit(value).path)
            if "\0" in path or not Path(path).resolve().is_relative_to(self.folder):
                raise Rejected(403, "the file is outside the folder of the project")

    def _again(self, session: str, own: _Session) -> list[Any]:
        """What another process for a session is told first."""
        for error in own.memory.lost():
            self._tell(session, error)
        return list(own.memory.again())

    async def _start(self, session: str, own: _Session) -> None:
        """Start a process for a session; those of others that are used less end."""
        own.process = process = await start_module(
            "holdfast", "lsp", *self._options, folder=self.folder
        )
        task = asyncio.get_running_loop().create_task(self._read(session, own, process))
        self._readers.add(task)
        task.add_done_callback(self._readers.discard)
        served = [each for each in self._sessions.values() if each.is_served and each is not own]
        for each in served[: max(0, len(served) + 1 - MOST)]:
            self._end(each)

    def _end(self, own: _Session) -> None:
        kill(own.process)
        own.process = None

    async def _read(self, session: str, own: _Session, process: Process) -> None:
        """Hand on the messages of a language server until it ends."""
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ValueError, OSError):
            while (message := await _read_message(process.stdout)) is not None:
                if own.memory.received(message):
                    self._tell(session, message)
        self._reaper.kill(process)
        if own.process in (process, None):
            own.process = None
            for message in own.memory.lost():
                self._tell(session, message)

    def _tell(self, session: str, message: Any) -> None:
        self.events.add({"event": "lsp", "session": session, "message": message}, keep=False)

    async def close(self) -> None:
        """End all processes."""
        for own in self._sessions.values():
            kill(own.process)
        if self._readers:
            await asyncio.wait(list(self._readers), timeout=2)
        self._sessions.clear()
        await self._reaper.close()


async def _write(process: Process, messages: Iterable[object]) -> None:
    assert process.stdin is not None
    for message in messages:
        data = json.dumps(message).encode()
        process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
    await process.stdin.drain()


async def _read_message(stream: asyncio.StreamReader) -> Any:
    """The next message, with a header of lines; None at the end."""
    length = 0
    while line := (await stream.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(await stream.readexactly(length)) if length else None
