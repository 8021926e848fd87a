"""The location of caches."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder(part: str) -> Path:
    """The cache folder of one component, which need not exist; `HOLDFAST_CACHE` overrides it."""
    given = os.environ.get("HOLDFAST_CACHE")
    if given:
        return Path(given, part)
    from platformdirs import user_cache_path

    return user_cache_path("holdfast", appauthor=False) / part
