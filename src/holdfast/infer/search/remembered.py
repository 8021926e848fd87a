"""A cache of the lemmas of searches without a proof, as candidates for the next run.

The atoms that such a search suggests are cached, too, for a run that continues it.

They held in all samples, and are candidates like any others. Those that are no
longer valid in the spec are dropped, and a note of the result lists them.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from holdfast.cache_folder import cache_folder

MOST = 60
"""How many lemmas are cached for a property."""


def _file(spec: Path, property: str, kind: str = "lemmas") -> Path:
    folder = cache_folder(kind)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"{spec.resolve()}\n{property}"
    return folder / f"{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()}.txt"


def remembered(spec: Path, property: str, kind: str = "lemmas") -> tuple[str, ...]:
    """The cached lemmas, or `atoms`, of an earlier search for a property of a spec."""
    try:
        path = _file(spec, property, kind)
        own = not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()
        rows = path.read_text("utf-8").splitlines() if own else []
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(row for row in rows if row)[:MOST]


def remember(spec: Path, property: str, texts: Iterable[str], kind: str = "lemmas") -> None:
    """Replace the cached lemmas, or `atoms`; a cache that cannot be written is not an error."""
    rows = [" ".join(text.split()) for text in texts]
    try:
        path = _file(spec, property, kind)
        if not rows:
            path.unlink(missing_ok=True)
            return
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write("\n".join([*rows[:MOST], ""]))
        Path(name).replace(path)
    except OSError:
        return
