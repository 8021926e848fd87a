from __future__ import annotations

import pytest

from holdfast.report.diagnostics import count_of, show_diagnostics, summarize
from holdfast.source import Diagnostic, Source, Span

SOURCE = Source("A.tla", "Init == x\nNext == y\n")
WRONG = Diagnostic("syntax", "no", Span(SOURCE, 8, 9))
DOUBTFUL = Diagnostic("syntax", "hm", Span(SOURCE, 18, 19), severity="warning")


def test_diagnostics_are_separated_by_a_blank_line() -> None:
    assert show_diagnostics([WRONG, DOUBTFUL]) == f"{WRONG.render()}\n\n{DOUBTFUL.render()}"


def test_colour_is_off_unless_asked_for() -> None:
    assert "\x1b" not in show_diagnostics([WRONG])
    assert "\x1b" in show_diagnostics([WRONG], color=True)


@pytest.mark.parametrize(
    ("diagnostics", "summary"),
    [
        ((), ""),
        ((WRONG,), "1 error"),
        ((WRONG, WRONG, DOUBTFUL), "2 errors, 1 warning"),
        ((DOUBTFUL, DOUBTFUL), "2 warnings"),
    ],
)
def test_the_summary_counts_errors_and_warnings(
    diagnostics: tuple[Diagnostic, ...], summary: str
) -> None:
    assert summarize(diagnostics) == summary


def test_a_noun_follows_its_number() -> None:
    assert count_of(1, "property", "properties") == "1 property"
    assert count_of(0, "property", "properties") == "0 properties"
