"""`holdfast studio`: the address comes first, Enter prints another, Ctrl-C ends everything."""

from __future__ import annotations

import http.client
import json
import os
import pty
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from holdfast.cli.main import run


@contextmanager
def studio(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command on a terminal: its process, and the terminal's end of the line."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "holdfast", "studio", str(folder), "--no-open", *options]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    os.close(theirs)
    try:
        yield process, ours
    finally:
        process.kill()
        process.communicate()
        os.close(ours)


def entered(link: str) -> int:
    """The status of the request of a page that is opened with this address."""
    address, _, key = link.strip().partition("/#key=")
    host = address.removeprefix("http://")
    end = time.monotonic() + 20
    while True:
        connection = http.client.HTTPConnection(host, timeout=10)
        try:
            connection.request("POST", "/api/enter", json.dumps({"key": key}))
            return connection.getresponse().status
        except ConnectionError:
            assert time.monotonic() < end
            time.sleep(0.02)
        finally:
            connection.close()


def test_the_address_is_the_first_line_and_enter_prints_another(tmp_path: Path) -> None:
    with studio(tmp_path, "--port", "0") as (process, terminal):
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first.startswith("http://127.0.0.1:")
        assert entered(first) == 200
        assert entered(first) == 401
        os.write(terminal, b"\n")
        second = process.stdout.readline()
        assert second.partition("#")[0] == first.partition("#")[0]
        assert second != first
        assert entered(second) == 200
        os.write(terminal, b"12\n")
        assert process.stdout.readline().strip().endswith("&run=12")
        process.send_signal(signal.SIGINT)
        assert process.wait(15) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert not (tmp_path / ".holdfast").exists()


def test_the_first_free_port_is_taken_and_a_given_one_only_if_it_is_free(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "holdfast", "studio", str(tmp_path), "--port", str(port)],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    assert done.returncode == 153
    assert f"holdfast: 127.0.0.1:{port}: Address already in use" in done.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--host", "0.0.0.0"], "--host needs --allow-host NAME"),
        (["missing"], "does not exist"),
        (["--port", "99999"], "not in the range"),
    ],
)
def test_wrong_uses_are_rejected(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["studio", *args]) == 2
    assert message in capsys.readouterr().err


def test_on_windows_it_says_that_it_does_not_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert run(["studio"]) == 2
    assert "needs Linux, macOS or the Windows Subsystem for Linux" in capsys.readouterr().err
