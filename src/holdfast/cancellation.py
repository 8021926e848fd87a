"""Cancellation of work, from any thread or by a time limit.

A command runs inside `running`. Long loops call `tick`, which is cheap. What does not call it,
because it is one long evaluation, is interrupted a little later by an exception in its thread;
`uninterrupted` keeps that away from work that must not be left in the middle. Work in another
language is stopped through `stopped_by`.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType
from typing import Any, ClassVar, Literal, TypeAlias

GRACE = 0.3
"""Seconds that work has to notice a cancellation by itself."""
SLICE = 0.1
"""Seconds that this process may be blocked before it calls `tick` again."""
_AGAIN = 1.0
"""Seconds after which a lost interruption, such as one in a finalizer, is repeated."""
_BETWEEN = 0.05
"""Seconds between two attempts to stop work in another language, which may not have begun."""

StopCause: TypeAlias = Literal["cancelled", "time"]


class Interruption(BaseException):
    """Work ends early; not an Exception, so that no handler mistakes it for an error."""

    cause: ClassVar[StopCause]


class Cancelled(Interruption):
    """The work was cancelled."""

    cause = "cancelled"


class OutOfTime(Interruption):
    """The time limit was reached."""

    cause = "time"


class SecondInterrupt(KeyboardInterrupt):
    """Ctrl-C was pressed again: the user does not want to wait for a partial result."""


class Cancellation:
    """A token that cancels the work that runs under it; with `seconds`, after that time."""

    def __init__(self, seconds: float | None = None) -> None:
        self.until = _moment(seconds)
        self._cancelled = False
        # No locks: a signal handler may interrupt this thread in any operation on the set.
        self._scopes: set[Scope] = set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """Cancel current and future work under this token; may be called from any thread."""
        self._mark()
        for scope in tuple(self._scopes):
            scope.cancel()

    def _mark(self) -> None:
        """Let `tick` raise, and wake no thread: all that a signal handler may do."""
        self._cancelled = True
        for scope in tuple(self._scopes):
            scope.asked = True

    def _enter(self, scope: Scope) -> None:
        self._scopes.add(scope)
        if self._cancelled:
            scope.cancel()

    def _leave(self, scope: Scope) -> None:
        self._scopes.discard(scope)


class Interruptible:
    """A part of the work of one thread in which another thread can raise an exception."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._kept = 0
        self._raised = False

    def __enter__(self) -> None:
        self._thread = threading.get_ident()

    def __exit__(self, *_: object) -> None:
        """A pending exception is discarded."""
        with self._lock:
            self._withdraw()
            self._thread = None

    def keep(self) -> None:
        """Raise nothing until `release`."""
        with self._lock:
            self._kept += 1
            self._withdraw()

    def release(self) -> None:
        """Allow interruptions again."""
        with self._lock:
            self._kept -= 1

    def interrupt(self, kind: type[Interruption]) -> bool:
        """Raise an exception in the thread, if it is in this part and interruptions are allowed."""
        with self._lock:
            if self._thread is None or self._kept or _is_delicate(self._thread):
                return False
            _raise_in(self._thread, ctypes.py_object(kind))
            self._raised = True
            return True

    def _withdraw(self) -> None:
        # Only if necessary: CPython 3.11 looks for a withdrawn exception at every call and loop
        # from then on, and a profiled thread never gets past that.
        if self._thread is not None and self._raised:
            _raise_in(self._thread, None)
            self._raised = False


