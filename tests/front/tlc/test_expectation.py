from __future__ import annotations

import pytest

from holdfast.front.tlc.expectation import declarations_in
from holdfast.source import Source, SpecError


def declared(text: str) -> list[str]:
    return [span.text for span in declarations_in(Source("M.cfg", text))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("INVARIANT Inv\n", []),
        ("EXPECT Success\nINVARIANT Inv\n", ["Success"]),
        ("INVARIANT Inv\n_EXPECT SafetyFailure\n", ["SafetyFailure"]),
        ("\\* EXPECT: SafetyFailure distinct=3  \r\nINVARIANT Inv\n", ["SafetyFailure distinct=3"]),
        ("INVARIANT Inv \\* EXPECT: Success", ["Success"]),
        ("\\* we EXPECT Success\n\\* EXPECT Success\n", []),
        ("EXPECT Success\n\\* EXPECT: SafetyFailure\n", ["Success", "SafetyFailure"]),
    ],
)
def test_the_keyword_and_the_comment_declare_a_result(text: str, words: list[str]) -> None:
    assert declared(text) == words


def test_a_comment_is_read_in_spite_of_errors() -> None:
    assert declared("INVARIANT (\n\\* EXPECT: exit=151\n") == ["exit=151"]


def test_a_keyword_that_an_error_hides_is_an_error() -> None:
    with pytest.raises(SpecError):
        declared("INVARIANT (\nEXPECT Success\n")
    with pytest.raises(SpecError, match="cannot be expected"):
        declared("EXPECT Sucess\n")
