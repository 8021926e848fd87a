"""The cache of compiled code: several processes at once, damage, folders that cannot be used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.native.build import cache
from holdfast.native.build.cc import system_compiler
from tests.small_specs import module

pytestmark = pytest.mark.native

# 10,000 states: enough for cc to be asked for when it is slow to start.
GRID = """
Init == x = [i \\in 1..4 |-> 0]
Next == \\E i \\in 1..4 : x[i] < 9 /\\ x' = [x EXCEPT ![i] = @ + 1]
Inv == x[1] < 10
"""
RESULT = ["10000", "36001"]
CONFIG = "INIT Init\nNEXT Next\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\n"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "Small.tla"
    path.write_text(module(GRID), "utf-8")
    path.with_suffix(".cfg").write_text(CONFIG, "utf-8")
    return path


def start(spec: Path, *options: str, **environment: str) -> subprocess.Popen[str]:
    paths = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-m", "holdfast", "check", str(spec), "--json", *options],
        env={**os.environ, "PYTHONPATH": paths, **environment},
        cwd=spec.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer_of(process: subprocess.Popen[str]) -> dict[str, object]:
    out, said = process.communicate(timeout=300)
    assert process.returncode == 0, out + said
    answer: dict[str, object] = json.loads(out)
    assert answer["engine"] == "native"
    check = answer["check"]
    assert isinstance(check, dict)
    states = check["states"]
    assert (states["distinct"], states["generated"]) == (10_000, 36_001)
    return answer


def test_everything_runs_without_any_compiler(spec: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    folder = tmp_path / "cache"
    answer = answer_of(start(spec, PATH=str(nothing), CC="", HOLDFAST_CACHE=str(folder)))
    assert answer["verdict"] == "exhausted"
    assert [p for p in folder.rglob("*") if p.is_file()] == []


# A process that compiles with cc before it searches, as those do that search for long.
WITH_CC = """
import sys
from dataclasses import replace
from pathlib import Path
from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.workbench import load, prepare
answer = check(prepare(load(Path(sys.argv[1]))).system, replace(DEFAULTS, compiler="cc"))
assert answer.engine == "native", answer
print(answer.counts.distinct, answer.counts.generated)
"""


def compile_and_search(spec: Path, folder: Path) -> subprocess.Popen[str]:
    paths = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-c", WITH_CC, str(spec)],
        env={**os.environ, "PYTHONPATH": paths, "HOLDFAST_CACHE": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.skipif(system_compiler() is None, reason="no system C compiler: cc")
def test_several_processes_compile_the_same_at_once(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache"
    processes = [compile_and_search(spec, folder) for _ in range(4)]
    assert [p.communicate(timeout=300)[0].split() for p in processes] == [RESULT] * 4
    monkeypatch.setenv("HOLDFAST_CACHE", str(folder))
    left = sorted(p.name for p in (folder / "native").iterdir())
    assert {Path(name).suffix for name in left} == {".so", ".o"}
    keys = {(name.partition("-")[0], Path(name).suffix) for name in left}
    assert len(keys) == 2
    assert all(cache.find(*key) is not None for key in keys)


@pytest.mark.skipif(system_compiler() is None, reason="no system C compiler: cc")
def test_a_damaged_entry_is_made_again(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache"
    assert compile_and_search(spec, folder).communicate(timeout=300)[0].split() == RESULT
    (library,) = (folder / "native").glob("*.so")
    library.write_bytes(library.read_bytes()[:-100] + bytes(100))
    process = compile_and_search(spec, folder)
    assert process.communicate(timeout=300)[0].split() == RESULT
    monkeypatch.setenv("HOLDFAST_CACHE", str(folder))
    assert cache.find(library.name.partition("-")[0]) is not None


def test_a_folder_that_cannot_be_used_is_said_and_does_no_harm(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", "utf-8")
    answer = answer_of(start(spec, HOLDFAST_CACHE=str(tmp_path / "file" / "cache")))
    warnings = json.dumps(answer)
    assert "compiled code is not cached" in warnings
