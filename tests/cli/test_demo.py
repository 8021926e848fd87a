from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli import exits
from holdfast.examples import EXAMPLES
from tests.cli.conftest import Holdfast


def test_without_a_name_the_first_example_is_copied_and_checked(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    done = holdfast("demo")
    assert done.exit == exits.OK
    assert (tmp_path / "wire" / "wire.tla").exists()
    assert "NoOverdrafts is violated after 4 steps" in done.out
    assert holdfast("why", "Deposit", "--at", "3").exit == exits.OK


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_has_no_findings(holdfast: Holdfast, name: str) -> None:
    assert holdfast("demo", name).exit == exits.OK
    spec = str(Path(name) / f"{name}.tla")
    done = holdfast("parse", "-q", "--warnings-as-errors", spec)
    assert (done.exit, done.out) == (exits.OK, "")


def test_a_file_that_was_changed_is_kept(holdfast: Holdfast, tmp_path: Path) -> None:
    holdfast("demo")
    spec = tmp_path / "wire" / "wire.tla"
    mine = spec.read_text(encoding="utf-8").replace("5", "6")
    spec.write_text(mine, encoding="utf-8")
    assert "kept as it is" in holdfast("demo").out
    assert spec.read_text(encoding="utf-8") == mine


def test_the_folder_can_be_chosen(holdfast: Holdfast, tmp_path: Path) -> None:
    holdfast("demo", "twophase", "--to", "play")
    assert (tmp_path / "play" / "twophase.cfg").exists()


def test_the_examples_are_listed_and_nothing_is_written(holdfast: Holdfast, tmp_path: Path) -> None:
    shown = holdfast("demo", "--list").out
    assert all(name in shown for name in EXAMPLES)
    assert not list(tmp_path.iterdir())
