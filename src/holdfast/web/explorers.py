"""The processes that evaluate for pages: at most three, the least recently used one leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from holdfast.web.errors import Rejected
from holdfast.web.processes import Reaper, Spare

MOST = 3
SECONDS = 15.0
"""How long a page waits for a result; evaluations have shorter limits of their own."""
GRAPH_SECONDS = 60.0


class _Process:
    """One process, which answers one request at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.turn = asyncio.Lock()
        self.waiting = 0

    async def ask(self, spare: Spare, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The result of a request; raises TimeoutError, OSError."""
        if self.process is None or self.process.returncode is not None:
            self.process = await spare.take()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        if not line:
            raise OSError("the process ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


class Explorers:
    """Processes by what they are about: a spec, a run, or the graph of one."""

    def __init__(self, folder: Path, search_path: Sequence[str] = ()) -> None:
        self.spare = Spare("holdfast.web.explorer", folder, *search_path)
        self.warm = False
        self._open: dict[str, _Process] = {}
        self._reaper = Reaper()

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
        if self.warm:
            self.spare.prepare()
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
            return await process.ask(self.spare, request, seconds)
        except TimeoutError:
            self._kill(process)
            message = f"this takes longer than {seconds:g} s"
            raise Rejected(504, message, "try a smaller model, or a simpler expression") from None
        except (OSError, ValueError):
            self._kill(process)
            raise Rejected(500, "the evaluation ended without a result") from None
        except asyncio.CancelledError:
            self._kill(process)  # its answer would be taken for that of the next request
            raise

    def _leave(self) -> None:
        """End the least recently used processes beyond the limit that nobody waits for."""
        idle = [about for about, process in self._open.items() if not process.waiting]
        for about in idle[: max(0, len(self._open) - MOST)]:
            if about != next(reversed(self._open)):
                self._kill(self._open.pop(about))

    def _kill(self, process: _Process) -> None:
        """End a process; the next request starts another."""
        self._reaper.kill(process.process)
        process.process = None

    async def close(self) -> None:
        """End all processes."""
        for process in self._open.values():
            self._kill(process)
        self._open.clear()
        await self.spare.close(self._reaper)
        await self._reaper.close()
