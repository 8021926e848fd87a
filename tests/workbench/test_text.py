"""Specs and diagrams that are texts and not files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import holdfast
from tests.cli.specs import COUNTER, write

CONFIG = "CONSTANT N = 5\nINIT Init\nNEXT Next\nINVARIANT Small\n"
BESIDE = "CONSTANT N = 1\nINIT Init\nNEXT Next\n"


def test_a_text_is_checked_with_the_text_of_its_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = holdfast.load(text=COUNTER, config_text=CONFIG).check()
    assert (result.violated, len(result.trace)) == ("Small", 4)
    assert os.listdir(tmp_path) == [], "nothing is written"


def test_a_text_finds_nothing_beside_it_by_accident(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, Counter_cfg=BESIDE, Other_tla="---- MODULE Other ----\nOne == 1\n====\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(holdfast.SpecError, match="N"):
        holdfast.load(text=COUNTER).check()
    text = COUNTER.replace("Naturals", "Naturals, Other")
    assert not holdfast.load(text=text).ok
    assert holdfast.load(text=text, search_path=".").ok


def test_a_text_with_a_path_is_that_file(tmp_path: Path) -> None:
    write(tmp_path, Counter_tla="nonsense", Counter_cfg=BESIDE)
    path = tmp_path / "Counter.tla"
    assert holdfast.load(path, text=COUNTER).check(deadlock=False).distinct == 2
    assert holdfast.load(path, text=COUNTER, config_text=CONFIG).check().violated == "Small"
    assert path.read_text("utf-8") == "nonsense"


def test_errors_of_a_text_have_their_location() -> None:
    spec = holdfast.load(text="---- MODULE A ----\nEXTENDS Nope\n====\n")
    [found] = spec.diagnostics
    assert found.span is not None
    assert Path(found.span.location()).as_posix() == "<text>/A.tla:2:9"
    assert not holdfast.load(text="").ok


def test_texts_of_other_languages_have_a_path() -> None:
    spec = holdfast.load("a.pml", text="byte x;\nactive proctype P() { x = 1 }\n")
    assert spec.check().ok


def test_diagrams_are_texts_too() -> None:
    text = "diagram D\npredicate zero == n = 0\nnode A initial: zero\nend\n"
    found = holdfast.load_diagrams(text=text)
    assert repr(found) == "<DiagramFile <text>: D>"
    assert repr(found["D"]) == "<Diagram D: 1 nodes, 0 edges>"
    with pytest.raises(holdfast.SpecError, match="<text>"):
        holdfast.load_diagrams(text="diagram D\n")
