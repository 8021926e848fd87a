"""The time that an inference has: long loops ask `tick` whether it is over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_until: ContextVar[float | None] = ContextVar("until", default=None)


class OutOfTime(Exception):
    """The time that a search was given is over."""


@contextmanager
def limited(until: float | None) -> Iterator[None]:
    """Let `tick` raise OutOfTime inside, after a moment of the monotonic clock."""
    token = _until.set(until)
    try:
        yield
    finally:
        _until.reset(token)


def tick() -> None:
    """Raise OutOfTime if the time is over."""
    until = _until.get()
    if until is not None and time.monotonic() > until:
        raise OutOfTime


def is_over() -> bool:
    """Whether the time is over."""
    until = _until.get()
    return until is not None and time.monotonic() > until


def seconds_left(most: float) -> float:
    """How long something may take that must not take more than `most`."""
    until = _until.get()
    return most if until is None else min(most, max(0.05, until - time.monotonic()))
