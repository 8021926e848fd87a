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


# ---- options that are numbers ----

LARGEST = 2**63 - 1
"""The largest whole number: generated C and solvers count with 64 bits."""
_LEAST = {
    "between": 0, "depth": 1, "jobs": 1, "k": 1, "max_states": 1, "memory": 1, "n_ctis": 1,
    "n_lemmas": 1, "nodes": 1, "rlimit": 1, "traces": 1, "workers": 1,
}  # fmt: skip
_MOST = {"jobs": 1024, "workers": 1024}

LONGEST = 1e9
"""The longest time limit, 30 years: a lock cannot wait for much longer."""


def bounds(option: str) -> tuple[int, int]:
    """The least and the largest value of an option that is a whole number."""
    return _LEAST.get(option, -LARGEST), _MOST.get(option, LARGEST)
