"""The C runtime on the system's compiler: without a warning, and under the sanitizers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.queue_model import C_TEXT
from tests.native.runtime_library import build_with_cc, with_runtime

pytestmark = [
    pytest.mark.cc,
    pytest.mark.skipif(shutil.which("cc") is None, reason="no system C compiler: cc"),
]


def test_the_runtime_compiles_without_a_warning() -> None:
    source = with_runtime(C_TEXT)
    build_with_cc(source, source.with_suffix(".so"), "-O2")


@pytest.mark.slow
def test_the_tests_of_the_runtime_pass_under_the_sanitizers() -> None:
    sanitizer = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    environment = {
        **os.environ,
        "HOLDFAST_TEST_CC_FLAGS": "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover"
        " -DEXACT_ARENA",
        "LD_PRELOAD": sanitizer,
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    here = Path(__file__).parent
    tests = [str(here / f"test_runtime{part}.py") for part in ("", "_builtins", "_explore")]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    result = subprocess.run(
        command, env=environment, cwd=here.parents[1], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-6000:]
