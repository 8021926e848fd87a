"""Event loops of tests, in a thread of their own: a browser keeps one in the main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_T = TypeVar("_T")


def run_loop(work: Coroutine[Any, Any, _T]) -> _T:
    """The result of a coroutine."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
