"""An estimate of the remaining time of a search."""

from __future__ import annotations

from bisect import bisect_left
from math import inf

_APART = 1.03


class Course:
    """The length of the queue in the course of a search.

    In most searches it rises and falls like a parabola that begins at zero. Two
    of its points, now and at half the time, determine where it ends.
    """

    def __init__(self) -> None:
        self._times: list[float] = []
        self._waiting: list[int] = []

    def add(self, seconds: float, waiting: int) -> None:
        """Add a point, unless it is too close to the previous one."""
        before = self._times[-1] if self._times else 0.0
        if waiting and seconds > _APART * before:
            self._times.append(seconds)
            self._waiting.append(waiting)

    def left(self) -> float | None:
        """Seconds from the last point to the end; infinite if the queue still grows.

        None if there are too few points.
        """
        if not self._times:
            return None
        now = self._times[-1]
        at = bisect_left(self._times, now / 2)
        then = self._times[at]
        if then > 0.6 * now:
            return None
        # k t (end - t) at both; their ratio without t is that of the remaining times.
        ratio = (self._waiting[-1] / now) / (self._waiting[at] / then)
        return (now - then) * ratio / (1 - ratio) if ratio < 1 else inf
