"""`holdfast ci init` on real models."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from holdfast.cli import exits
from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, write

pytestmark = pytest.mark.native

MODEL = "CONSTANT N = 2\nINIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
BARE = "---- MODULE Bare ----\nVARIABLE x\nInit == x = 1\nNext == UNCHANGED x\n====\n"
WORKFLOW = Path(".github", "workflows", "holdfast.yml")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla=COUNTER, Counter_cfg=MODEL, CounterBad_cfg="INVARIANT (\n")
    write(tmp_path, CounterOwn_cfg=MODEL + "EXPECT Success\n", Bare_tla=BARE)
    write(tmp_path, Library_tla="---- MODULE Library ----\nOne == 1\n====\n")


def declared(folder: Path) -> dict[str, str]:
    models = tomllib.loads((folder / "expect.toml").read_text())["model"]
    return {model.get("config", model["module"]): model["verdict"] for model in models}


def test_what_is_written_is_a_suite_that_agrees(holdfast: Holdfast, tmp_path: Path) -> None:
    done = holdfast("ci", "init")
    assert done.exit == exits.OK
    assert done.out.splitlines()[:2] == ["expect.toml: written", f"{WORKFLOW}: written"]
    assert declared(tmp_path) == {"Counter.cfg": "exhausted", "Bare.tla": "exhausted"}
    counter, _ = tomllib.loads((tmp_path / "expect.toml").read_text())["model"]
    assert (counter["distinct"], counter["generated"], counter["depth"]) == (3, 3, 3)
    tested = holdfast("test", "--json")
    assert tested.exit == exits.OK
    assert tested.json["test"]["counts"]["ok"] == 3


def test_a_model_without_a_verdict_is_named_and_not_declared(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    holdfast("ci", "init")
    text = (tmp_path / "expect.toml").read_text()
    assert "\n# CounterBad.cfg is not declared: expected a name after INVARIANT\n" in text
    assert "Library" not in text


def test_the_workflow_runs_the_suite(holdfast: Holdfast, tmp_path: Path) -> None:
    holdfast("ci", "init")
    text = (tmp_path / WORKFLOW).read_text()
    assert "- run: pip install holdfast\n" in text
    assert "- run: holdfast test --junit holdfast.xml --sarif holdfast.sarif" in text


def test_a_file_that_exists_is_kept_unless_forced(holdfast: Holdfast, tmp_path: Path) -> None:
    mine = '[[model]]\nconfig = "Counter.cfg"\nverdict = "violated"\n'
    write(tmp_path, expect_toml=mine)
    done = holdfast("ci", "init")
    assert done.exit == exits.DIFFERENT
    assert "expect.toml: already exists; --force replaces it" in done.out
    assert (tmp_path / "expect.toml").read_text() == mine
    assert (tmp_path / WORKFLOW).exists()
    assert holdfast("ci", "init", "--force").exit == exits.OK
    assert declared(tmp_path)["Counter.cfg"] == "exhausted"


def test_a_folder_without_models_gets_a_workflow_only(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = holdfast("ci", "init", "empty", "--json")
    assert done.json["ci"]["written"] == [str(Path("empty") / WORKFLOW)]
    assert not (tmp_path / "empty" / "expect.toml").exists()
