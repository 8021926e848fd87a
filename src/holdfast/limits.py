"""Limits on the resources that a command may use."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a command: seconds, bytes of memory, depth in steps, distinct states.

    None means no limit.
    """

    seconds: float | None = None
    memory: int | None = None
    depth: int | None = None
    states: int | None = None

    def allow(self, question: str, *names: str) -> None:
        """Raise ValueError if a limit is given that a command does not support."""
        for field in fields(self):
            if field.name not in names and getattr(self, field.name) is not None:
                known = ", ".join(names)
                raise ValueError(f"{question} has no limit `{field.name}`; its limits are: {known}")


NO_LIMITS = Limits()
