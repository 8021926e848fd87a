"""The estimate of how long a search will still take."""

from __future__ import annotations

from math import inf

import pytest

from holdfast.estimate import Course


def course(points: list[tuple[float, int]]) -> Course:
    made = Course()
    for seconds, waiting in points:
        made.add(seconds, waiting)
    return made


def test_a_parabola_is_followed_to_its_end() -> None:
    points = [(t / 10, t * (100 - t)) for t in range(1, 81)]
    for seen in (20, 50, 80):
        left = course(points[:seen]).left()
        assert left is not None
        assert left == pytest.approx(10 - seen / 10, rel=0.1)


def test_a_steady_rise_has_no_end_in_sight() -> None:
    assert course([(t / 10, 100 * t) for t in range(1, 50)]).left() == inf
    assert course([(t / 10, t**3) for t in range(1, 50)]).left() == inf


def test_nothing_is_told_from_too_little() -> None:
    assert course([]).left() is None
    assert course([(1.0, 0)]).left() is None
    assert course([(0.0, 50), (1.0, 50)]).left() is None
    assert course([(1.0, 50), (1.2, 60)]).left() is None


def test_what_is_kept_of_a_long_course_is_little() -> None:
    long = course([(t, 1 + t % 7) for t in range(100_000)])
    assert len(long._times) < 500
    assert long.left() is not None
