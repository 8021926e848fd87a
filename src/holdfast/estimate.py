"""How long a search will still take."""

from __future__ import annotations

from bisect import bisect_left
from math import inf

_APART = 1.03


class Course:
    """How many states wait to be explored, from the beginning of a search on.

    In most searches their number rises and falls like a parabola that begins at nothing. Two
    of its points, now and at half the time, tell where it ends.
    """

    def __init__(self) -> None:
        self._times: list[float] = []
        self._waiting: list[int] = []

    def add(self, seconds: float, waiting: int) -> None:
        """A point, unless it is too near to the one before."""
        before = self._times[-1] if self._times else 0.0
        if waiting and seconds > _APART * before:
            self._times.append(seconds)
            self._waiting.append(waiting)

    def left(self) -> float | None:
        """Seconds from the last point to the end; infinite while that is out of sight.

        None if there are no points to tell from.
        """
        if not self._times:
            return None
        now = self._times[-1]
        at = bisect_left(self._times, now / 2)
        then = self._times[at]
        if then > 0.6 * now:
            return None
        # k t (end - t) at both; what is left of their ratio without t is that of what is left.
        ratio = (self._waiting[-1] / now) / (self._waiting[at] / then)
        return (now - then) * ratio / (1 - ratio) if ratio < 1 else inf
