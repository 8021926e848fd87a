"""The events of a run as JSON objects, one a line: start, progress, obligation, output, end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.estimate import Course

if TYPE_CHECKING:
    from holdfast.progress import Progress
    from holdfast.report.envelope import Json

_FAR = 20
"""An estimate of more than this many times the elapsed time is left out."""


class ProgressEvents:
    """Turns the progress of a command into events; it knows how the queue developed."""

    def __init__(self) -> None:
        self._course = Course()

    def event(self, progress: Progress) -> dict[str, Any]:
        """The event for a progress report: `progress`, or `obligation` if one was decided."""
        event: dict[str, Any] = {
            "event": "progress",
            "phase": progress.phase,
            "seconds": round(progress.seconds, 3),
            **progress.figures,
        }
        decided = getattr(progress, "latest", None)
        if decided is not None:
            from holdfast.report.proof_json import obligation_json

            return {**event, "event": "obligation", "obligation": obligation_json(decided)}
        about = getattr(progress, "property", None)
        if about is not None:
            event["property"] = about
        left = self._left(progress)
        return event if left is None else {**event, "estimate": round(left, 1)}

    def _left(self, progress: Progress) -> float | None:
        """The estimated remaining seconds of a search, unless they are many."""
        waiting = progress.figures.get("frontier")
        if waiting is None or progress.phase != "explore":
            return None
        self._course.add(progress.seconds, waiting)
        left = self._course.left()
        return left if left is not None and left < _FAR * progress.seconds else None


def end_event(envelope: dict[str, Json]) -> dict[str, Any]:
    """The last event of a run."""
    names = ("verdict", "property", "reason", "exit", "seconds")
    return {"event": "end", **{name: envelope[name] for name in names}}
