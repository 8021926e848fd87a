"""Running a command line; lines are long, so that no message is wrapped."""

from __future__ import annotations

import pytest

from tests.cli.conftest import holdfast as command

__all__ = ["command"]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
