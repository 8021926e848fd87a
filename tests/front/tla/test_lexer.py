"""Tokens: kinds, canonical spellings, columns, comments, and what is wrong in a text."""

from __future__ import annotations

import pytest

from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.source import Source


def kinds(text: str, **options: bool) -> list[tuple[str, str]]:
    tokens, complaints = tokenize(Source("test", text), **options)
    assert complaints == []
    return [(t.kind, t.text) for t in tokens[:-1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x1 _y 2z", [("name", "x1"), ("name", "_y"), ("name", "2z")]),
        ("1..2", [("number", "1"), ("op", ".."), ("number", "2")]),
        ("3.14 .5", [("number", "3.14"), ("number", ".5")]),
        (r"\b10 \o17 \hFf", [("number", r"\b10"), ("number", r"\o17"), ("number", r"\hFf")]),
        ('"a \\" b"', [("string", '"a \\" b"')]),
        ("WF_vars", [("WF_", "WF_"), ("name", "vars")]),
        ("]_v >>_v", [("]_", "]_"), ("name", "v"), (">>_", ">>_"), ("name", "v")]),
        (r"a \cup b", [("name", "a"), ("op", r"\union"), ("name", "b")]),
        ("a # b =< c", [("name", "a"), ("op", "/="), ("name", "b"), ("op", "<="), ("name", "c")]),
        ("<1>2a. <*> <+>x", [("step", "<1>2a."), ("step", "<*>"), ("step", "<+>x")]),
        ("∀ x ∈ ℕ", [(r"\A", r"\A"), ("name", "x"), ("op", r"\in"), ("name", "Nat")]),
        ("⟨x⟩ ≜ ↦", [("<<", "<<"), ("name", "x"), (">>", ">>"), ("==", "=="), ("|->", "|->")]),
        (
            "S\\T \\in U",
            [("name", "S"), ("op", "\\"), ("name", "T"), ("op", r"\in"), ("name", "U")],
        ),
    ],
)
def test_text_becomes_these_tokens(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


def test_comments_nest_and_are_gaps() -> None:
    assert kinds("a (* b (* c *) d *) e \\* f\ng") == [("name", n) for n in "aeg"]


def test_a_tab_moves_the_column_to_the_next_stop() -> None:
    tokens, _ = tokenize(Source("test", "a\tb\n\t c"))
    assert [t.column for t in tokens[:-1]] == [1, 9, 10]


def test_a_semicolon_is_a_token_of_pluscal_only() -> None:
    assert kinds("a ; b", pluscal=True) == [("name", "a"), (";", ";"), ("name", "b")]
    _, complaints = tokenize(Source("test", "a ; b"))
    assert [c.code for c in complaints] == ["bad-character"]


@pytest.mark.parametrize(
    ("text", "code", "start"),
    [
        ("x (* never", "unclosed-comment", 2),
        ('x = "abc\ny', "unclosed-string", 4),
        ("x ? y", "bad-character", 2),
    ],
)
def test_a_mistake_is_reported_where_it_begins(text: str, code: str, start: int) -> None:
    _, (complaint,) = tokenize(Source("test", text))
    assert complaint.code == code
    assert complaint.span is not None
    assert complaint.span.start == start


def test_one_module_ends_with_its_own_line_of_equal_signs() -> None:
    text = "---- MODULE A ----\n---- MODULE B ----\n====\nx == 1\n====\nfree text ' here"
    tokens, complaints = tokenize(Source("test", text), one_module=True)
    assert complaints == []
    assert tokens[-2].kind == "===="
    assert text[tokens[-1].start :] == "\nfree text ' here"
