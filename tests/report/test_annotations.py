from __future__ import annotations

from holdfast.report.annotations import show_annotations
from holdfast.source import Diagnostic, Note, Source, Span


def test_an_annotation_has_its_location() -> None:
    source = Source("specs/A.cfg", "INVARIANT Inv\n")
    found = Diagnostic("test-different", "no", Span(source, 10, 13))
    place = "file=specs/A.cfg,line=1,col=11,title=holdfast test-different"
    assert show_annotations([found]) == f"::error {place}::no"


def test_characters_that_would_end_it_are_escaped() -> None:
    source = Source("a,b:c%.cfg", "x\n")
    note = Note("50%\nof it")
    found = Diagnostic("test-crash", "one: two, three", Span(source, 0, 1), notes=(note,))
    [line] = show_annotations([found]).splitlines()
    assert "file=a%2Cb%3Ac%25.cfg," in line
    assert line.endswith("::one: two, three%0A50%25%0Aof it")


def test_a_diagnostic_without_a_location_is_an_annotation_too() -> None:
    found = Diagnostic("test-crash", "ended", None)
    assert show_annotations([found]) == "::error title=holdfast test-crash::ended"
