from __future__ import annotations

from tools.size import Size, complaints

LIMIT = 10


def test_what_is_within_the_limit_is_fine() -> None:
    assert not list(complaints([Size(10, "a.py")], LIMIT))


def test_what_is_over_the_limit_is_named_with_its_size() -> None:
    [complaint] = complaints([Size(11, "a.py")], LIMIT)
    assert complaint == "a.py has 11 lines, 10 are allowed"
