"""A studio for each test, in a folder with small specs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Client, serving
from tests.web.specs import project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project, beside which there is a secret."""
    return project(tmp_path)


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    """A server of that project, and a client with its token."""
    with serving(folder) as client:
        yield client


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server for all tests that change nothing; in its folder are links not to be followed."""
    folder = project(tmp_path_factory.mktemp("shared"))
    (folder / "link.tla").symlink_to(folder.parent / "secret.tla")
    (folder / "linked").symlink_to(folder.parent)
    (folder / "loop.tla").symlink_to(folder / "loop.tla")
    (folder / "notes.txt").write_text("notes", encoding="utf-8")
    (folder / "program.py").write_text("import os\n", encoding="utf-8")
    (folder / "folder.tla").mkdir()
    os.mkfifo(folder / "pipe.tla")
    with serving(folder) as client:
        yield client
