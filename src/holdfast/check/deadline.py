"""A limit on the time of what the interpreter evaluates, however long one expression takes."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TimeIsUp(BaseException):
    """The time is over; not an Exception, so that nothing on the way takes it for an error."""


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise TimeIsUp in this thread if what is inside takes longer."""
    if seconds is None:
        yield
        return
    thread, guard, over = threading.get_ident(), threading.Lock(), False

    def interrupt() -> None:
        with guard:
            if not over:
                raised = ctypes.py_object(TimeIsUp)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)

    timer = threading.Timer(max(seconds, 0), interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with guard:
            over = True
        timer.cancel()
