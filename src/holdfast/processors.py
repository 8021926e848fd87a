"""How many processors there are for us."""

from __future__ import annotations

import os


def processors() -> int:
    """As many as this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1
