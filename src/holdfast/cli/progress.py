"""A line that says how far a search is: on a terminal one that changes, else one now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine

if TYPE_CHECKING:
    from holdfast.check.explore import Progress

TREND = 3.0
"""Seconds over which the estimate of what is left looks back."""


class ProgressLine:
    """Tells `stream` about a search that calls it."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.line = StatusLine(stream, clock)
        self.clear = self.line.clear
        self.before: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        """Say how far the search is, if it is time to."""
        self.line.tell(show_progress(progress, self.before))
        if self.before is None or progress.seconds - self.before.seconds >= TREND:
            self.before = progress


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
