from __future__ import annotations

import pytest

from holdfast.source import Source, Span, SpecError
from holdfast.suite.expectation import Expectation
from holdfast.suite.words import read_words


def words(text: str) -> Expectation:
    return read_words(Span(Source("M.cfg", text), 0, len(text)))


def test_a_word_stands_for_exit_codes() -> None:
    assert words("DeadlockFailure").exits == (11,)


def test_more_may_be_declared_after_the_word() -> None:
    found = words("SafetyFailure property=Inv, distinct = 14 trace=7")
    assert (found.exits, found.property, found.distinct, found.trace) == ((12,), "Inv", 14, 7)


def test_an_exit_code_is_enough() -> None:
    assert words("exit=12").exits == (12,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the expected result is missing after EXPECT"),
        ("distinct=3", "the expected result is missing after EXPECT"),
        ("Failure", "`Failure` cannot be expected"),
        ("SafetyFailure of Inv", "expected `name=value`, found `of`"),
        ("SafetyFailure states=3", "`states` cannot be expected"),
        ("SafetyFailure depth=deep", "`depth` is a number, not `deep`"),
    ],
)
def test_anything_else_is_an_error(text: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        words(text)
    assert error.value.diagnostics[0].message == message
