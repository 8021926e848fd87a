"""Differences are told at the part of a value that changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.values import FALSE, TRUE, Value, model_value
from holdfast.report.trace_diff import changes, differences

M1, M2 = model_value("m1"), model_value("m2")


# Sets hold numbers only, because TLC cannot order elements of different kinds.
VALUES: st.SearchStrategy[Value] = st.recursive(
    st.integers(0, 3)
    | st.sampled_from(["a", "b", TRUE, M1])
    | st.frozensets(st.integers()).map(set_of),
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=3).map(record_of)
    ),
    max_leaves=8,
)


def told(old: Value, new: Value) -> list[str]:
    return [str(change) for change in changes("x", old, new)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (1, 2, ["x: 1 -> 2"]),
        (FALSE, TRUE, ["x: FALSE -> TRUE"]),
        (1, "a", ['x: 1 -> "a"']),
        (set_of([1]), 3, ["x: {1} -> 3"]),
        (record_of({"a": 5, "b": 5}), record_of({"a": 2, "b": 5}), ["x.a: 5 -> 2"]),
        (("a", "b"), ("c", "b"), ['x[1]: "a" -> "c"']),
        (function_from([(M1, 0), (M2, 0)]), function_from([(M1, 0), (M2, 1)]), ["x[m2]: 0 -> 1"]),
        (
            function_from([((1, 2), 0), ((2, 2), 7)]),
            function_from([((1, 2), 1), ((2, 2), 7)]),
            ["x[1, 2]: 0 -> 1"],
        ),
        (
            record_of({"in": record_of({"a": (1, 2)}), "out": 7}),
            record_of({"in": record_of({"a": (1, 3)}), "out": 7}),
            ["x.in.a[2]: 2 -> 3"],
        ),
        (record_of({"a b": 1, "c": 2}), record_of({"a b": 3, "c": 2}), ['x["a b"]: 1 -> 3']),
    ],
)
def test_a_change_is_told_at_the_innermost_place(
    old: Value, new: Value, expected: list[str]
) -> None:
    assert told(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (set_of([1, 2]), set_of([1, 2, 3]), "x: + 3"),
        (set_of([1, 2]), set_of([2]), "x: - 1"),
        (set_of([M1]), set_of([M2]), "x: + m2  - m1"),
        (set_of([]), set_of([(1, 2), (1, 3)]), "x: + <<1, 2>>, <<1, 3>>"),
    ],
)
def test_of_a_set_the_elements_that_came_and_went_are_told(
    old: Value, new: Value, expected: str
) -> None:
    assert told(old, new) == [expected]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((), ("first",), 'x: appended "first"'),
        (("m", "n"), ("m", "n", "o"), 'x: appended "o"'),
        (("one", "two", "three"), ("two", "three"), 'x: removed "one" from the front'),
        (("one", "two", "three"), ("one", "two"), 'x: removed "three" from the end'),
        (("one", "two"), ("zero", "one", "two"), 'x: prepended "zero"'),
    ],
)
def test_of_a_sequence_the_move_is_told(old: Value, new: Value, expected: str) -> None:
    assert told(old, new) == [expected]


def test_a_new_argument_of_a_function_has_no_old_value() -> None:
    old = function_from([(M1, "a long value")])
    new = function_from([(M1, "a long value"), (M2, 1)])
    assert told(old, new) == ["x[m2]: (none) -> 1"]
    assert told(new, old) == ["x[m2]: 1 -> (none)"]


def test_a_value_that_changes_everywhere_is_shown_whole() -> None:
    assert told((0, 0, 0), (1, 1, 1)) == ["x: <<0, 0, 0>> -> <<1, 1, 1>>"]


def test_variables_come_in_their_order_and_unchanged_ones_not_at_all() -> None:
    found = differences({"b": 1, "a": 1, "c": 1}, {"b": 2, "a": 2, "c": 1})
    assert [change.place for change in found] == ["b", "a"]


@given(VALUES, VALUES)
def test_equal_values_have_no_differences_and_others_have_some(old: Value, new: Value) -> None:
    assert not changes("x", old, old)
    assert bool(changes("x", old, new)) == (old != new)
