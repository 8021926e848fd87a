"""A line that says how far an inference is: on a terminal one that changes, else now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from holdfast.infer.result import Progress

EVERY = 10.0
"""Seconds between two lines where nobody watches."""

_CLEAR = "\r\x1b[K"


class InferLine:
    """Tells `stream` about an inference that calls it."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.live = stream.isatty()
        self.told = clock()
        self.shown = False

    def __call__(self, progress: Progress) -> None:
        """Say how far it is, if it is time to."""
        if self.live:
            # A line that is broken by the terminal could not be cleared.
            width = get_terminal_size().columns - 1
            self.stream.write(_CLEAR + show_progress(progress)[:width])
            self.shown = True
        elif self.clock() - self.told >= EVERY:
            self.told = self.clock()
            self.stream.write(show_progress(progress) + "\n")
        self.stream.flush()

    def clear(self) -> None:
        """Remove the line from the terminal."""
        if self.shown:
            self.stream.write(_CLEAR)
            self.stream.flush()
            self.shown = False


def show_progress(progress: Progress) -> str:
    """How far an inference is, in one line."""
    parts = [f"{progress.seconds:.0f} s: {progress.phase}"]
    if progress.states:
        parts.append(f"{progress.states:,} states")
    if progress.candidates:
        parts.append(f"{progress.candidates:,} candidates")
    if progress.ctis:
        parts.append(f"{progress.ctis:,} steps learned from, {progress.lemmas} lemmas chosen")
    return ", ".join(parts)
