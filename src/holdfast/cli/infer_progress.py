"""The progress of an inference: a status line on a terminal, otherwise a line at intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine
from holdfast.report.progress import inference_text

if TYPE_CHECKING:
    from holdfast.infer.result import InferenceProgress


class InferLine:
    """Prints the progress of an inference on `stream`."""

    def __init__(self, stream: TextIO) -> None:
        self.line = StatusLine(stream)
        self.clear = self.line.clear

    def __call__(self, progress: InferenceProgress) -> None:
        """Print the progress, if the interval has passed."""
        self.line.tell(inference_text(progress))
