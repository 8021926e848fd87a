"""Python's recursion limit, which is one limit for all threads of a process.

It is raised while a block needs it and restored after the last one: two threads that each
restored the old limit would interfere with each other.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NESTED = 20_000
"""The recursion limit that the nesting limit of expressions needs."""


class _Limit:
    """The permanent limit, and how many blocks need a higher one now."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lasting = 0
        self.blocks = 0


_limit = _Limit()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python recurse as deeply as the nesting limit of expressions needs."""
    with _limit.lock:
        if not _limit.blocks:
            _limit.lasting = sys.getrecursionlimit()
        _limit.blocks += 1
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _NESTED))
    try:
        yield
    finally:
        with _limit.lock:
            _limit.blocks -= 1
            if not _limit.blocks:
                sys.setrecursionlimit(_limit.lasting)


def raise_recursion_limit(depth: int) -> None:
    """Let Python recurse at least to this depth from now on."""
    with _limit.lock:
        _limit.lasting = max(_limit.lasting, depth)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), depth))
