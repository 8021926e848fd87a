"""Models whose processes cannot be counted: searches with room for few are repeated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holdfast.front.document import Asked, Document
from holdfast.verdict import Exhausted, Failed, Violated
from holdfast.workbench import load
from holdfast.workbench import room as rooms

COUNTING = """
chan c = [1] of { byte };
byte m;
proctype P(byte k) { byte v; c?v; m = v; if :: v < LAST -> c!(v + 1); run P(v) :: else fi }
init { c!0; run P(0) }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    return tmp_path


def model(folder: Path, last: int, text: str = COUNTING) -> Path:
    path = folder / "model.pml"
    path.write_text(text.replace("LAST", str(last)), encoding="utf-8")
    return path


def at_once(path: Path, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Any:
    """The result with room for 16 processes from the start."""
    with monkeypatch.context() as patch:
        patch.setattr(rooms, "FIRST", 16)
        patch.setenv("HOLDFAST_CACHE", str(path.parent / "other"))
        return load(path).check(engine="interp", **options)


@pytest.mark.parametrize("last", [3, 13])
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_results_do_not_depend_on_the_room(
    folder: Path, last: int, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = model(folder, last)
    wanted = at_once(path, monkeypatch)
    for _ in range(2):  # the second time with the size in the cache
        found = load(path).check(engine=engine)
        assert found.answer.verdict == wanted.answer.verdict == Exhausted()
        assert found.answer.counts == wanted.answer.counts
        assert found.answer.unreached == wanted.answer.unreached


@pytest.mark.parametrize("bound", [9])
@pytest.mark.parametrize("keep_going", [False, True])
def test_traces_do_not_depend_on_the_room(
    folder: Path, bound: int, keep_going: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = model(folder, 10)
    options: dict[str, Any] = {"invariants": [f"m <= {bound}"], "keep_going": keep_going}
    wanted = at_once(path, monkeypatch, **options).answer
    for engine in ("interp", "native"):
        found = load(path).check(engine=engine, **options).answer
        assert isinstance(found.verdict, Violated)
        assert isinstance(wanted.verdict, Violated)
        assert found.violations == wanted.violations
        assert found.verdict.trace is not None
        assert wanted.verdict.trace is not None
        names = [step.action for step in found.verdict.trace.steps]
        assert names == [step.action for step in wanted.verdict.trace.steps]
        if keep_going:
            assert found.counts == wanted.counts


@pytest.mark.slow
@pytest.mark.parametrize("constants", [{}, {"_processes": 6}])
def test_the_limit_is_that_of_the_model(folder: Path, constants: dict[str, object]) -> None:
    path = model(folder, 250)
    for _ in range(2):
        verdict = load(path).check(constants=constants).answer.verdict
        assert isinstance(verdict, Failed)
        limit = constants.get("_processes", 16)
        assert f"more than {limit} processes" in verdict.diagnostics[0].message


def test_a_model_that_can_be_counted_meanwhile_has_no_limit(folder: Path) -> None:
    path = model(folder, 9)
    load(path).check()
    loop = "do :: i < 20 -> i++; run P() :: else -> break od"
    model(folder, 0, f"proctype P() {{ false }} init {{ byte i; {loop} }}")
    assert isinstance(load(path).check(deadlock=False).answer.verdict, Exhausted)


def test_the_size_is_cached_and_a_damaged_one_is_ignored(folder: Path) -> None:
    path = model(folder, 6)
    asked = Asked()
    assert rooms.first_room(path, asked).room == rooms.FIRST
    load(path).check()
    known = rooms.first_room(path, asked)
    assert (known.room, known.uncounted) == (8, True)
    (entry,) = (folder / "cache" / "room").iterdir()
    for text in ("", "-3", "0", "many", "99999"):
        entry.write_text(text, encoding="utf-8")
        assert rooms.first_room(path, asked).room == rooms.FIRST


def test_other_commands_have_room_for_all(folder: Path) -> None:
    document: Document = load(model(folder, 6)).document
    assert "pc[15]" in document.build(Asked()).system.variables
