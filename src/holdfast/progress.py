"""Progress events, one class hierarchy for all commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Progress of a command: the seconds since it began, its phase, its statistics so far.

    Each command has its own statistics: the integers among the fields of its event.
    """

    seconds: float
    phase: str

    @property
    def figures(self) -> Mapping[str, int]:
        """The statistics by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if type(value) is int}


Observer: TypeAlias = Callable[[Progress], None]
"""Receives every event; it must not change anything, and should return quickly."""
