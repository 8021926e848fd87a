"""What somebody who waits for an answer is told: one family of events for all questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a question is: the seconds since it began, what it does now, its figures so far.

    Each question has its own figures, which are the integers among the fields of its event.
    """

    seconds: float
    phase: str

    @property
    def figures(self) -> Mapping[str, int]:
        """The figures by their names."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if type(value) is int}


Observer: TypeAlias = Callable[[Progress], None]
"""Is told of every event; it may not change anything, and should not take long."""
