from __future__ import annotations

from tools.size import Size, complaints

LIMIT = 10


def test_what_is_within_the_limit_is_not_mentioned() -> None:
    assert not list(complaints([Size(10, "a.py")], LIMIT, {}))


def test_what_is_over_the_limit_is_named_with_its_size() -> None:
    [complaint] = complaints([Size(11, "a.py")], LIMIT, {})
    assert complaint == "a.py has 11 lines, 10 are allowed"


def test_an_exception_allows_its_size_and_no_more() -> None:
    assert not list(complaints([Size(12, "a.py")], LIMIT, {"a.py": 12}))
    assert list(complaints([Size(13, "a.py")], LIMIT, {"a.py": 12}))


def test_an_exception_that_is_too_wide_has_to_shrink() -> None:
    [complaint] = complaints([Size(11, "a.py")], LIMIT, {"a.py": 12})
    assert complaint.endswith("should be 11")


def test_an_exception_that_is_not_needed_has_to_go() -> None:
    [complaint] = complaints([Size(9, "a.py")], LIMIT, {"a.py": 12})
    assert complaint.endswith("should be no")
