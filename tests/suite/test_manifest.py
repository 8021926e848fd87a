from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from holdfast.source import Source
from holdfast.suite.manifest import read_manifest
from holdfast.suite.model import SuiteModel


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs" / "A").mkdir(parents=True)
    for name in ("A.tla", "A.cfg"):
        (tmp_path / "specs" / "A" / name).touch()


def read(**model: Any) -> SuiteModel:
    entry = {"path": "specs/A/A.cfg", "runtime": "00:00:01", **model}
    manifest = {"modules": [{"path": "specs/A/A.tla", "models": [entry]}]}
    [found] = read_manifest(Source("specs/A/manifest.json", json.dumps(manifest)))
    return found


def test_paths_begin_at_the_root_of_the_repository() -> None:
    model = read(mode="exhaustive search", result="success")
    assert (model.spec, model.config) == (Path("specs/A/A.tla"), Path("specs/A/A.cfg"))


def test_a_result_and_counts_are_expected_without_the_depth() -> None:
    model = read(
        mode="exhaustive search",
        result="liveness failure",
        distinctStates=4,
        totalStates=9,
        stateDepth=3,
    )
    expected = model.expected
    assert expected is not None
    assert expected.depth is None
    assert (expected.exits, expected.distinct, expected.generated) == ((13,), 4, 9)


@pytest.mark.parametrize("mode", ["symbolic", "generate", {"simulate": {"traceCount": 3}}])
def test_another_mode_is_skipped_and_named(mode: Any) -> None:
    model = read(mode=mode, result="success")
    word = mode if isinstance(mode, str) else "simulate"
    assert (model.status, model.reason) == ("skipped", f"the mode {word} is not a check")


def test_an_unknown_result_declares_nothing() -> None:
    assert read(mode="exhaustive search", result="unknown").status == "undeclared"


def test_a_result_that_is_not_known_is_an_error() -> None:
    model = read(mode="exhaustive search", result="total failure")
    assert model.status == "error"


def test_a_file_that_does_not_exist_is_an_error() -> None:
    model = read(path="specs/A/B.cfg", mode="exhaustive search", result="success")
    [problem] = model.problems
    assert problem.message == "there is no file specs/A/B.cfg"


def test_a_manifest_that_cannot_be_read_is_an_error() -> None:
    [model] = read_manifest(Source("manifest.json", '{"modules": [{"models": ]}'))
    assert model.status == "error"


@pytest.mark.parametrize("text", ["", "[]", '{"name": "an app"}', '{"modules": {"a": 1}}'])
def test_a_file_of_the_same_name_with_another_content_is_no_suite(text: str) -> None:
    assert list(read_manifest(Source("manifest.json", text))) == []
