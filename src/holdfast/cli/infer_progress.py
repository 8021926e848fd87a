"""The progress of an inference: a status line on a terminal, otherwise a line at intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine

if TYPE_CHECKING:
    from holdfast.infer.result import InferenceProgress


class InferLine:
    """Prints the progress of an inference on `stream`."""

    def __init__(self, stream: TextIO) -> None:
        self.line = StatusLine(stream)
        self.clear = self.line.clear

    def __call__(self, progress: InferenceProgress) -> None:
        """Print the progress, if the interval has passed."""
        self.line.tell(show_progress(progress))


def show_progress(progress: InferenceProgress) -> str:
    """The progress of an inference in one line."""
    parts = [f"{progress.seconds:.0f} s: {progress.phase}"]
    if progress.states:
        parts.append(f"{progress.states:,} states")
    if progress.candidates:
        parts.append(f"{progress.candidates:,} candidates")
    if progress.ctis:
        parts.append(f"{progress.ctis:,} steps learned from, {progress.lemmas} lemmas chosen")
    return ", ".join(parts)
