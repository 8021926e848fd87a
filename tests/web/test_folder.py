"""Paths below a folder, for any text; the stream of events; the address of the server."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast.web.errors import Rejected
from holdfast.web.events import Events
from holdfast.web.folder import READABLE, WRITABLE, Folder
from holdfast.web.jobs import Jobs
from holdfast.web.server import FIRST_PORT, Address
from holdfast.web.watch import Watch
from tests.loops import run_loop
from tests.web.specs import project

PIECES = st.sampled_from(
    ["..", ".", "/", "\\", "\0", "~", "sub", "linked", "link", "Counter", "secret", " ", "\u202e",
     ".tla", ".cfg", ".py", ".tla/", "\ud800", "C:", "%2e", "\n", "..tla", "a" * 300]
)  # fmt: skip
PATHS = st.one_of(
    st.lists(PIECES, max_size=8).map("".join),
    st.text(max_size=20).map(lambda text: f"{text}.tla"),
    st.lists(PIECES, max_size=6).map(lambda parts: "/".join(parts) + ".tla"),
)


@pytest.fixture(scope="module")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A folder with links that lead out of it."""
    folder = project(tmp_path_factory.mktemp("folder"))
    (folder / "link.tla").symlink_to(folder.parent / "secret.tla")
    (folder / "linked").symlink_to(folder.parent)
    (folder / "sub" / "link").symlink_to("/")
    return Folder(folder)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=PATHS)
def test_every_path_is_below_the_folder_or_rejected(path: str, trapped: Folder) -> None:
    for endings in (READABLE, WRITABLE):
        try:
            found = trapped.path(path, endings)
        except Rejected:
            continue
        assert found == found.resolve()
        assert found.is_relative_to(trapped.root)
        assert found.name.endswith(endings)
        assert not any(part.startswith(".") for part in found.relative_to(trapped.root).parts)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=PATHS)
def test_what_is_read_is_a_file_of_the_list(path: str, trapped: Folder) -> None:
    try:
        text = trapped.read(path).text
    except Rejected:
        return
    assert text != "secret"
    real = {str((trapped.root / name).resolve()) for name in trapped.files()}
    assert str((trapped.root / path).resolve()) in real


# ---- events ----


async def _lines(stream: AsyncIterator[bytes], count: int) -> list[bytes]:
    found = []
    async for line in stream:
        found.append(line)
        if len(found) == count:
            break
    return found


def test_a_quiet_stream_says_that_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.web.events._QUIET", 0.02)
    assert run_loop(_lines(Events().stream(None), 3)) == [b"\n"] * 3


def test_a_page_that_reads_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.web.events._KEPT", 10)

    async def overrun() -> list[bytes]:
        events = Events()
        stream = events.stream(None)
        assert await anext(stream) == b"\n"
        for number in range(100):
            events.add({"event": "progress", "run": "1", "number": number})
        assert not events.has_pages
        return await _lines(stream, 99)

    lines = run_loop(overrun())
    assert [json.loads(line)["number"] for line in lines] == list(range(11))


def test_numbers_grow_also_over_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    async def first_number(events: Events) -> int:
        events.add({"event": "start", "run": "1"})
        line = (await _lines(events.stream(0), 2))[1]
        number: int = json.loads(line)["seq"]
        return number

    before = run_loop(first_number(Events()))
    monkeypatch.setattr("holdfast.web.events.time.time", lambda: 2e9)
    assert run_loop(first_number(Events())) > before


def test_an_older_text_that_replaces_a_file_is_a_change_of_now(tmp_path: Path) -> None:
    path, other = tmp_path / "A.tla", tmp_path / "other.txt"
    path.write_text("new", encoding="utf-8")
    other.write_text("old", encoding="utf-8")
    os.utime(other, (1e9, 1e9))
    found: list[dict[str, Any]] = []
    watch = Watch(Folder(tmp_path), Jobs(tmp_path, Events()))
    watch.events = cast("Events", SimpleNamespace(add=found.append))
    watch._compare(watch._state())
    began = time.time()
    other.replace(path)
    watch._compare(watch._state())
    path.unlink()
    watch._compare(watch._state())
    assert [(e["path"], e["change"]) for e in found] == [("A.tla", "changed"), ("A.tla", "gone")]
    assert found[0]["modified"] >= began - 1
    assert found[1]["modified"] is None


# ---- the address ----


def test_the_server_listens_on_this_machine_from_the_usual_port_on() -> None:
    first, second = Address().bind(), Address().bind()
    # Only then asyncio sends each part of a response at once.
    assert first.proto == socket.IPPROTO_TCP
    try:
        assert first.getsockname()[0] == second.getsockname()[0] == "127.0.0.1"
        assert FIRST_PORT <= first.getsockname()[1] < second.getsockname()[1]
    finally:
        first.close()
        second.close()
    with pytest.raises(OSError, match=r"203\.0\.113\.1:1") as failure:
        Address("203.0.113.1", 1).bind()
    assert failure.value.filename == "203.0.113.1:1"


def test_a_studio_may_be_of_any_folder(tmp_path: Path) -> None:
    assert Folder(tmp_path / "missing").files() == []
