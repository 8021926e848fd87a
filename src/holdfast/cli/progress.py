"""A line that says how far a search is: on a terminal one that changes, else one now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from holdfast.check.explore import Progress

EVERY = 10.0
"""Seconds between two lines where nobody watches."""

TREND = 3.0
"""Seconds over which the estimate of what is left looks back."""

_CLEAR = "\r\x1b[K"


class ProgressLine:
    """Tells `stream` about a search that calls it."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.live = stream.isatty()
        self.told = clock()
        self.shown = False
        self.before: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        """Say how far the search is, if it is time to."""
        line = show_progress(progress, self.before)
        if self.live:
            # A line that is broken by the terminal could not be cleared.
            width = get_terminal_size().columns - 1
            self.stream.write(_CLEAR + line[:width])
            self.shown = True
        elif self.clock() - self.told >= EVERY:
            self.told = self.clock()
            self.stream.write(line + "\n")
        self.stream.flush()
        if self.before is None or progress.seconds - self.before.seconds >= TREND:
            self.before = progress

    def clear(self) -> None:
        """Remove the line from the terminal."""
        if self.shown:
            self.stream.write(_CLEAR)
            self.stream.flush()
            self.shown = False


def show_progress(progress: Progress, before: Progress | None = None) -> str:
    """How far the search is, in one line; `before` is how far it was some time ago."""
    rate = progress.distinct / progress.seconds if progress.seconds else 0.0
    share = progress.distinct / progress.generated if progress.generated else 1.0
    parts = [
        f"{progress.seconds:.0f} s: {progress.distinct:,} distinct states",
        f"{rate:,.0f}/s",
        f"{progress.generated:,} generated ({share:.0%} distinct)",
        f"{progress.frontier:,} to explore",
        f"depth {progress.depth}",
        f"{progress.memory >> 20:,} MiB",
    ]
    left = seconds_left(progress, before)
    if left is not None:
        parts.append(f"about {left:,.0f} s left")
    return ", ".join(parts)


def seconds_left(progress: Progress, before: Progress | None) -> float | None:
    """An estimate, if fewer states are left to explore from moment to moment.

    Each state that is explored adds some new ones; while these are fewer than one, what is
    left adds up to a number.
    """
    if before is None or progress.seconds <= before.seconds:
        return None
    added = progress.distinct - before.distinct
    explored = added + before.frontier - progress.frontier
    if explored <= 0 or added >= explored:
        return None
    left = progress.frontier / (1 - added / explored)
    return left * (progress.seconds - before.seconds) / explored
