"""`holdfast check --coverage`: where the counts go."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.workbench import load
from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, write

CHECK = ("check", "Counter.tla", "--const", "N=2", "--no-deadlock")


@pytest.fixture(autouse=True)
def _spec(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla=COUNTER)


def test_without_a_file_the_annotated_spec_is_printed(holdfast: Holdfast) -> None:
    for option in (("--coverage",), ("--coverage", "-"), ("--coverage=-",)):
        done = holdfast(*CHECK, *option)
        assert done.exit == 0
        assert "  evaluated       true\n" in done.out
        assert "ok  TypeOK" in done.out


def test_a_page_and_a_json_file_are_written(holdfast: Holdfast) -> None:
    done = holdfast(*CHECK, "--coverage", "c.html")
    assert "c.html: written" in done.out
    assert Path("c.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "evaluated       true" not in done.out
    holdfast(*CHECK, "--coverage", "c.json")
    found = json.loads(Path("c.json").read_text(encoding="utf-8"))
    assert found["initial"]["distinct"] == 1
    holdfast(*CHECK, "--coverage", "c.txt")
    assert "evaluated       true" in Path("c.txt").read_text(encoding="utf-8")


def test_json_output_has_the_coverage(holdfast: Holdfast) -> None:
    own = holdfast(*CHECK, "--coverage", "--json").json["check"]
    assert {row["name"] for row in own["coverage"]["actions"]}
    assert own["coverage"]["expressions"]
    assert "coverage" not in holdfast(*CHECK, "--json").json["check"]


def test_a_spec_is_no_file_for_the_coverage(holdfast: Holdfast) -> None:
    done = holdfast("check", "--coverage", "Counter.tla", "--const", "N=2")
    assert done.exit == 2
    assert "without a file, put it after the spec" in done.err


def test_coverage_is_of_one_check(holdfast: Holdfast) -> None:
    several = holdfast("check", "Counter.tla", "Counter.tla", "--const", "N=1", "--coverage")
    assert several.exit == 2
    assert "--coverage is for one FILE" in several.err
    swept = holdfast("check", "Counter.tla", "--const", "N=1..2", "--coverage")
    assert swept.exit == 2
    assert "--coverage is for one value of each constant" in swept.err


def test_python_has_the_same_counts(tmp_path: Path) -> None:
    spec = load(tmp_path / "Counter.tla", constants={"N": 2})
    coverage = spec.check(coverage=True, deadlock=False).coverage
    assert coverage is not None
    assert sum(row.distinct for row in (coverage.initial, *coverage.actions)) == 3
    assert spec.check(deadlock=False).coverage is None
