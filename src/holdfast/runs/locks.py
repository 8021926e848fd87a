"""Whether the process of a run is alive: it holds a lock on a file, which ends with the process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl


def hold(path: Path) -> int:
    """Hold the lock on a file with the number of this process; others may, too. Raises OSError.

    The result is closed by `os.close`, or when the process ends.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_SH)
    os.write(file, str(os.getpid()).encode())
    return file


def holder(path: Path) -> int | None:
    """The number of the process that holds the lock, the last of several; None if none does."""
    if not _is_held(path):
        return None
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0  # it holds the lock, and has not yet written its number


def _is_held(path: Path) -> bool:
    try:
        if sys.platform == "win32":
            path.replace(path)  # an open file cannot be renamed there
            return False
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    except PermissionError:
        return sys.platform == "win32"
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
