"""Compiled code by content: private to the user, verified, safe with several processes."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

MOST_BYTES = 256 << 20
"""How much the cache may hold; the entries used longest ago go first."""


def folder() -> Path:
    """The folder of the cache; `HOLDFAST_CACHE` names another one."""
    from platformdirs import user_cache_path

    given = os.environ.get("HOLDFAST_CACHE")
    path = Path(given) if given else user_cache_path("holdfast", appauthor=False) / "native"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def key_of(*parts: str) -> str:
    """The name of what is made from these texts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def find(key: str, suffix: str = ".so") -> Path | None:
    """The cached file of a key, if it is there, our own, and as it was written."""
    path = folder() / f"{key}{suffix}"
    try:
        data = path.read_bytes()
        wanted = path.with_suffix(".sha256").read_text("ascii")
        own = not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()
    except OSError:
        return None
    if not own or hashlib.sha256(data).hexdigest() != wanted:
        return None
    os.utime(path)
    return path


def keep(key: str, made: Path, suffix: str = ".so") -> Path:
    """Move a compiled file into the cache; whole files only ever appear under their names."""
    path = folder() / f"{key}{suffix}"
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    _replace(path.with_suffix(".sha256"), digest)
    made.replace(path)
    _trim()
    return path


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
    Path(name).replace(path)


def _trim() -> None:
    entries = []
    for path in (*folder().glob("*.so"), *folder().glob("*.o")):
        try:
            status = path.stat()
        except OSError:
            continue  # another process has just removed it
        entries.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= MOST_BYTES:
            return
        total -= size
        path.unlink(missing_ok=True)
        path.with_suffix(".sha256").unlink(missing_ok=True)
