"""The system's compiler: the runtime is compiled once, and what is cached is verified."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from holdfast.native.build import build as build_module
from holdfast.native.build import cache, cc
from holdfast.native.build.build import Faster, build
from holdfast.native.build.cc import BuildError, Job, system_compiler
from holdfast.native.emit.emit import emit_model
from tests.small_specs import module, system_of

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
    key = runtime.stem.partition("-")[0]
    runtime.write_bytes(b"something else")
    assert cache.find(key, ".o") is None
    build(model + "\n", "cc")
    found = cache.find(key, ".o")
    assert found is not None
    assert found.stat().st_size > 1000


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


def test_cc_may_have_arguments_and_is_left_out_if_it_cannot_be_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = system_compiler()
    monkeypatch.setenv("CC", "cc -DSOMETHING=1")
    system_compiler.cache_clear()
    assert system_compiler() == f"{usual} -DSOMETHING=1"
    monkeypatch.setenv("CC", "no-such-compiler")
    system_compiler.cache_clear()
    assert system_compiler() == usual
    monkeypatch.undo()
    system_compiler.cache_clear()


def impatient(*_: str) -> float:
    return 0.0


def test_better_code_comes_once(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_module, "_patience", impatient)
    faster = Faster(model)
    assert faster.program.compiler == "tcc"
    program = None
    while program is None:  # the first call starts cc
        program = faster.better(1)
    assert program.compiler == "cc"
    assert faster.better(1) is None
    assert Faster(model).program.compiler == "cc"


def test_a_search_goes_on_where_cc_fails(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_module, "_patience", impatient)
    monkeypatch.setattr(cc, "FLAGS", ("--no-such-flag",))
    faster = Faster(model)
    assert faster.better(1) is None
    assert faster._job is not None
    while not faster._job.is_over():
        pass
    assert faster.better(1) is None
    assert not list(cache.folder().glob("build-*"))
    faster.end()


def test_a_model_whose_searches_took_as_long_as_cc_is_compiled_when_it_is_searched_again(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Faster(model).end()  # this one took no time
    most = build_module._cost(model, system_compiler() or "")
    for _ in range(2):
        again = Faster(model)
        assert again.program.compiler == "tcc"
        monkeypatch.setattr(again, "_used", lambda: 0.6 * most)
        again.end()
    assert Faster(model).program.compiler == "cc"


def test_what_is_noted_twice_is_added_and_a_damaged_note_counts_as_none(model: str) -> None:
    cache.note("key", 0.25)
    cache.note("key", 1.5)
    assert cache.noted("key") == 1.75
    (cache.folder() / "key.wanted").write_bytes(b"\xff?")
    assert cache.noted("key") == 0.0


def test_a_model_that_cc_refuses_is_searched_all_the_same(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cc, "FLAGS", ("--no-such-flag",))
    monkeypatch.setattr(cache, "noted", lambda _: 1e9)
    assert Faster(model).program.compiler == "tcc"


def test_cc_is_asked_earlier_when_the_runtime_is_there(model: str) -> None:
    before = Faster(model)._patience
    build(model + "\n", "cc")
    assert Faster(model)._patience < before / 2


@pytest.mark.parametrize(("rising", "asked"), [(True, True), (False, False)])
def test_cc_is_asked_earlier_when_the_end_is_far(
    rising: bool, asked: bool, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faster = Faster(model)
    for tenth in range(1, 12):
        monkeypatch.setattr(faster, "_used", lambda t=tenth: t / 10)
        faster.better(1000 * tenth if rising else 1000 * (12 - tenth))
    assert (faster._job is not None) == asked
    faster.end()


def test_what_a_killed_process_left_is_removed(model: str) -> None:
    old, new = cache.new_folder(), cache.new_folder()
    (old / "model.c").write_text("", "utf-8")
    os.utime(old, (1.0, 1.0))
    build(model, "cc")
    assert not old.exists()
    assert new.exists()
