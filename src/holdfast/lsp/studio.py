"""The studio that an editor opens: a process of the language server, which ends with it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import webbrowser
from pathlib import Path

from lsprotocol import types

from holdfast.lsp.rename import Refused
from holdfast.lsp.session import Session

SECONDS_TO_START = 20.0


async def open_run(session: Session, root: Path, number: str) -> str:
    """Show a stored run in the studio of a folder, which starts if necessary; its address.

    An address works once: whoever wants another one asks for it on standard input.
    """
    process = session.studios.get(root)
    if process is None or process.returncode is not None:
        process = session.studios[root] = await _started(session, root, number)
    else:
        assert process.stdin is not None
        process.stdin.write(f"{number}\n".encode())
    address = await _address(process)
    await _show(session, address)
    return address


async def _started(session: Session, root: Path, number: str) -> asyncio.subprocess.Process:
    paths = [word for folder in session.project.paths for word in ("--path", str(folder))]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # a project may have files that are named like modules
        "-m",
        "holdfast",
        "studio",
        str(root),
        "--no-open",
        "--run",
        number,
        *paths,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    session.processes.add(process)
    return process


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    line = b""
    with contextlib.suppress(TimeoutError):
        line = await asyncio.wait_for(process.stdout.readline(), SECONDS_TO_START)
    if not line.startswith(b"http"):
        raise Refused("the studio does not start: try `holdfast studio` in a terminal")
    return line.decode().strip()


async def _show(session: Session, address: str) -> None:
    """Let the editor open the address, which may be on another machine, or open it here."""
    window = session.server.client_capabilities.window
    if window is not None and window.show_document is not None and window.show_document.support:
        params = types.ShowDocumentParams(address, external=True)
        with contextlib.suppress(Exception):  # an editor that fails to open it is not our error
            if (await session.server.window_show_document_async(params)).success:
                return
    if not await asyncio.to_thread(webbrowser.open, address):
        told = types.ShowMessageParams(types.MessageType.Info, f"open {address}")
        session.server.window_show_message(told)
