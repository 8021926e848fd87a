"""A real kernel of Jupyter: cells that it runs, and what they display."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty
from typing import Any

import pytest

SECONDS = 60


def require(*names: str) -> None:
    """Skip the test by the name of what is missing."""
    for name in names:
        pytest.importorskip(name, reason=f"{name} is not installed")


@dataclass
class Cell:
    """What a cell displayed: messages in the order of their arrival."""

    messages: list[tuple[str, Any]] = field(default_factory=list)

    def of(self, kind: str) -> list[Any]:
        return [content for each, content in self.messages if each == kind]

    @property
    def text(self) -> str:
        """What it printed, and the text of its value."""
        values = [c["data"]["text/plain"] for c in self.of("execute_result")]
        return "".join([*(c["text"] for c in self.of("stream")), *values])

    @property
    def errors(self) -> list[str]:
        return ["\n".join(c["traceback"]) for c in self.of("error")]


@dataclass
class Kernel:
    """A kernel that runs."""

    manager: Any
    client: Any

    def run(self, code: str, seen: Callable[[str], bool] = lambda _: False) -> Cell:
        """Run a cell; interrupt it once it has displayed a kind of message that `seen` accepts."""
        asked, cell, until = self.client.execute(code), Cell(), time.monotonic() + SECONDS
        while time.monotonic() < until:
            try:
                message = self.client.get_iopub_msg(timeout=1)
            except Empty:
                continue
            if message["parent_header"].get("msg_id") != asked:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                return cell
            cell.messages.append((kind, content))
            if seen(kind):
                self.manager.interrupt_kernel()
                seen = lambda _: False  # noqa: E731
        raise AssertionError(f"the cell did not end: {cell.messages[-3:]}")


@contextmanager
def running_kernel() -> Iterator[Kernel]:
    """A kernel, which ends with the block."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3")
    try:
        yield Kernel(manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
