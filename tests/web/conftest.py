"""A studio for each test, in a folder with small specs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Client, serving
from tests.web.specs import COUNTER, COUNTER_CFG, ENDLESS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project, beside which there is a secret."""
    (tmp_path / "secret.tla").write_text("secret", encoding="utf-8")
    root = tmp_path / "project"
    (root / "sub").mkdir(parents=True)
    (root / "Counter.tla").write_text(COUNTER, encoding="utf-8")
    (root / "Counter.cfg").write_text(COUNTER_CFG, encoding="utf-8")
    (root / "sub" / "Endless.tla").write_text(ENDLESS, encoding="utf-8")
    return root


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    """A server of that project, and a client with its token."""
    with serving(folder) as client:
        yield client
