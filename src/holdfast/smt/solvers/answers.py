"""A cache of solver results: private to the user, verified, bounded, process-safe.

The key is the hash of everything that determines the result: the text of the query, the
solver and its version, the strategy and the limits. Only reproducible results are cached:
not a crash, a wall-clock timeout or a lack of memory.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from holdfast.cache_folder import cache_folder
from holdfast.smt.solvers.outcome import Limits, Outcome

MOST_BYTES = 32 << 20
"""The size limit of the cache; the least recently used results are removed first."""

_SETTLED = frozenset(("unsat", "sat", "unknown"))
_COMMENT = re.compile(r"^;.*\n", re.MULTILINE)
_PACKAGES = {"z3": "z3-solver", "cvc5": "cvc5"}


@cache
def version_of(solver: str) -> str:
    """The solver and the version of its package, without loading it."""
    try:
        return f"{solver} {version(_PACKAGES[solver])}"
    except PackageNotFoundError:
        return solver


def folder() -> Path:
    """The folder of the cache."""
    path = cache_folder("smt")
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def key_of(
    text: str, solver: str, strategy: str, limits: Limits, sizes: Mapping[str, int] | None
) -> str:
    """The key of a query, ignoring comments; `solver` includes its version."""
    text = _COMMENT.sub("", text)
    bounds = json.dumps(sorted((sizes or {}).items()))
    digest = hashlib.sha256()
    for part in (text, solver, strategy, str(limits.rlimit), str(limits.memory_mb), bounds):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def find(key: str, where: Path | None = None) -> Outcome | None:
    """The result cached under a key, if it exists, is ours, and is intact."""
    try:
        path = (where or folder()) / f"{key}.json"
        text = path.read_text("utf-8")
        own = not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()
    except (OSError, UnicodeDecodeError):
        return None
    digest, _, body = text.partition("\n")
    if not own or digest != _digest(key, body):
        return None
    os.utime(path)
    kept = json.loads(body)
    return Outcome(
        kept["status"], kept["solver"], kept["seconds"], kept["reason"], None, tuple(kept["core"])
    )


def keep(key: str, outcome: Outcome, where: Path | None = None) -> None:
    """Cache a result without its model; a cache that cannot be written is not an error."""
    # A resource limit is reproducible, a limit of seconds is not.
    again = outcome.limit == "resources"
    if outcome.status not in _SETTLED and not again:
        return
    body = json.dumps(
        {
            "status": outcome.status,
            "solver": outcome.solver,
            "seconds": round(outcome.seconds, 4),
            "reason": outcome.reason,
            "core": outcome.core,
        }
    )
    try:
        path = (where or folder()) / f"{key}.json"
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{_digest(key, body)}\n{body}")
        Path(name).replace(path)
    except OSError:
        return


def trim() -> None:
    """Remove the least recently used results, if there are too many."""
    entries = []
    try:
        for path in folder().glob("*.json"):
            status = path.stat()
            entries.append((status.st_mtime, status.st_size, path))
    except OSError:
        return  # another process is removing some
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= MOST_BYTES:
            return
        total -= size
        path.unlink(missing_ok=True)


def _digest(key: str, body: str) -> str:
    return hashlib.sha256(f"{key}\n{body}".encode()).hexdigest()
