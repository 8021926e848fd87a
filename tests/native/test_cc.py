"""The system's compiler: the runtime is compiled once, and what is cached is verified."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.native import cache, cc
from holdfast.native.build import build
from holdfast.native.cc import BuildError, Job, system_compiler
from holdfast.native.emit import emit_model
from tests.native.test_agreement import module, system_of

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(system_compiler() is None, reason="no system C compiler: cc"),
]


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cc, "FLAGS", ("-std=c99", "-O0", "-fPIC", "-w"))
    body = "Init == x = 0\nNext == x < 3 /\\ x' = x + 1\n"
    return emit_model(system_of(tmp_path, module(body)))


def test_the_runtime_is_compiled_once_for_all_models(model: str) -> None:
    assert build(model, "cc").compiler == "cc"
    (runtime,) = cache.folder().glob("*.o")
    made = runtime.stat().st_mtime_ns
    build(model + "\n", "cc")
    assert [p.name for p in cache.folder().glob("*.o")] == [runtime.name]
    assert len(list(cache.folder().glob("*.so"))) == 2
    assert runtime.stat().st_size > 0
    assert made > 0


def test_an_object_that_was_changed_is_made_again(model: str) -> None:
    build(model, "cc")
    (runtime,) = cache.folder().glob("*.o")
    runtime.write_bytes(b"something else")
    assert cache.find(runtime.stem, ".o") is None
    build(model + "\n", "cc")
    assert cache.find(runtime.stem, ".o") == runtime


def test_what_the_compiler_refuses_is_said_and_nothing_is_left(model: str) -> None:
    compiler = system_compiler()
    assert compiler is not None
    with pytest.raises(BuildError, match="error"):
        Job("this is not C", compiler).result()
    assert [p for p in cache.folder().iterdir() if p.is_dir()] == []
    assert model


def test_a_job_that_is_ended_leaves_nothing(model: str) -> None:
    compiler = system_compiler()
    assert compiler is not None
    job = Job(model, compiler)
    job.end()
    assert [p for p in cache.folder().iterdir() if p.is_dir()] == []
