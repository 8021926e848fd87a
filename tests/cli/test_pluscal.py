from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli import exits
from tests.cli.conftest import Holdfast

TEXT = """---- MODULE Count ----
EXTENDS Integers
(* --algorithm Count
variable n = 0;
begin
  Up: n := n + 1;
end algorithm *)
====
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "Count.tla"
    path.write_bytes(TEXT.encode())
    return path


def test_the_translation_is_printed_and_the_file_stays(holdfast: Holdfast, spec: Path) -> None:
    done = holdfast("pluscal", "Count.tla")
    assert done.exit == exits.OK
    assert "Init ==" in done.out
    assert spec.read_text(encoding="utf-8") == TEXT


def test_a_missing_translation_is_not_current(holdfast: Holdfast, spec: Path) -> None:
    done = holdfast("pluscal", "Count.tla", "--check")
    assert done.exit == exits.DIFFERENT
    assert done.out == "Count.tla: translation missing\n"


def test_what_was_written_is_current(holdfast: Holdfast, spec: Path) -> None:
    assert holdfast("pluscal", "Count.tla", "--write").exit == exits.OK
    assert "BEGIN TRANSLATION" in spec.read_text(encoding="utf-8")
    done = holdfast("pluscal", "Count.tla", "--check")
    assert done.exit == exits.OK
    assert done.out == "Count.tla: translation current\n"


def test_a_current_file_is_not_written_again(holdfast: Holdfast, spec: Path) -> None:
    holdfast("pluscal", "Count.tla", "--write")
    before = spec.stat().st_mtime_ns
    assert holdfast("pluscal", "Count.tla", "--write").out.endswith("already current\n")
    assert spec.stat().st_mtime_ns == before


def test_a_changed_algorithm_makes_the_translation_stale(holdfast: Holdfast, spec: Path) -> None:
    holdfast("pluscal", "Count.tla", "--write")
    text = spec.read_text(encoding="utf-8").replace("n := n + 1", "n := n + 2")
    spec.write_text(text, encoding="utf-8")
    done = holdfast("pluscal", "Count.tla", "--check")
    assert done.exit == exits.DIFFERENT
    assert done.out == "Count.tla: translation stale\n"
    assert "warning[pcal-stale]" in done.err


def test_an_algorithm_with_a_mistake_is_not_written(holdfast: Holdfast, spec: Path) -> None:
    broken = TEXT.replace(":=", "=")
    spec.write_bytes(broken.encode())
    done = holdfast("pluscal", "Count.tla", "--write")
    assert done.exit == exits.PARSE
    assert "error[pcal-assignment]" in done.err
    assert spec.read_text(encoding="utf-8") == broken


def test_a_file_without_an_algorithm_says_so(holdfast: Holdfast, spec: Path) -> None:
    spec.write_text("---- MODULE Count ----\n====\n", encoding="utf-8")
    done = holdfast("pluscal", "Count.tla")
    assert done.exit == exits.PARSE
    assert "error[no-algorithm]" in done.err


def test_json_has_the_translation(holdfast: Holdfast, spec: Path) -> None:
    own = holdfast("pluscal", "Count.tla", "--json").json["pluscal"]
    assert own["current"] is None
    assert own["written"] is False
    assert "Init ==" in own["translation"]


def test_line_ends_stay_as_they_are(holdfast: Holdfast, spec: Path) -> None:
    spec.write_bytes(TEXT.replace("\n", "\r\n").encode())
    holdfast("pluscal", "Count.tla", "--write")
    data = spec.read_bytes()
    assert b"BEGIN TRANSLATION" in data
    assert data.count(b"\n") == data.count(b"\r\n")


# ---- checked ----

INVARIANT = "Small == n <= 3\n"


def edited(holdfast: Holdfast, spec: Path, old: str, new: str) -> None:
    """Write the translation, and change something in the file."""
    holdfast("pluscal", "Count.tla", "--write")
    text = spec.read_text(encoding="utf-8").replace("====", INVARIANT + "====")
    assert old in text
    spec.write_text(text.replace(old, new), encoding="utf-8")


def test_an_edited_translation_is_what_is_checked(holdfast: Holdfast, spec: Path) -> None:
    edited(holdfast, spec, "n' = n + 1", "n' = n + 9")
    done = holdfast("check", "Count.tla", "--invariant", "Small")
    assert done.exit == 12
    assert "as its translation in the file says" in done.out
    shown = " ".join(done.out.split())
    assert "edited by hand: it is checked instead of the algorithm" in shown


def test_translate_checks_the_algorithm_instead(holdfast: Holdfast, spec: Path) -> None:
    edited(holdfast, spec, "n' = n + 1", "n' = n + 9")
    done = holdfast("check", "Count.tla", "--invariant", "Small", "--translate")
    assert done.exit == exits.OK
    assert "translated in memory (file unchanged)" in done.out
    assert "it is checked instead of the algorithm" not in " ".join(done.out.split())


def test_why_reads_the_spec_as_the_check_did(holdfast: Holdfast, spec: Path) -> None:
    edited(holdfast, spec, "n := n + 1", "n := n + 9")
    edited_too = spec.read_text(encoding="utf-8").replace("n' = n + 1", "n' = n + 1 + 0")
    spec.write_text(edited_too, encoding="utf-8")
    assert holdfast("check", "Count.tla", "--invariant", "Small", "--translate").exit == 12
    assert holdfast("why", "Up", "--at", "2").exit == exits.OK
    saved = spec.with_name(".holdfast") / "runs" / "1" / "trace.json"
    assert '"translate": true' in saved.read_text(encoding="utf-8")


def test_a_changed_algorithm_is_translated_afresh(holdfast: Holdfast, spec: Path) -> None:
    edited(holdfast, spec, "n := n + 1", "n := n + 9")
    done = holdfast("check", "Count.tla", "--invariant", "Small")
    assert done.exit == 12
    assert "translated in memory (file unchanged)" in done.out


def test_an_algorithm_with_a_mistake_leaves_its_translation(holdfast: Holdfast, spec: Path) -> None:
    edited(holdfast, spec, "n := n + 1", "n = n + 1")
    done = holdfast("check", "Count.tla", "--invariant", "Small")
    assert done.exit == exits.OK
    assert "the algorithm has errors: its translation in the file is checked" in done.out
    assert holdfast("check", "Count.tla", "--translate").exit == exits.PARSE
