"""The progress of a search: a status line on a terminal, otherwise a line at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine
from holdfast.report.progress import SearchText

if TYPE_CHECKING:
    from holdfast.check.engine import SearchProgress


class ProgressLine:
    """Prints the progress of a search on `stream`."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.line = StatusLine(stream, clock)
        self.clear = self.line.clear
        self.text = SearchText()

    def __call__(self, progress: SearchProgress) -> None:
        """Print the progress, if the interval has passed."""
        self.line.tell(self.text(progress))
