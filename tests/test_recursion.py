"""The recursion limit is one for all threads, and nobody takes it away from another."""

from __future__ import annotations

import sys

from holdfast.recursion import deep_recursion, raise_recursion_limit


def test_who_ends_first_does_not_lower_the_limit_of_others() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(5_000)
    try:
        first, second = deep_recursion(), deep_recursion()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert sys.getrecursionlimit() >= 20_000
        second.__exit__(None, None, None)
        assert sys.getrecursionlimit() == 5_000
    finally:
        sys.setrecursionlimit(before)


def test_what_is_raised_inside_lasts() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(5_000)
    try:
        with deep_recursion():
            raise_recursion_limit(30_000)
        assert sys.getrecursionlimit() == 30_000
    finally:
        sys.setrecursionlimit(before)
