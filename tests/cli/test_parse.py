from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.cli import exits
from tests.cli.conftest import Holdfast

GOOD = "---- MODULE Good ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0 + 1\n====\n"
BAD = "---- MODULE Bad ----\nInit == y = 0\nNext == z = 0\n====\n"
DOUBTFUL = "---- MODULE Doubtful ----\nOne == LET two == 2 IN 1\n====\n"


@pytest.fixture(autouse=True)
def specs(tmp_path: Path) -> None:
    for name, text in (("Good", GOOD), ("Bad", BAD), ("Doubtful", DOUBTFUL)):
        (tmp_path / f"{name}.tla").write_text(text, encoding="utf-8")


def test_a_good_spec_is_described_in_one_line(holdfast: Holdfast) -> None:
    done = holdfast("parse", "Good.tla")
    assert done.exit == exits.OK
    assert done.out == "Good.tla: ok (module Good: 1 variable, 1 definition)\n"
    assert done.err == ""


def test_every_mistake_is_reported(holdfast: Holdfast) -> None:
    done = holdfast("parse", "Bad.tla")
    assert done.exit == exits.PARSE
    assert done.out.count("error[unbound-name]") == 2
    assert "Bad.tla: 2 errors" in done.out


def test_several_files_are_read_and_summed_up(holdfast: Holdfast) -> None:
    done = holdfast("parse", "Good.tla", "Bad.tla", "Doubtful.tla")
    assert done.exit == exits.PARSE
    assert done.out.endswith("3 files: 2 errors, 1 warning\n")


def test_quiet_says_nothing_about_a_good_spec(holdfast: Holdfast) -> None:
    assert holdfast("parse", "-q", "Good.tla").out == ""


def test_quiet_reports_mistakes(holdfast: Holdfast) -> None:
    done = holdfast("parse", "-q", "Bad.tla")
    assert "error[unbound-name]" in done.out
    assert done.out.endswith("1 file: 2 errors\n")


def test_verbose_lists_the_modules(holdfast: Holdfast) -> None:
    assert "  Naturals  " in holdfast("parse", "-v", "Good.tla").out


def test_a_warning_fails_only_when_asked_to(holdfast: Holdfast) -> None:
    assert holdfast("parse", "Doubtful.tla").exit == exits.OK
    assert holdfast("parse", "--warnings-as-errors", "Doubtful.tla").exit == exits.PARSE


def test_a_missing_file_is_one_line(holdfast: Holdfast) -> None:
    done = holdfast("parse", "None.tla")
    assert done.exit == exits.SYSTEM
    assert done.err == "holdfast: None.tla: No such file or directory\n"


def test_a_missing_file_does_not_hide_the_others(holdfast: Holdfast) -> None:
    done = holdfast("parse", "None.tla", "Good.tla", "Bad.tla")
    assert done.exit == exits.SYSTEM
    assert done.err == "holdfast: None.tla: No such file or directory\n"
    assert "Good.tla: ok" in done.out
    assert "Bad.tla: 2 errors" in done.out
    files = holdfast("parse", "None.tla", "Good.tla", "--json").json["parse"]["files"]
    assert [(each["file"], each["ok"]) for each in files] == [
        ("Good.tla", True),
        ("None.tla", False),
    ]


def test_a_file_that_is_not_text_is_a_diagnostic(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "Odd.tla").write_bytes(GOOD.replace("Good", "Odd").encode() + b"\xff")
    done = holdfast("parse", "Odd.tla")
    assert done.exit == exits.PARSE
    assert "error[bad-encoding]: the byte 0xff is not UTF-8 text" in done.out


def test_modules_are_found_on_the_path(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "Good.tla").rename(tmp_path / "lib" / "Good.tla")
    (tmp_path / "Top.tla").write_text("---- MODULE Top ----\nEXTENDS Good\nA == x\n====\n")
    assert holdfast("parse", "Top.tla").exit == exits.PARSE
    assert holdfast("parse", "Top.tla", "--path", "lib").exit == exits.OK


def test_json_has_the_diagnostics_and_the_modules(holdfast: Holdfast) -> None:
    done = holdfast("parse", "Bad.tla", "--json")
    assert done.exit == done.json["exit"] == exits.PARSE
    assert done.json["spec"] == "Bad.tla"
    assert done.json["verdict"] == "error"
    assert [d["start"]["line"] for d in done.json["diagnostics"]] == [2, 3]
    [file] = done.json["parse"]["files"]
    assert (file["module"], file["ok"]) == ("Bad", False)


def test_json_of_a_good_spec_has_no_verdict(holdfast: Holdfast) -> None:
    answer = holdfast("parse", "Good.tla", "--json").json
    assert answer["verdict"] is None
    [file] = answer["parse"]["files"]
    assert file["extends"] == ["Naturals"]
    assert file["variables"] == ["x"]


def test_sarif_is_written_beside_the_report(holdfast: Holdfast, tmp_path: Path) -> None:
    done = holdfast("parse", "Bad.tla", "--sarif", "out.sarif")
    assert done.exit == exits.PARSE
    [run] = json.loads((tmp_path / "out.sarif").read_text(encoding="utf-8"))["runs"]
    assert len(run["results"]) == 2


def test_a_module_that_two_specs_extend_is_reported_once(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    for name in ("One", "Two"):
        text = f"---- MODULE {name} ----\nEXTENDS Bad\n====\n"
        (tmp_path / f"{name}.tla").write_text(text, encoding="utf-8")
    done = holdfast("parse", "One.tla", "Two.tla")
    assert done.out.count("error[unbound-name]") == 2
