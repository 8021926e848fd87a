from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli import exits
from tests.cli.conftest import Holdfast

UGLY = "---- MODULE Ugly ----\nA==1\nB == {1,2}   \n====\n"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "Ugly.tla"
    path.write_bytes(UGLY.encode())
    return path


def test_a_file_is_formatted_once_and_for_all(holdfast: Holdfast, spec: Path) -> None:
    done = holdfast("fmt", "Ugly.tla")
    assert done.exit == exits.OK
    assert done.out == "Ugly.tla: formatted\n1 file changed, 0 files as before\n"
    assert "A == 1" in spec.read_text(encoding="utf-8")
    assert holdfast("fmt", "Ugly.tla").out == "0 files changed, 1 file as before\n"


def test_check_changes_nothing_and_fails(holdfast: Holdfast, spec: Path) -> None:
    assert holdfast("fmt", "--check", "Ugly.tla").exit == exits.DIFFERENT
    assert spec.read_text(encoding="utf-8") == UGLY


def test_check_passes_when_there_is_nothing_to_do(holdfast: Holdfast, spec: Path) -> None:
    holdfast("fmt", "Ugly.tla")
    assert holdfast("fmt", "--check", "Ugly.tla").exit == exits.OK


def test_diff_shows_what_would_change(holdfast: Holdfast, spec: Path) -> None:
    done = holdfast("fmt", "--diff", "Ugly.tla")
    assert done.exit == exits.DIFFERENT
    assert "-A==1\n" in done.out
    assert "+A == 1\n" in done.out
    assert spec.read_text(encoding="utf-8") == UGLY


def test_a_file_with_errors_is_left_alone(holdfast: Holdfast, spec: Path) -> None:
    broken = UGLY.replace("==1", "=1")
    spec.write_bytes(broken.encode())
    done = holdfast("fmt", "Ugly.tla")
    assert done.exit == exits.PARSE
    assert "error[syntax]" in done.err
    assert spec.read_text(encoding="utf-8") == broken


def test_json_lists_what_changed(holdfast: Holdfast, spec: Path) -> None:
    answer = holdfast("fmt", "--check", "Ugly.tla", "--json").json
    assert answer["fmt"] == {"changed": ["Ugly.tla"], "written": False}
