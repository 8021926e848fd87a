"""Positions, spans and how a diagnostic looks."""

from __future__ import annotations

from holdfast.source import Diagnostic, Note, Source, Span, SpecError, errors

SOURCE = Source("A.tla", "one\n\ttwo three\nfour")


def test_positions_count_from_one() -> None:
    assert SOURCE.position(0) == (1, 1)
    assert SOURCE.position(5) == (2, 2)
    assert SOURCE.position(len(SOURCE.text)) == (3, 5)


def test_a_line_has_no_line_end() -> None:
    assert [SOURCE.line(n) for n in (1, 2, 3)] == ["one", "\ttwo three", "four"]


def test_a_diagnostic_shows_the_line_and_the_exact_text() -> None:
    diagnostic = Diagnostic(
        "syntax", "something is wrong", Span(SOURCE, 5, 8), "do it better", (Note("look here"),)
    )
    assert diagnostic.render() == (
        "error[syntax]: something is wrong\n"
        " --> A.tla:2:2\n"
        "  |\n"
        "2 | \ttwo three\n"
        "  | \t^^^\n"
        "note: look here\n"
        "help: do it better"
    )


def test_a_span_over_several_lines_is_cut_at_the_first() -> None:
    diagnostic = Diagnostic("syntax", "long", Span(SOURCE, 0, len(SOURCE.text)))
    assert diagnostic.render().endswith("^^^ ...")


def test_colour_adds_nothing_but_escapes() -> None:
    diagnostic = Diagnostic("syntax", "wrong", Span(SOURCE, 0, 3))
    colored = diagnostic.render(color=True)
    assert "\x1b[" in colored
    assert "\x1b[" not in diagnostic.render()


def test_an_error_carries_all_its_diagnostics() -> None:
    first = Diagnostic("syntax", "first", None)
    second = Diagnostic("syntax", "second", None, severity="warning")
    assert SpecError(first, second).diagnostics == (first, second)
    assert errors((first, second)) == (first,)


def test_of_a_long_line_the_part_that_is_meant_is_shown() -> None:
    source = Source("A.tla", "x" * 500 + "here" + "y" * 500)
    lines = Diagnostic("syntax", "odd", Span(source, 500, 504)).render().split("\n")
    assert lines[1].endswith("A.tla:1:501")
    text, carets = lines[3], lines[4]
    assert len(text) < 220
    assert text[carets.index("^") : carets.rindex("^") + 1] == "here"
    assert text.endswith(" ...")


def test_a_terminal_obeys_nothing_in_a_spec() -> None:
    source = Source("A.tla", "a\x1b[31mb\x07c\td")
    shown = Diagnostic("syntax", "odd", Span(source, 0, 1)).render()
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "c\td" in shown
