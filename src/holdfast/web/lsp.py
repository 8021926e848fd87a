"""Language servers for pages: one process a session; its messages become events."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from holdfast.web.errors import Rejected
from holdfast.web.events import Events
from holdfast.web.processes import Reaper, kill, start_module

MOST = 4
"""How many sessions have a process; the least recently used one leaves."""
_SESSION = re.compile(r"[\w-]{1,64}")


class LanguageServers:
    """The processes of `holdfast lsp`, by session of a page."""

    def __init__(self, folder: Path, events: Events) -> None:
        self.folder = folder
        self.events = events
        self._sessions: dict[str, asyncio.subprocess.Process] = {}
        self._readers: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._reaper = Reaper()

    async def send(self, session: object, message: object) -> None:
        """Send a message of a page to its language server; raises Rejected."""
        if not isinstance(session, str) or not _SESSION.fullmatch(session):
            raise Rejected(400, "`session` names the page")
        if not isinstance(message, dict):
            raise Rejected(400, "`message` is an object")
        self._require_inside(message)
        async with self._turn:
            process = await self._process(session)
        assert process.stdin is not None
        data = json.dumps(message).encode()
        try:
            process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
            await process.stdin.drain()
        except OSError:
            raise Rejected(500, "the language server has ended") from None

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

    async def _process(self, session: str) -> asyncio.subprocess.Process:
        process = self._sessions.pop(session, None)
        if process is None or process.returncode is not None:
            process = await start_module("holdfast", "lsp", folder=self.folder)
            task = asyncio.get_running_loop().create_task(self._read(session, process))
            self._readers.add(task)
            task.add_done_callback(self._readers.discard)
        self._sessions[session] = process
        while len(self._sessions) > MOST:
            kill(self._sessions.pop(next(iter(self._sessions))))
        return process

    async def _read(self, session: str, process: asyncio.subprocess.Process) -> None:
        """Hand on the messages of a language server until it ends."""
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ValueError, OSError):
            while (message := await _read_message(process.stdout)) is not None:
                event = {"event": "lsp", "session": session, "message": message}
                self.events.add(event, keep=False)
        self._reaper.kill(process)

    async def close(self) -> None:
        """End all processes."""
        for process in self._sessions.values():
            kill(process)
        if self._readers:
            await asyncio.wait(list(self._readers), timeout=2)
        self._sessions.clear()
        await self._reaper.close()


async def _read_message(stream: asyncio.StreamReader) -> Any:
    """The next message, with a header of lines; None at the end."""
    length = 0
    while line := (await stream.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(await stream.readexactly(length)) if length else None
