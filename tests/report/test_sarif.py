from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from holdfast.codes import CODES
from holdfast.report.sarif import show_sarif
from holdfast.source import Diagnostic, Note, Source, Span


def sarif_of(*diagnostics: Diagnostic) -> Any:
    log = json.loads(show_sarif(diagnostics))
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    return run


def wrong_in(name: str) -> Diagnostic:
    source = Source(name, "Init == x\nNext == y\n")
    notes = (Note("there", Span(source, 18, 19)), Note("anyway"))
    return Diagnostic("syntax", "no", Span(source, 8, 9), help="yes", notes=notes)


def test_a_result_points_at_its_rule() -> None:
    run = sarif_of(wrong_in("A.tla"))
    [result] = run["results"]
    assert result["ruleId"] == "syntax"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "syntax"


def test_every_code_is_a_rule() -> None:
    assert [rule["id"] for rule in sarif_of()["tool"]["driver"]["rules"]] == list(CODES)


def test_a_result_has_a_level_a_text_and_a_region() -> None:
    [result] = sarif_of(wrong_in("A.tla"))["results"]
    assert result["level"] == "error"
    assert result["message"]["text"] == "no\nhelp: yes"
    [location] = result["locations"]
    region = {"startLine": 1, "startColumn": 9, "endLine": 1, "endColumn": 10}
    assert location["physicalLocation"]["region"] == region


def test_notes_are_related_locations() -> None:
    [result] = sarif_of(wrong_in("A.tla"))["results"]
    there, anyway = result["relatedLocations"]
    assert there["physicalLocation"]["region"]["startLine"] == 2
    assert anyway == {"message": {"text": "anyway"}}


def test_a_name_becomes_a_uri(tmp_path: Path) -> None:
    def uri(name: str) -> str:
        [result] = sarif_of(wrong_in(name))["results"]
        [location] = result["locations"]
        found = location["physicalLocation"]["artifactLocation"]["uri"]
        assert isinstance(found, str)
        return found

    assert uri("my specs/A.tla") == "my%20specs/A.tla"
    assert uri(str(tmp_path / "A.tla")).startswith("file:///")


def test_a_result_without_a_place_has_no_location() -> None:
    [result] = sarif_of(Diagnostic("syntax", "no", None))["results"]
    assert "locations" not in result
