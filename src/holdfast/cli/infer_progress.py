"""A line that says how far an inference is: on a terminal one that changes, else now and then."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine

if TYPE_CHECKING:
    from holdfast.infer.result import InferenceProgress


class InferLine:
    """Tells `stream` about an inference that calls it."""

    def __init__(self, stream: TextIO) -> None:
        self.line = StatusLine(stream)
        self.clear = self.line.clear

    def __call__(self, progress: InferenceProgress) -> None:
        """Say how far it is, if it is time to."""
        self.line.tell(show_progress(progress))


def show_progress(progress: InferenceProgress) -> str:
    """How far an inference is, in one line."""
    parts = [f"{progress.seconds:.0f} s: {progress.phase}"]
    if progress.states:
        parts.append(f"{progress.states:,} states")
    if progress.candidates:
        parts.append(f"{progress.candidates:,} candidates")
    if progress.ctis:
        parts.append(f"{progress.ctis:,} steps learned from, {progress.lemmas} lemmas chosen")
    return ", ".join(parts)
