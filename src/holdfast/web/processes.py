"""Processes of the server: each in a group of its own, so that all it starts ends with it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

LONGEST_LINE = 1 << 28


async def start_module(module: str, *args: str, folder: Path | None = None) -> Process:
    """A process that runs a module of Python, with pipes for its input and output."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # the folder of a project may have files that are named like modules
        "-m",
        module,
        *args,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        cwd=folder,
        start_new_session=True,
        limit=LONGEST_LINE,
    )


def kill(process: Process | None) -> None:
    """End a process and all that it started, at once."""
    if process is not None and process.returncode is None:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


class Spare:
    """A process of a module that is started before it is needed: imports take half a second.

    It ends by itself if the server does, because its input ends then.
    """

    def __init__(self, module: str, folder: Path, *args: str) -> None:
        self._module = module
        self._folder = folder
        self._args = args
        self._next: asyncio.Task[Process] | None = None

    def prepare(self) -> None:
        """Start one, if there is none."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_task(self._start())

    async def take(self) -> Process:
        """The one that was started, or a new one."""
        task, self._next = self._next, None
        process = None if task is None else await task
        return await self._start() if process is None or process.returncode else process

    async def _start(self) -> Process:
        return await start_module(self._module, *self._args, folder=self._folder)

    async def close(self, reaper: Reaper) -> None:
        """End the one that nobody needed."""
        task, self._next = self._next, None
        if task is not None:
            reaper.kill(await task)


class Reaper:
    """Waits for processes that were killed, so that nothing of them is left."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def kill(self, process: Process | None) -> None:
        """End a process, and wait for that elsewhere."""
        if process is not None:
            kill(process)
            task = asyncio.get_running_loop().create_task(_reap(process))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Wait until all of them have ended."""
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=3)


async def _reap(process: Process) -> None:
    """Read what is left, so that the pipes close."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while await process.stdout.read(1 << 16):
            pass
    await process.wait()
