"""How many processes to make room for, in a model whose processes cannot be counted.

A search starts with room for few. One that needs more is repeated with twice as many, up to the
limit of the model. The last size is cached: a wrong one costs time, and changes no result.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from holdfast.cache_folder import cache_folder
from holdfast.front.document import Asked, Room
from holdfast.verdict import Answer, Failed

FIRST = 4
_MOST_ENTRIES = 500


def first_room(path: Path, asked: Asked) -> Asked:
    """A query with the room that the last search of this model needed, or with little."""
    known = _read(_entry(path, asked))
    return replace(asked, room=known or FIRST, uncounted=known is not None)


def more_room(asked: Asked, room: Room | None, answer: Answer) -> Asked | None:
    """The query to repeat because the search needs more room than it had; None if it does not."""
    verdict = answer.verdict
    if room is None or not isinstance(verdict, Failed):
        return None
    if not any(room.lack in d.message for d in verdict.diagnostics):
        return None
    larger = room.larger()
    if larger is not None:
        return replace(asked, room=larger)
    # The model may have changed since it was found that its processes cannot be counted.
    return replace(asked, uncounted=False) if asked.uncounted else None


def keep_room(path: Path, asked: Asked, room: Room | None) -> None:
    """Cache the size of a room that was large enough."""
    entry = _entry(path, asked)
    if room is None or _read(entry) == room.size:
        return
    with suppress(OSError):  # losing it only costs time
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        entries = list(entry.parent.iterdir())
        if len(entries) >= _MOST_ENTRIES:
            min(entries, key=lambda p: p.stat().st_mtime).unlink(missing_ok=True)
        entry.write_text(str(room.size), "ascii")


def _read(entry: Path) -> int | None:
    try:
        text = entry.read_text("ascii")
    except (OSError, ValueError):
        return None
    return int(text) if text.isdecimal() and 0 < len(text) < 4 and int(text) > 0 else None


def _entry(path: Path, asked: Asked) -> Path:
    text = repr((str(path.resolve()), sorted(asked.constants.items())))
    key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return cache_folder("room") / key
