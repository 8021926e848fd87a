"""A second search, for the configured size, in a process of its own.

It is started if the search for all sizes takes long. It offers lemmas as soon as it has proved the
property with them; the first process proves them again, with the same results of solvers.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from holdfast.cancellation import Cancellation, running, uninterrupted
from holdfast.child_process import kill_group, start
from holdfast.infer.result import Conjunct, InferenceOptions, Inferred
from holdfast.ir.system import Property, System
from holdfast.smt.solvers.worker import read_message, write_message


@dataclass(frozen=True, slots=True)
class Request:
    """What the second search is about; the results of solvers are in a `shared` folder."""

    system: System
    property: Property
    options: InferenceOptions
    shared: Path | None


@dataclass(frozen=True, slots=True)
class Offer:
    """An invariant that is proved, for `all_sizes` or for the configured one."""

    invariant: tuple[Conjunct, ...]
    all_sizes: bool


class Offered(Exception):
    """A proof ended early, because the second search has offered something."""


class SecondSearch:
    """The process and what it offers; use it as a context, so that the process ends with it."""

    def __init__(self, remember: bool) -> None:
        self.is_started = False
        self.proved: Inferred | None = None
        """The proof for the configured size of what was offered."""
        self.shared = None if remember else Path(tempfile.mkdtemp(prefix="holdfast-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._offers: deque[Offer] = deque()
        self._talker: threading.Thread | None = None
        self._bell: Cancellation | None = None

    def __enter__(self) -> SecondSearch:
        return self

    def __exit__(self, *_: object) -> None:
        with uninterrupted():
            if self._process is not None:
                kill_group(self._process)
                self._process.wait()
            if self._talker is not None:
                self._talker.join()
            if self.shared is not None:
                shutil.rmtree(self.shared, ignore_errors=True)

    def start(self, request: Request) -> None:
        """Start the process; if that is impossible, there are no offers."""
        with uninterrupted(), suppress(OSError):
            self.is_started = True
            self._process = start("holdfast.infer.second_process", leads_group=True)
            self._talker = threading.Thread(
                target=self._talk, args=(self._process, request), daemon=True
            )
            self._talker.start()

    def is_running(self) -> bool:
        """Whether there may be more offers."""
        return bool(self._offers) or (self._talker is not None and self._talker.is_alive())

    def offered(self) -> Offer | None:
        """What was offered last, until `drop` is called; an offer for all sizes comes last."""
        return self._offers[-1] if self._offers else None

    def drop(self, offer: Offer) -> None:
        """Forget an offer, and earlier ones."""
        while self._offers and self._offers[0] is not offer:
            self._offers.popleft()
        self._offers.popleft()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Work that is cancelled when something is offered."""
        self._bell = bell = Cancellation()
        if self._offers:
            bell.cancel()
        try:
            with running(bell):
                yield
        finally:
            self._bell = None

    def wait(self, seconds: float) -> None:
        """Wait for an offer, or for the end of the process."""
        until = time.monotonic() + seconds
        while not self._offers and self.is_running() and time.monotonic() < until:
            time.sleep(0.02)

    def _talk(self, process: subprocess.Popen[bytes], request: Request) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin, process.stdout, suppress(EOFError, OSError):
            write_message(process.stdin, request)
            while True:
                offer = read_message(process.stdout)
                assert isinstance(offer, Offer)
                self._offers.append(offer)
                bell = self._bell
                if bell is not None:
                    bell.cancel()
