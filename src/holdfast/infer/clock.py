"""When an inference is to stop: its time is over, or the user says so with Ctrl-C.

Long loops ask `tick`. What does not ask, because it is one evaluation or not of this part, is
interrupted a little later by an alarm, where the system has one; `uninterrupted` keeps that away
from work that must not be left in the middle. A solver that runs in this process hears of Ctrl-C
through `cancelled_by`, because no Python code runs here before it returns.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

_until: ContextVar[float | None] = ContextVar("until", default=None)

_GRACE = 0.6
"""How many seconds a loop has to notice by itself that it must stop."""
_AGAIN = 3.0
"""After how many seconds an interruption that was lost, as one is in a finalizer, comes again."""


_BETWEEN = 0.05
"""How many seconds pass before work that goes on is cancelled again."""


class OutOfTime(Exception):
    """The time that a search was given is over."""


@contextmanager
def limited(until: float | None) -> Iterator[None]:
    """Let `tick` raise OutOfTime inside, after a moment of the monotonic clock."""
    token = _until.set(until)
    _requests.arm(until)
    try:
        yield
    finally:
        _until.reset(token)
        _requests.arm(_until.get())


def tick() -> None:
    """Raise OutOfTime if the time is over, KeyboardInterrupt if the user asked to stop."""
    if _requests.asked and _requests.are_mine():
        raise KeyboardInterrupt
    until = _until.get()
    if until is not None and time.monotonic() > until:
        raise OutOfTime


def is_over() -> bool:
    """Whether the time is over, or the user asked to stop."""
    until = _until.get()
    asked = _requests.asked and _requests.are_mine()
    return asked or (until is not None and time.monotonic() > until)


def seconds_left(most: float) -> float:
    """How long something may take that must not take more than `most`."""
    until = _until.get()
    return most if until is None else min(most, max(0.05, until - time.monotonic()))


@contextmanager
def watched() -> Iterator[None]:
    """Take the first Ctrl-C inside for a request to stop; the second raises KeyboardInterrupt."""
    if not _requests.can_watch():
        yield
        return
    with _requests.watching():
        yield


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Work that only `tick` may end."""
    if not _requests.are_mine():
        yield
        return
    _requests.kept += 1
    try:
        yield
    finally:
        _requests.kept -= 1


@contextmanager
def cancelled_by(cancel: Callable[[], None]) -> Iterator[None]:
    """Work in another language, which `cancel` ends from another thread."""
    if not _requests.are_mine():
        yield
        return
    _requests.cancel = cancel
    try:
        yield
    finally:
        _requests.cancel = None


def heard() -> None:
    """The request to stop is followed: what still is to be done may take its time."""
    if _requests.are_mine():
        _requests.asked = False
        _requests.arm(_until.get())


def is_urgent() -> bool:
    """Whether the user asked to stop more than once."""
    return _requests.are_mine() and _requests.count > 1


class _Requests:
    """What the user asked for; signals reach the main thread alone, so there is one of these.

    It is about the inference that the main thread runs. Those of other threads hear nothing.
    """

    def __init__(self) -> None:
        self.count = 0
        self.asked = False
        self.kept = 0
        self.cancel: Callable[[], None] | None = None
        self.is_watching = False

    def are_mine(self) -> bool:
        """Whether it is about what this thread does."""
        return self.is_watching and threading.current_thread() is threading.main_thread()

    def can_watch(self) -> bool:
        """Whether signals come here, and nobody else has a use for them."""
        return (
            hasattr(signal, "setitimer")
            and not self.is_watching
            and threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
            and signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, None)
        )

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Handle the signals."""
        self.count, self.asked, self.is_watching = 0, False, True
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        threading.Thread(target=self._listen, args=(reader,), daemon=True).start()
        before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGALRM, self._alarm)
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.set_wakeup_fd(before)
            os.close(writer)
            self.asked, self.is_watching = False, False

    def arm(self, until: float | None) -> None:
        """Have the alarm ring a little after a moment, or soon if the user asked to stop."""
        if not self.are_mine():
            return
        if self.asked:
            signal.setitimer(signal.ITIMER_REAL, _GRACE, _AGAIN)
        elif until is None:
            signal.setitimer(signal.ITIMER_REAL, 0)
        else:
            left = until + _GRACE - time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, max(0.01, left), _AGAIN)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        self.count += 1
        if self.count > 1:
            raise KeyboardInterrupt
        self.asked = True
        self.arm(None)

    def _alarm(self, _signal: int, _frame: FrameType | None) -> None:
        if self.kept:
            # What cannot be left now will tick soon; if not, the alarm rings again.
            signal.setitimer(signal.ITIMER_REAL, _GRACE, _AGAIN)
        else:
            tick()

    def _listen(self, reader: int) -> None:
        """Cancel what runs outside of Python as soon as Ctrl-C is pressed."""
        with os.fdopen(reader, "rb", buffering=0) as signals:
            while number := signals.read(1):
                while number[0] == signal.SIGINT and (cancel := self.cancel) is not None:
                    cancel()
                    time.sleep(_BETWEEN)  # it may not have begun


_requests = _Requests()
