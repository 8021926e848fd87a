"""Texts that stand for files: what an editor has not saved yet."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import holdfast
from holdfast.front.document import Asked
from holdfast.front.files import ON_DISK, Files
from holdfast.front.load import load
from holdfast.front.tla.modules import _BUNDLED, load_spec

BASE = "---- MODULE Base ----\nLimit == {limit}\n====\n"
SPEC = """---- MODULE A ----
EXTENDS Base, Integers
CONSTANT Start
VARIABLE x
Init == x = Start
Next == x < Limit /\\ x' = x + 1
Inv == x < 3
====
"""
CONFIG = "INIT Init\nNEXT Next\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\nCONSTANT Start = {start}\n"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    (tmp_path / "Base.tla").write_text(BASE.format(limit=2), encoding="utf-8")
    (tmp_path / "A.tla").write_text(SPEC, encoding="utf-8")
    (tmp_path / "A.cfg").write_text(CONFIG.format(start=0), encoding="utf-8")
    return tmp_path / "A.tla"


def test_every_file_of_a_spec_may_be_a_text(spec: Path) -> None:
    assert holdfast.load(spec).check().ok
    root = {spec: SPEC.replace("x < 3", "x < 1")}
    assert holdfast.load(spec, overlays=root).check().violated == "Inv"
    extended = {spec.with_name("Base.tla"): BASE.format(limit=5)}
    assert len(holdfast.load(spec, overlays=extended).check().trace) == 4
    config = {spec.with_suffix(".cfg"): CONFIG.format(start=3)}
    assert len(holdfast.load(spec, overlays=config).check().trace) == 1


def test_a_text_is_seen_by_its_load_alone(spec: Path) -> None:
    changed = {spec.with_name("Base.tla"): BASE.format(limit=5)}
    assert not holdfast.load(spec, overlays=changed).check().ok
    assert holdfast.load(spec).check().ok


def test_a_bundled_module_that_was_shadowed_is_the_bundled_one_again(spec: Path) -> None:
    # Integers extends Naturals, and means the text.
    text = "---- MODULE Naturals ----\nMine == 1\n====\n"
    shadowed = load_spec(spec, files=Files.over({spec.with_name("Naturals.tla"): text}))
    assert not shadowed.modules["Integers"].dependencies["Naturals"].bundled
    again = load_spec(spec)
    assert again.modules["Integers"].dependencies["Naturals"].bundled
    assert "Mine" not in again.module.names


def test_what_is_kept_of_modules_is_not_more_than_the_library(spec: Path) -> None:
    load(spec)
    assert "Base" not in _BUNDLED
    assert all(d.bundled for m in _BUNDLED.values() for d in m.dependencies.values())


def test_a_text_needs_no_file(tmp_path: Path) -> None:
    texts = {
        tmp_path / "A.tla": SPEC.replace("EXTENDS Base,", "EXTENDS B,"),
        tmp_path / "B.tla": BASE.replace("Base", "B").format(limit=2),
        tmp_path / "A.cfg": CONFIG.format(start=0),
    }
    result = holdfast.load(tmp_path / "A.tla", overlays=texts).check()
    assert (result.ok, result.distinct) == (True, 3)
    assert list(tmp_path.iterdir()) == []


def test_the_model_beside_a_spec_may_be_a_text(spec: Path) -> None:
    spec.with_suffix(".cfg").unlink()
    texts = {
        spec.with_name("MCA.tla"): "---- MODULE MCA ----\nEXTENDS A\nMore == x # 2\n====\n",
        spec.with_name("MCA.cfg"): CONFIG.format(start=0).replace("Inv", "More"),
    }
    model = load(spec, files=Files.over(texts)).build(Asked())
    assert model.path == spec.with_name("MCA.tla")
    assert model.kinds == {"More": "invariant"}


def test_a_config_that_is_named_may_be_a_text(spec: Path) -> None:
    other = spec.with_name("Other.cfg")
    loaded = holdfast.load(spec, config=other, overlays={other: CONFIG.format(start=4)})
    assert loaded.check().trace == ({"x": 4},)


def test_paths_are_those_of_files_however_they_are_written(
    spec: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(spec.parent)
    text = SPEC.replace("x < 3", "x < 1")
    assert not holdfast.load("A.tla", overlays={str(spec): text}).check().ok
    assert not holdfast.load(spec, overlays={os.path.join(".", "A.tla"): text}).check().ok


def test_a_mistake_in_a_text_is_shown_there(spec: Path) -> None:
    loaded = holdfast.load(spec, overlays={spec: SPEC.replace("x < 3", "y < 3")})
    (found,) = loaded.diagnostics
    assert found.span is not None
    assert found.span.location() == f"{spec}:7:8"


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    assert not ON_DISK.is_file(tmp_path / "A.tla")
    with pytest.raises(OSError, match=r"A\.tla"):
        ON_DISK.source(tmp_path / "A.tla")
