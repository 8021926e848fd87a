from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.report.layout import beside, wrap


def test_a_short_text_stays_on_one_line() -> None:
    assert wrap("{1, 2, 3}", 20) == ["{1, 2, 3}"]


def test_a_value_is_broken_between_its_elements() -> None:
    assert wrap("x = {[a |-> 1, b |-> 2], [a |-> 3, b |-> 4]}", 30) == [
        "x = {[a |-> 1, b |-> 2],",
        "    [a |-> 3, b |-> 4]}",
    ]


def test_a_function_is_broken_before_its_pairs() -> None:
    assert wrap("f = (1 :> <<1, 2>> @@ 2 :> <<3, 4>>)", 24) == [
        "f = (1 :> <<1, 2>>",
        "    @@ 2 :> <<3, 4>>)",
    ]


def test_an_element_that_is_too_long_is_broken_itself() -> None:
    assert wrap("{[a |-> 1, b |-> 2, c |-> 3]}", 20) == ["{[a |-> 1, b |-> 2,", "    c |-> 3]}"]


def test_a_string_is_never_broken() -> None:
    assert wrap('x = "one two three"', 8) == ["x =", '    "one two three"']


@given(st.text('ab <>[]{}(),"@:', max_size=60), st.integers(1, 40))
def test_nothing_but_blanks_is_lost_in_wrapping(text: str, width: int) -> None:
    assert "".join(wrap(text, width)).replace(" ", "") == text.replace(" ", "")


def test_a_long_label_stands_on_its_own_line() -> None:
    assert beside("long label", ["a", "b"], 4) == ["long label", "      a", "      b"]
    assert beside("ab", ["a", "b"], 4) == ["ab    a", "      b"]


def test_prose_is_filled_line_by_line() -> None:
    text = "one two three four five six seven, eight"
    assert wrap(text, 16, 2) == ["one two three", "  four five six", "  seven, eight"]


def test_a_name_stays_beside_its_value() -> None:
    assert wrap("it is FALSE: count = 10", 18, 2) == ["it is FALSE:", "  count = 10"]
