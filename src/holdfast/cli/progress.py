"""The progress of a search: a status line on a terminal, otherwise a line at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine
from holdfast.estimate import Course

if TYPE_CHECKING:
    from holdfast.check.engine import SearchProgress, TemporalProgress

_FAR = 20
"""An estimate of more than this many times the elapsed time is not printed."""


class ProgressLine:
    """Prints the progress of a search on `stream`."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.line = StatusLine(stream, clock)
        self.clear = self.line.clear
        self.course = Course()

    def __call__(self, progress: SearchProgress) -> None:
        """Print the progress, if the interval has passed."""
        from holdfast.check.engine import TemporalProgress

        if isinstance(progress, TemporalProgress):
            self.line.tell(show_temporal(progress))
            return
        self.course.add(progress.seconds, progress.frontier)
        self.line.tell(show_progress(progress, self.course.left()))


def show_progress(progress: SearchProgress, left: float | None = None) -> str:
    """The progress of a search in one line; `left` is an estimate of the remaining seconds."""
    rate = progress.distinct / progress.seconds if progress.seconds else 0.0
    share = progress.distinct / progress.generated if progress.generated else 1.0
    near = left is not None and left < _FAR * progress.seconds
    to_come = f", about {left:,.0f} s left" if near else ""
    parts = [
        f"{progress.seconds:.0f} s{to_come}: {progress.distinct:,} distinct states",
        f"{rate:,.0f}/s",
        f"{progress.generated:,} generated ({share:.0%} distinct)",
        f"{progress.frontier:,} to explore",
        f"depth {progress.depth}",
        f"{progress.memory >> 20:,} MiB",
    ]
    return ", ".join(parts)


def show_temporal(progress: TemporalProgress) -> str:
    """The progress of the check of temporal properties in one line."""
    cases = f", case {progress.branch} of {progress.branches}" if progress.branches > 1 else ""
    graph = f"{progress.distinct:,} states and {progress.steps:,} steps"
    return f"{progress.seconds:.0f} s: checking {progress.property}{cases}, on {graph}"
