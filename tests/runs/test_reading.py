"""JSON that others may have written: what is nested too deeply or not finite is no object."""

from __future__ import annotations

import sys

import pytest

from holdfast.runs.reading import is_shallow, read_object


@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"a": ' * 200_000, '{"a": [1, ' * 100_000 + "]}" * 100_000]
)
def test_what_is_nested_deeply_is_no_object(text: str) -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(500_000)  # as the interpreter does for recursive operators
    try:
        assert read_object(text) is None
    finally:
        sys.setrecursionlimit(before)


def test_brackets_in_strings_do_not_count() -> None:
    text = '{"a": "' + "[" * 9999 + '", "b": "\\"' + "{" * 9999 + '", "c": [1]}'
    found = read_object(text)
    assert found is not None
    assert found["c"] == [1]
    assert is_shallow('{"a": {"b": []}}', 3)
    assert not is_shallow('{"a": {"b": [1]}}', 2)


@pytest.mark.parametrize("text", ['{"a": 1e999}', '{"a": NaN}', '{"a": -Infinity}', "[]", "{"])
def test_what_no_response_could_have_is_no_object(text: str) -> None:
    assert read_object(text) is None
