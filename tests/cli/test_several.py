"""`check` with several files."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli import exits
from holdfast.cli.several import severity
from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, write

MODEL = "CONSTANT N = {}\nINIT Init\nNEXT Next\nINVARIANT Small\nCHECK_DEADLOCK FALSE\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla=COUNTER, Counter_cfg=MODEL.format(2))
    write(tmp_path, Big_tla=COUNTER.replace("Counter", "Big"), Big_cfg=MODEL.format(9))
    write(tmp_path, Wrong_tla="---- MODULE Wrong ----\nInit == y\n====\n")


def test_every_file_has_its_result(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", "Wrong.tla", "Big.tla", "Missing.tla")
    assert done.exit == exits.PARSE
    assert "holds in all 3 reachable states" in done.out
    assert "error[unbound-name]" in done.out
    assert "Small is violated" in done.out
    assert "Missing.tla: No such file" in done.out
    assert done.out.endswith("4 files: 1 exhausted, 2 error, 1 violated\n")


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ("Counter.tla Counter.tla", exits.OK),
        ("Counter.tla Big.tla", 12),
        ("Big.tla Missing.tla", exits.SYSTEM),
        ("Missing.tla Wrong.tla", exits.SYSTEM),
        ("Wrong.tla Missing.tla", exits.PARSE),
    ],
)
def test_the_exit_code_is_that_of_the_first_of_the_most_severe(
    files: str, code: int, holdfast: Holdfast
) -> None:
    assert holdfast("check", *files.split()).exit == code


def test_errors_are_more_severe_than_violations_and_these_than_inconclusive_results() -> None:
    codes = [0, 20, 12, 75]
    assert [severity(code) for code in codes] == [0, 1, 2, 3]
    assert {severity(code) for code in (2, 75, 150, 153, 255)} == {3}
    assert {severity(code) for code in (10, 11, 12, 13, 14)} == {2}


def test_json_is_one_object_with_one_for_each_file(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", "Big.tla", "--json")
    assert (done.json["spec"], done.json["property"], done.json["exit"]) == (None, "Small", 12)
    first, second = done.json["check"]["files"]
    assert (first["spec"], first["verdict"], first["exit"]) == ("Counter.tla", "exhausted", 0)
    assert (second["spec"], second["verdict"], second["exit"]) == ("Big.tla", "violated", 12)
    assert set(first) == set(done.json)


def test_one_file_has_no_list_of_files(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", "--json")
    assert (done.json["spec"], "files" in done.json["check"]) == ("Counter.tla", False)


def test_a_sweep_runs_for_every_file(holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", "Big.tla", "--const", "N=1..2", "--json")
    assert [len(each["check"]["sweep"]) for each in done.json["check"]["files"]] == [2, 2]


def test_no_trace_of_several_is_saved(holdfast: Holdfast, tmp_path: Path) -> None:
    holdfast("check", "Counter.tla", "Big.tla")
    assert not (tmp_path / ".holdfast").exists()


@pytest.mark.parametrize("option", ["--trace", "--dot", "--graph"])
def test_one_file_cannot_be_written_for_several(option: str, holdfast: Holdfast) -> None:
    done = holdfast("check", "Counter.tla", "Big.tla", option, "out")
    assert done.exit == exits.USAGE
    assert f"{option} is for one FILE" in done.err
