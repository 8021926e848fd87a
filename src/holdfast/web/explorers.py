"""The processes that evaluate for pages: at most three, the least recently used one leaves."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from holdfast.web.errors import Rejected

MOST = 3
SECONDS = 15.0
"""How long a page waits for a result; evaluations have shorter limits of their own."""
GRAPH_SECONDS = 60.0
_LONGEST_LINE = 1 << 28


class _Process:
    """One process, which answers one request at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.turn = asyncio.Lock()
        self.waiting = 0

    async def ask(self, folder: Path, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The result of a request; raises TimeoutError, OSError."""
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "holdfast.web.explorer",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=folder,
                start_new_session=True,
                limit=_LONGEST_LINE,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        if not line:
            raise OSError("the process ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def kill(self) -> None:
        """End the process at once."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)


class Explorers:
    """Processes by what they are about: a spec, a run, or the graph of one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, _Process] = {}

    async def ask(self, about: str, request: dict[str, Any], seconds: float = SECONDS) -> Any:
        """The result of a request; raises Rejected."""
        process = self._open.pop(about, None) or _Process()
        self._open[about] = process
        self._leave()
        process.waiting += 1
        try:
            async with process.turn:
                answer = await self._answer(process, request, seconds)
        finally:
            process.waiting -= 1
        if "error" in answer:
            error = answer["error"]
            status = 500 if error["is_ours"] else 422
            found = error["diagnostics"]
            raise Rejected(status, error["message"], error["help"], diagnostics=found)
        return answer["result"]

    async def _answer(
        self, process: _Process, request: dict[str, Any], seconds: float
    ) -> dict[str, Any]:
        try:
            return await process.ask(self.folder, request, seconds)
        except TimeoutError:
            process.kill()
            message = f"this takes longer than {seconds:g} s"
            raise Rejected(504, message, "try a smaller model, or a simpler expression") from None
        except (OSError, ValueError):
            process.kill()
            raise Rejected(500, "the evaluation ended without a result") from None
        except asyncio.CancelledError:
            process.kill()  # its answer would be taken for that of the next request
            raise

    def _leave(self) -> None:
        """End the least recently used processes beyond the limit that nobody waits for."""
        idle = [about for about, process in self._open.items() if not process.waiting]
        for about in idle[: max(0, len(self._open) - MOST)]:
            if about != next(reversed(self._open)):
                self._open.pop(about).kill()

    def close(self) -> None:
        """End all processes."""
        for process in self._open.values():
            process.kill()
        self._open.clear()