def _is_delicate(thread: int) -> bool:
    """Whether a thread begins or ends a `with` block, or is in a finalizer, which drops exceptions.

    The caller has the interpreter's lock, so the thread cannot move meanwhile.
    """
    frame = sys._current_frames().get(thread)
    if frame is not None and frame.f_globals.get("__name__") in (__name__, "contextlib"):
        return True
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_globals.get("__name__") == "weakref":
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int, kind: Any) -> None:
    """Let a thread raise an exception at its next opportunity; None withdraws it."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), kind)


class Scope:
    """Work of one thread under some tokens; `running` creates it."""

    def __init__(self, tokens: tuple[Cancellation, ...], until: float | None, grace: float) -> None:
        self.tokens = tokens
        self.until = until
        self._grace = grace
        self.asked = False
        self._over = False
        self._changed = threading.Event()
        self.thread = Interruptible()
        self._lock = threading.Lock()
        self._stops: list[Callable[[], None]] = []

    @property
    def cause(self) -> StopCause | None:
        """Why the work must stop, if it must."""
        if self.asked:
            return "cancelled"
        return "time" if self.until is not None and time.monotonic() > self.until else None

    def tick(self) -> None:
        """Raise Cancelled or OutOfTime if the work must stop."""
        if self.asked:
            raise Cancelled
        if self.until is not None and time.monotonic() > self.until:
            raise OutOfTime

    def cancel(self) -> None:
        """Cancel the work; from any thread."""
        self.asked = True
        self._changed.set()

    def enter(self) -> None:
        """The work begins, in this thread, without interruptions until `release`."""
        self.thread.keep()
        self.thread.__enter__()
        for token in self.tokens:
            token._enter(self)
        threading.Thread(target=self._enforce, daemon=True).start()

    def leave(self) -> None:
        """The work has ended."""
        self.thread.__exit__()
        self._over = True
        self._changed.set()
        for token in self.tokens:
            token._leave(self)

    def add_stop(self, stop: Callable[[], None]) -> None:
        """Call `stop` repeatedly once the work is cancelled, until it is removed."""
        with self._lock:
            self._stops.append(stop)

    def remove_stop(self, stop: Callable[[], None]) -> None:
        """Stop calling it; no call is active when this returns."""
        with self._lock:
            self._stops.remove(stop)

    def _enforce(self) -> None:
        """Wait until the work must stop, and enforce that it does."""
        self._changed.wait(None if self.until is None else max(0, self.until - time.monotonic()))
        due = time.monotonic() + self._grace
        while not self._over:
            if self.asked:
                with self._lock:
                    for stop in self._stops:
                        stop()
            kind = Cancelled if self.asked else OutOfTime
            if time.monotonic() >= due and self.thread.interrupt(kind):
                due = time.monotonic() + _AGAIN
            time.sleep(_BETWEEN)


_current: ContextVar[Scope | None] = ContextVar("scope", default=None)


class running:  # used like a function
    """Work that ends with Cancelled or OutOfTime when a token or the outer work is cancelled."""

    def __init__(
        self, *tokens: Cancellation, seconds: float | None = None, grace: float = GRACE
    ) -> None:
        self._outer = outer = _current.get()
        given = dict.fromkeys((*tokens, *(() if outer is None else outer.tokens)))
        moments = [_moment(seconds), None if outer is None else outer.until]
        moments += [token.until for token in given]
        until = min((m for m in moments if m is not None), default=None)
        self._scope = Scope(tuple(given), until, grace)

    def __enter__(self) -> Scope:
        self._scope.enter()
        if self._outer is not None:
            self._outer.thread.keep()  # the work inside is interrupted for it
        self._before = _current.set(self._scope)
        self._scope.thread.release()
        return self._scope

    def __exit__(self, *_: object) -> None:
        while True:
            try:
                self._scope.leave()
                break
            except Interruption:  # it came after the work was done
                continue
        _current.reset(self._before)
        if self._outer is not None:
            self._outer.thread.release()


def current() -> Scope | None:
    """The innermost work that this thread does inside `running`."""
    return _current.get()


def tick() -> None:
    """Raise Cancelled or OutOfTime if the work of this thread must stop."""
    scope = _current.get()
    if scope is not None:
        scope.tick()


def is_over() -> bool:
    """Whether the work of this thread must stop."""
    scope = _current.get()
    return scope is not None and scope.cause is not None


def cancel_by(error: KeyboardInterrupt) -> None:
    """Let a KeyboardInterrupt cancel the work of this thread; a second one is raised again."""
    if isinstance(error, SecondInterrupt):
        raise error
    scope = _current.get()
    for token in () if scope is None else scope.tokens:
        token.cancel()


def honour() -> None:
    """The work of this thread ends by itself: from now on only `tick` interrupts it."""
    scope = _current.get()
    if scope is not None:
        scope.thread.keep()


def seconds_left(most: float) -> float:
    """The time that an operation may take: at most `most` seconds."""
    scope = _current.get()
    if scope is None or scope.until is None:
        return most
    return min(most, max(0.05, scope.until - time.monotonic()))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Work that only `tick` may interrupt."""
    scope = _current.get()
    if scope is None:
        yield
        return
    scope.thread.keep()
    try:
        yield
    finally:
        scope.thread.release()


class stopped_by:  # used like a function
    """Work in another language, which `stop` ends from another thread when it is cancelled."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._scope = _current.get()

    def __enter__(self) -> None:
        if self._scope is not None:
            self._scope.add_stop(self._stop)

    def __exit__(self, *_: object) -> None:
        if self._scope is not None:
            self._scope.remove_stop(self._stop)


def _moment(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


# ---- Ctrl-C ----


@contextmanager
def ctrl_c_cancels(token: Cancellation) -> Iterator[None]:
    """Let the first Ctrl-C cancel the token; the second raises KeyboardInterrupt.

    Signals reach only the main thread. Its handler is not replaced if it is not the default,
    for example inside another command.
    """
    if not _can_watch():
        yield
        return
    pressed = 0

    def press(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed += 1
        if pressed > 1:
            raise SecondInterrupt
        token._mark()

    # No Python code runs in this thread while it is in C, so another thread listens.
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    threading.Thread(target=_listen, args=(reader, token), daemon=True).start()
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.set_wakeup_fd(before)
        os.close(writer)


def accept_interrupts() -> None:
    """Let SIGINT cancel this process and those it starts; shells ignore it in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _can_watch() -> bool:
    return (
        os.name == "posix"
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )


def _listen(reader: int, token: Cancellation) -> None:
    with os.fdopen(reader, "rb", buffering=0) as signals:
        while number := signals.read(1):
            if number[0] == signal.SIGINT:
                token.cancel()
