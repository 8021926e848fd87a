"""The events of all runs, in order: every page reads them as a stream."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

_KEPT = 5000
"""How many events a page that was away can still read."""
_QUIET = 10.0
"""Seconds after which an empty line shows that the stream is alive."""


class Events:
    """Numbers events and hands them to all pages.

    The numbers begin with the time, so that those of a server that was started again are larger.
    """

    def __init__(self) -> None:
        self._next = int(time.time() * 10)
        self._kept: deque[dict[str, Any]] = deque(maxlen=_KEPT)
        self._pages: set[asyncio.Queue[dict[str, Any] | None]] = set()
        self._closed = False

    @property
    def has_pages(self) -> bool:
        """Whether a page listens."""
        return bool(self._pages)

    def add(self, event: dict[str, Any], keep: bool = True) -> None:
        """Hand an event to all pages, also later ones; from the thread of the server."""
        self._next += 1
        numbered = {**event, "seq": self._next}
        if keep:
            self._kept.append(numbered)
        for page in list(self._pages):
            if page.qsize() > _KEPT:  # it reads nothing: it can come again and ask for the rest
                self._pages.discard(page)
                page.put_nowait(None)
            else:
                page.put_nowait(numbered)

    def close(self) -> None:
        """End all streams."""
        self._closed = True
        for page in self._pages:
            page.put_nowait(None)

    async def stream(self, since: int | None) -> AsyncIterator[bytes]:
        """Lines with the events after a number; without one, those of runs that go on.

        Then `listening`: from here on nothing is missed. What was read before may be old.
        """
        page: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        for kept in self._replayed(since):
            page.put_nowait(kept)
        page.put_nowait({"event": "listening", "seq": self._next})
        self._pages.add(page)
        try:
            yield b"\n"
            while not self._closed:
                event: dict[str, Any] | None
                try:
                    event = await asyncio.wait_for(page.get(), _QUIET)
                except TimeoutError:
                    yield b"\n"
                    continue
                if event is None:
                    return
                yield json.dumps(event, ensure_ascii=False).encode() + b"\n"
        finally:
            self._pages.discard(page)

    def _replayed(self, since: int | None) -> list[dict[str, Any]]:
        if since is not None:
            return [event for event in self._kept if event["seq"] > since]
        ended = {event["run"] for event in self._kept if event["event"] == "end"}
        return [event for event in self._kept if event.get("run") not in (None, *ended)]
