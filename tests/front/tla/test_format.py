from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.front.tla.print.format import format_text
from holdfast.front.tla.print.printer import print_module
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import parse_file
from holdfast.source import Source, SpecError
from tests.strategies import units


def formatted(text: str) -> str:
    return format_text(Source("Test.tla", text))


def module(body: str) -> str:
    return f"---- MODULE Test ----\n{body}\n=====================\n"


def assert_formats(before: str, after: str) -> None:
    assert formatted(module(before)) == module(after)
    assert formatted(module(after)) == module(after)


# ---- blanks and lines ----


def test_trailing_blanks_are_removed() -> None:
    assert_formats("A == 1  \n \t\n\\* a comment \nB == 2\t", "A == 1\n\n\\* a comment\nB == 2")


def test_tabs_become_spaces_and_keep_columns() -> None:
    assert_formats("A ==\t/\\ x\n\t/\\ y", "A ==    /\\ x\n        /\\ y")


def test_tabs_in_comments_stay() -> None:
    assert_formats("\\* a\tb\n(* c\n\td *)\n\tA == 1", "\\* a\tb\n(* c\n\td *)\n        A == 1")


def test_at_most_two_empty_lines_follow_each_other() -> None:
    assert_formats("A == 1\n\n\n\n\nB == 2\n\n\nC == 3", "A == 1\n\n\nB == 2\n\n\nC == 3")


def test_empty_lines_in_comments_stay() -> None:
    text = module("(* a\n\n\n\n\nb *)\nA == 1")
    assert formatted(text) == text


def test_the_text_ends_with_one_line_end() -> None:
    assert formatted(module("A == 1") + "\n\n\n") == module("A == 1")
    assert formatted(module("A == 1").rstrip("\n")) == module("A == 1")


def test_line_ends_become_those_of_most_lines() -> None:
    text = module("A == 1\nB == 2")
    windows = text.replace("\n", "\r\n")
    assert formatted(windows) == windows
    assert formatted(windows.replace("\r\n", "\n", 1)) == windows
    assert formatted(text.replace("\n", "\r\n", 1)) == text


def test_text_outside_modules_keeps_everything_but_trailing_blanks() -> None:
    before = "notes\tx,y ==z \n\n\n\n\n"
    after = "\n\n\n\nmore,\tnotes"
    text = before + module("A == 1") + after
    assert formatted(text) == text.replace("z \n", "z\n") + "\n"


def test_two_modules_and_the_text_between_them() -> None:
    text = module("A == 1") + "\n\n\n\n\nbetween\n" + module("B == 2")
    assert formatted(text) == text


# ---- the lines that begin and end a module ----


def test_the_closing_line_becomes_as_wide_as_the_header() -> None:
    text = "-------- MODULE M --------\n====\n"
    assert formatted(text) == "-------- MODULE M --------\n==========================\n"


def test_the_header_becomes_as_wide_as_the_closing_line() -> None:
    text = "---- MODULE M ----\n=======================\n"
    assert formatted(text) == "------ MODULE M -------\n=======================\n"


def test_an_inner_module_has_its_own_width() -> None:
    text = "---- MODULE M ----\n  ---- MODULE Inner ----\n  ====\n==================\n"
    assert "  ======================\n==================\n" in formatted(text)


# ---- spaces ----


def test_a_definition_gets_spaces_around_its_sign() -> None:
    assert_formats("A==1\nB ==2\nC== 3", "A == 1\nB == 2\nC == 3")


def test_commas_get_a_space() -> None:
    assert_formats("Op(a,b) == {a,b,<<a,b>>}", "Op(a, b) == {a, b, <<a, b>>}")


def test_wide_gaps_stay() -> None:
    text = module("A   ==  1\nLong==  2")
    assert formatted(text) == module("A   ==  1\nLong ==  2")


def test_a_line_that_others_are_aligned_with_keeps_its_columns() -> None:
    text = module("A(x,y) ==/\\ F(x,y)\n         /\\ G(y)\nB == <<1,2,\n       3,4>>")
    assert formatted(text) == text


def test_a_line_that_no_other_is_aligned_with_gets_its_spaces() -> None:
    assert_formats(
        "A(x) == /\\ F(x,1)\n        /\\ G(x,2)",
        "A(x) == /\\ F(x,1)\n        /\\ G(x, 2)",
    )
    assert_formats("A(x)==\n  /\\ F(x,1)\n  /\\ x", "A(x) ==\n  /\\ F(x, 1)\n  /\\ x")


def test_a_comment_behind_a_line_keeps_its_column_if_there_is_room() -> None:
    assert_formats("A == {1,2,3}    \\* three", "A == {1, 2, 3}  \\* three")
    assert_formats("A == {1,2,3} \\* three", "A == {1, 2, 3} \\* three")


def test_strings_and_spellings_stay() -> None:
    text = module('A == "a,b==c"\nB == x # y \\/ x =< y \\lor \\lnot x')
    assert formatted(text) == text


# ---- PlusCal ----

ALGORITHM = """(* --algorithm A {
  variables x=1,y=2 ;
\t{ l: x:=2; }
} *)
\\* BEGIN TRANSLATION (chksum(pcal) = "1" /\\ chksum(tla) = "2")
VARIABLES x,y\t
A==<<x,y>>



\\* END TRANSLATION
"""


def test_an_algorithm_and_its_translation_stay() -> None:
    text = module(ALGORITHM)
    assert formatted(text) == text


def test_what_follows_a_translation_is_formatted() -> None:
    assert_formats(ALGORITHM + "B==1\t", ALGORITHM + "B == 1")


# ---- safety ----


def test_a_text_with_errors_is_refused_with_its_errors() -> None:
    with pytest.raises(SpecError) as caught:
        formatted(module("A == )"))
    assert caught.value.diagnostics[0].code == "syntax"


def test_a_change_of_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.front.tla.print.format._EMPTY_LINES", -1)
    with pytest.raises(SpecError) as caught:
        formatted(module("A == x\nB\n == 1"))
    assert caught.value.diagnostics[0].code == "format-refused"


_blanks = st.sampled_from((" ", "  ", "\t", "\n", "\n\n\n\n", " \\* c \n", "(* d\t\n *)"))


@given(st.lists(units(2), min_size=1, max_size=3), st.data())
def test_any_module_keeps_its_tree_and_settles_at_once(
    some_units: list[tree.Unit], data: st.DataObject
) -> None:
    printed = print_module(tree.Module(tree.Ident("M"), (), tuple(some_units)))
    lines = printed.split("\n")
    text = "".join(line + data.draw(_blanks) + "\n" for line in lines)
    parsed = parse_file(Source("t", text))
    result = formatted(text)
    assert parse_file(Source("t", result)).modules == parsed.modules
    assert formatted(result) == result
