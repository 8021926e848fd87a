"""Compiled code by content: private to the user, verified, safe with several processes.

An entry is one file, whose name consists of the key and the digest of its content:
it appears atomically, even if several processes create it, and one that was changed is not an
entry any more.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache as remember
from pathlib import Path

from holdfast.cache_folder import cache_folder

MOST_BYTES = 256 << 20
"""The size limit of the cache; the least recently used entries are removed first."""
_NOTE = ".wanted"
_BUILD = "build-"
_ABANDONED_SECONDS = 3600
"""No compilation takes longer."""


def folder() -> Path:
    """The folder of the cache; `HOLDFAST_CACHE` names another one."""
    path = _wanted()
    return path if trouble() is None else _own_folder(path)


def trouble() -> str | None:
    """Why the folder of the cache cannot be used, if so: then nothing is cached."""
    path = _wanted()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return f"{path}: {error.strerror}"
    return None if os.access(path, os.W_OK | os.X_OK) else f"{path}: it is not writable"


def _wanted() -> Path:
    return cache_folder("native")


@remember
def _own_folder(_: Path) -> Path:
    """A folder for this process alone, in place of one that cannot be used."""
    path = tempfile.mkdtemp(prefix="holdfast-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return Path(path)


def key_of(*parts: str) -> str:
    """The key of these texts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def find(key: str, suffix: str = ".so") -> Path | None:
    """The cached file of a key, if it exists, is the user's own, and is unchanged."""
    for path in folder().glob(f"{key}-*{suffix}"):
        try:
            own = not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()
            if own and path.name == f"{key}-{_digest(path)}{suffix}":
                os.utime(path)
                return path
        except OSError:
            continue  # another process has just removed it
    return None


def keep(key: str, made: Path, suffix: str = ".so") -> Path:
    """Move a compiled file into the cache; whole files only ever appear under their names."""
    path = folder() / f"{key}-{_digest(made)}{suffix}"
    made.replace(path)
    _trim()
    return path


def note(key: str, seconds: float) -> None:
    """Record that a key was wanted that is not in the cache, and for how long it was used."""
    with suppress(OSError), (folder() / f"{key}{_NOTE}").open("ab") as file:
        file.write(f"{seconds:.3f}\n".encode("ascii"))  # losing it only costs time


def noted(key: str) -> float:
    """The sum of all seconds that `note` recorded for this, in any process."""
    try:
        text = (folder() / f"{key}{_NOTE}").read_text("ascii")
        return sum(map(float, text.split()))
    except (OSError, ValueError):
        return 0.0


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def new_folder() -> Path:
    """A folder to build something in; the caller removes it."""
    return Path(tempfile.mkdtemp(prefix=_BUILD, dir=folder()))


def _remove_abandoned() -> None:
    """Remove the folders of processes that were killed."""
    for path in folder().glob(f"{_BUILD}*"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - _ABANDONED_SECONDS:
                shutil.rmtree(path, ignore_errors=True)


def _trim() -> None:
    _remove_abandoned()
    entries = []
    for path in (p for suffix in (".so", ".o", _NOTE) for p in folder().glob(f"*{suffix}")):
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
