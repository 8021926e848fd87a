"""Paths below a folder, for any text; the stream of events; the address of the server."""

from __future__ import annotations

import asyncio
import contextlib
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
    first, listening, *later = run_loop(_lines(Events().stream(None), 4))
    assert json.loads(listening)["event"] == "listening"
    assert [first, *later] == [b"\n"] * 3


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

    listening, *lines = run_loop(overrun())
    assert json.loads(listening)["event"] == "listening"
    assert [json.loads(line)["number"] for line in lines] == list(range(10))


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
    watch.events = cast("Events", SimpleNamespace(add=lambda event, keep=True: found.append(event)))
    watch._compare(watch._state())
    assert found.pop() == {"event": "listening"}
    began = time.time()
    other.replace(path)
    watch._compare(watch._state())
    path.unlink()
    watch._compare(watch._state())
    assert [(e["path"], e["change"]) for e in found] == [("A.tla", "changed"), ("A.tla", "gone")]
    assert found[0]["modified"] >= began - 1
    assert found[1]["modified"] is None


def test_pages_read_again_what_changed_before_the_first_look(tmp_path: Path) -> None:
    path = tmp_path / "A.tla"
    path.write_text("old", encoding="utf-8")
    folder, events = Folder(tmp_path), Events()
    watch = Watch(folder, Jobs(tmp_path, events))

    async def page() -> tuple[str, str]:
        stream = events.stream(None)
        assert [json.loads(line)["event"] for line in (await _lines(stream, 2))[1:]] == [
            "listening"
        ]
        text = folder.read("A.tla").text
        path.write_text("new", encoding="utf-8")
        watch._compare(watch._state())
        assert json.loads(await asyncio.wait_for(anext(stream), 5))["event"] == "listening"
        return text, folder.read("A.tla").text

    assert run_loop(page()) == ("old", "new")


def test_a_stream_that_breaks_before_any_event_goes_on_where_it_was(tmp_path: Path) -> None:
    events = Events()

    async def page() -> list[str]:
        since = json.loads((await _lines(events.stream(None), 2))[1])["seq"]
        events.add({"event": "file", "path": "A.tla"})
        return [json.loads(line)["event"] for line in (await _lines(events.stream(since), 3))[1:]]

    assert run_loop(page()) == ["file", "listening"]


def test_a_change_within_the_same_moment_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "A.tla"
    watch = Watch(Folder(tmp_path), Jobs(tmp_path, Events()))
    for _ in range(20):
        path.write_text("one", encoding="utf-8")
        before = watch._state()
        path.write_text("two", encoding="utf-8")
        time.sleep(0.06)
        assert watch._state() != before


def test_a_busy_machine_is_not_taken_for_a_large_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []
    monkeypatch.setattr("holdfast.web.watch._EVERY", 0.01)
    monkeypatch.setattr("holdfast.web.watch._FILES_EVERY", 0.02)
    watch = Watch(Folder(tmp_path), Jobs(tmp_path, Events()))

    def slow() -> dict[str, tuple[int, int, int, bool]]:
        looks.append(time.monotonic())
        time.sleep(0.1)  # as long as others have the processor
        return {}

    monkeypatch.setattr(watch, "_state", slow)

    async def watched() -> None:
        stream = watch.events.stream(None)
        await anext(stream)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(watch.run(), 1.5)

    run_loop(watched())
    assert len(looks) > 2, "20 times as long as it takes would be one look in two seconds"


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
