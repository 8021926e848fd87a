"""The system's compiler gives what tcc gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.native.build import system_compiler
from tests.native.test_agreement import BODIES, agree, module, system_of

pytestmark = [
    pytest.mark.cc,
    pytest.mark.skipif(system_compiler() is None, reason="no system C compiler: cc"),
]


def test_cc_gives_what_tcc_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    body = BODIES["recursive operators and functions"]
    agree(system_of(tmp_path, module(body, "x, y", "Integers, FiniteSets"), config), "cc")
