"""A studio for each test, in a folder with small specs."""

from __future__ import annotations

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
