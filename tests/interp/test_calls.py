"""Arguments of definitions and operators are evaluated when they are needed."""

from __future__ import annotations

import pytest

from tests.agree import ours


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("First(1, 1 \\div 0)", "V 1"),
        ("Apply2(LAMBDA x, y : x, 1, 1 \\div 0)", "V 1"),
        ("LET f(o(_), x) == o(x) IN f(LAMBDA y : 2, Head(<<>>))", "V 2"),
        ("Pointwise(<<1>>, [x \\in {} |-> 0], LAMBDA x, y : x)", "V <<1>>"),
        ("Twice(LAMBDA x : x + x, 3)", "V 12"),
    ],
)
def test_an_argument_that_is_not_used_is_not_evaluated(expression: str, answer: str) -> None:
    assert list(ours.answers([expression])) == [answer]


def test_an_argument_that_is_used_shows_its_error() -> None:
    (answer,) = ours.answers(["Apply2(LAMBDA x, y : y, 1, 1 \\div 0)"])
    assert answer.startswith("E eval-division")


def test_what_follows_an_empty_factor_is_not_listed() -> None:
    answers = ours.answers(["{x \\in {} \\X Nat : TRUE}", "{x \\in [a : {}, type : Nat] : TRUE}"])
    assert list(answers) == ["V {}", "V {}"]


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("FlattenSeq(<<1>>)", "V 1"),
        ('IsStrictPrefix(<<"a">>, <<"a", 1>>)', "V TRUE"),
        ("IsStrictSuffix(<<1>>, <<1>>)", "V FALSE"),
    ],
)
def test_library_operators_compare_what_their_definitions_compare(
    expression: str, answer: str
) -> None:
    assert list(ours.answers([expression])) == [answer]
