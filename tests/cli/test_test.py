"""`holdfast test` on real models."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest

from holdfast.cli import exits
from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, write

pytestmark = pytest.mark.native

SPECS = Path(__file__).parents[2] / "specs"
GOOD = "CONSTANT N = 2\nINIT Init\nNEXT Next\nINVARIANT Small\nEXPECT DeadlockFailure\n"
BAD = GOOD.replace("N = 2", "N = 9").replace("EXPECT Deadlock", "EXPECT Assumption")
PLAIN = "CONSTANT N = 2\nINIT Init\nNEXT Next\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    write(tmp_path, Counter_tla=COUNTER, Counter_cfg=GOOD)


def test_the_table_has_a_line_for_each_model(holdfast: Holdfast, tmp_path: Path) -> None:
    write(tmp_path, CounterPlain_cfg=PLAIN)
    done = holdfast("test")
    assert done.exit == exits.OK
    _, first, second, _, summary = done.out.splitlines()
    assert first.split()[:4] == ["Counter.cfg", "DeadlockFailure", "violated", "deadlock"]
    assert first.endswith("  ok")
    assert second.endswith("  declares nothing")
    assert summary.startswith("2 models: 1 as expected, 1 without a declared expectation  ")


def test_our_own_specs_are_a_suite(holdfast: Holdfast) -> None:
    folders = [str(SPECS / name) for name in ("DieHard", "SeedMutex", "SimpleCounter")]
    done = holdfast("test", *folders, "--json")
    assert (done.exit, done.json["diagnostics"]) == (exits.OK, [])
    counts = done.json["test"]["counts"]
    assert (counts["ok"], counts["undeclared"]) == (len(done.json["test"]["models"]), 0)
    assert counts["ok"] >= 6


def test_files_for_ci_are_written(holdfast: Holdfast, tmp_path: Path) -> None:
    write(tmp_path, CounterBig_cfg=BAD)
    done = holdfast("test", "--junit", "out.xml", "--sarif", "out.sarif", "-q")
    assert done.exit == exits.DIFFERENT
    assert "test-different" in done.out
    assert "CounterBig.cfg:5:8" in done.out
    root = xml.parse(tmp_path / "out.xml").getroot()
    assert (root.attrib["tests"], root.attrib["failures"]) == ("2", "1")
    [run] = json.loads((tmp_path / "out.sarif").read_text())["runs"]
    [result] = run["results"]
    assert result["ruleId"] == "test-different"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "test-different"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "CounterBig.cfg"
    assert place["region"]["startLine"] == 5


def test_annotations_are_for_github(
    holdfast: Holdfast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, Counter_cfg=BAD)
    assert "::error " not in holdfast("test").out
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert "\n::error file=Counter.cfg,line=5,col=8," in holdfast("test").out
    assert isinstance(holdfast("test", "--json").json, dict)


def test_update_is_written_and_said(holdfast: Holdfast, tmp_path: Path) -> None:
    text = '[[model]]\nconfig = "Counter.cfg"\nverdict = "violated"\ntrace = 1\n'
    write(tmp_path, expect_toml=text)
    assert holdfast("test").exit == exits.DIFFERENT
    done = holdfast("test", "--update")
    assert done.exit == exits.OK
    assert "expect.toml: updated" in done.out
    assert (tmp_path / "expect.toml").read_text() == text.replace("trace = 1", "trace = 3")
    assert holdfast("test").exit == exits.OK


def test_a_result_is_printed_even_if_a_file_cannot_be_written(holdfast: Holdfast) -> None:
    done = holdfast("test", "--junit", "none/out.xml")
    assert done.exit == exits.SYSTEM
    assert "1 model: 1 as expected" in done.out


def test_a_path_that_does_not_exist_is_an_error(holdfast: Holdfast) -> None:
    done = holdfast("test", "None")
    assert done.exit == exits.SYSTEM
    assert done.err == "holdfast: None: No such file or directory\n"


def test_a_pattern_without_a_model_is_not_ok(holdfast: Holdfast) -> None:
    done = holdfast("test", "-k", "None")
    assert done.exit == exits.OPEN
    assert done.out.startswith("there is no model to check")


def test_no_trace_is_saved(holdfast: Holdfast, tmp_path: Path) -> None:
    assert holdfast("test").exit == exits.OK
    assert not (tmp_path / ".holdfast").exists()
