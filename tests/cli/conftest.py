"""Running a command line in a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from holdfast.cli.main import run


@dataclass(frozen=True)
class Outcome:
    """What a command line did."""

    exit: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Holdfast = Callable[..., Outcome]


@pytest.fixture
def holdfast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Holdfast:
    """Run `holdfast` with these arguments; the current folder is a fresh one."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> Outcome:
        code = run(args)
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return call
