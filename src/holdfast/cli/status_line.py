"""A status line: overwritten on a terminal, otherwise printed at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TextIO

EVERY = 10.0
"""Seconds between two lines if the output is not a terminal."""

_CLEAR = "\r\x1b[K"


class StatusLine:
    """A line on `stream` that is overwritten by the next."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.live = stream.isatty()
        self.told = clock()
        self.shown = False

    def tell(self, text: str) -> None:
        """Print the text, if the interval has passed."""
        if self.live:
            # A line that the terminal wraps could not be cleared.
            width = get_terminal_size().columns - 1
            self.stream.write(_CLEAR + text[:width])
            self.shown = True
        elif self.clock() - self.told >= EVERY:
            self.told = self.clock()
            self.stream.write(text + "\n")
        self.stream.flush()

    def clear(self) -> None:
        """Remove the line from the terminal."""
        if self.shown:
            self.stream.write(_CLEAR)
            self.stream.flush()
            self.shown = False
