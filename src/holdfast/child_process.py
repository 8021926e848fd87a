"""Processes that run a module of this package, and that end with the one that starts them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO


def start(
    module: str, *, leads_group: bool, messages: IO[bytes] | int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """A process that calls `main` of a module, with pipes for its input and output.

    If it `leads_group`, what it starts can be killed with it, and Ctrl-C is not for it.
    """
    root = str(Path(__file__).resolve().parents[1])
    paths = [root, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return subprocess.Popen(
        # Without the current folder: it may have files that are named like modules.
        [sys.executable, "-P", "-c", f"from {module} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=messages,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        start_new_session=leads_group,
    )


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group, and all that it started, at once."""
    if sys.platform == "win32" or process.poll() is not None:
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def end_with_parent() -> None:
    """Wait until the process that started this one ends, and with it the pipe; then end, too.

    What this process has started in its group ends with it.
    """
    # Not through `sys.stdin`: its lock would be taken when this process ends by itself.
    while os.read(0, 1):
        pass
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def take_output() -> IO[bytes]:
    """Standard output for messages; whatever else this process prints goes nowhere."""
    output = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return output
