"""The system's compiler gives what tcc gives, also under the sanitizers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.native.build.cc import system_compiler
from tests.native.agreement import agree
from tests.native.bodies import BODIES
from tests.small_specs import module, system_of

pytestmark = [
    pytest.mark.cc,
    pytest.mark.skipif(system_compiler() is None, reason="no system C compiler: cc"),
]
RUN_AGAIN = ("agreement_random", "agreement_wide", "candidates", "simulate")
HERE = Path(__file__).parent


def test_cc_gives_what_tcc_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    body = BODIES["recursive operators and functions"]
    agree(system_of(tmp_path, module(body, "x, y", "Integers, FiniteSets"), config), "cc")


def run_random_systems(tmp_path: Path, **more: str) -> None:
    environment = {
        **os.environ,
        "HOLDFAST_CACHE": str(tmp_path / "cache"),
        "HOLDFAST_TEST_COMPILER": "cc",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        **more,
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-s", "-m", ""]
    result = subprocess.run(
        [*command, *(str(HERE / f"test_{name}.py") for name in RUN_AGAIN)],
        env=environment,
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-6000:]


@pytest.mark.slow
def test_random_systems_agree_with_cc(tmp_path: Path) -> None:
    run_random_systems(tmp_path, HOLDFAST_TEST_EXAMPLES="20")


@pytest.mark.slow
def test_random_systems_agree_under_the_sanitizers(tmp_path: Path) -> None:
    sanitizer = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    run_random_systems(
        tmp_path,
        HOLDFAST_TEST_CC_FLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover"
        " -DEXACT_ARENA",
        HOLDFAST_TEST_EXAMPLES="20",
        LD_PRELOAD=sanitizer,
        ASAN_OPTIONS="detect_leaks=0",
    )
