"""JSON data that describes a value, completely or in part."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.check.json_values import ITF, LOG, TLC, Dialect, matches, value_like
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.notation import to_itf
from holdfast.ir.values import FALSE, TRUE, Value, model_value

P = model_value("p")
PAIRS = function_from([(P, 1), (model_value("q"), 2)])
RECORD = record_of({"a": 1, "b": set_of([1, 2])})
NUMBERED = function_from([(0, "x"), (1, "y")])


@pytest.mark.parametrize(
    "value",
    [TRUE, FALSE, 0, -7, 10**30, "a", P, set_of([]), set_of([1, 2]), (), (1, (2,)), RECORD, PAIRS],
)
def test_the_itf_of_a_value_describes_it_and_no_other(value: Value) -> None:
    assert matches(value, to_itf(value), ITF)
    assert matches(value, to_itf(value), LOG)
    others: list[Value] = [TRUE, 1, "b", P, set_of([3]), (4,), record_of({"a": 2}), PAIRS, NUMBERED]
    assert not any(matches(o, to_itf(value), ITF) for o in others if o != value)


@pytest.mark.parametrize(
    ("value", "data", "dialect"),
    [
        (1, 1, ITF),
        ((1, 2), [1, 2], ITF),
        ((1, 2), {"#map": [[2, 2], [1, 1]]}, ITF),
        ((), {"#map": []}, ITF),
        ((), {}, ITF),
        (P, "p_OF_PROCESS", ITF),
        (RECORD, {"b": {"#set": [2, 1]}, "a": {"#bigint": "1"}}, ITF),
        (set_of([1, 2]), {"#unserializable": "Nat"}, ITF),
        (set_of([2, 1]), [2, 1], TLC),
        (set_of([]), [], TLC),
        (PAIRS, {"p": 1, "q": 2}, TLC),
        (NUMBERED, {"0": "x", "1": "y"}, TLC),
        (function_from([((1, 2), 0)]), {"<<1, 2>>": 0}, TLC),
        (PAIRS, {"q": 2}, LOG),
        (RECORD, {"b": [2, 1]}, LOG),
        ((5, 6), {"2": 6}, LOG),
        (
            set_of([record_of({"k": 1, "v": 1}), record_of({"k": 1, "v": 2})]),
            [{"k": 1}, {"v": 1}],
            LOG,
        ),
    ],
)
def test_data_describes_a_value(value: Value, data: Any, dialect: Dialect) -> None:
    assert matches(value, data, dialect)


@pytest.mark.parametrize(
    ("value", "data", "dialect"),
    [
        (1, True, LOG),
        (TRUE, 1, LOG),
        (1, "1", LOG),
        (1, 1.0, LOG),
        ("1", 1, LOG),
        ("a", None, LOG),
        (1, {"#bigint": "x"}, LOG),
        (set_of([1, 2]), [1, 2], ITF),
        ((1, 2), {"#set": [1, 2]}, LOG),
        (set_of([1, 2]), [1, 1], TLC),
        (set_of([1, 2]), [1], LOG),
        ((1, 2), [1], LOG),
        (PAIRS, {"p": 1}, TLC),
        (PAIRS, {"p": 1, "q": 2}, ITF),
        (RECORD, {"a": 1}, ITF),
        (RECORD, {"c": 1}, LOG),
        (P, "q", LOG),
        (1, {"a": 1}, LOG),
        (PAIRS, {"#map": [["p", 1], ["p", 1]]}, ITF),
        (PAIRS, {"#map": [["p"], "q"]}, ITF),
        (
            set_of([record_of({"k": 1, "v": 1}), record_of({"k": 2, "v": 2})]),
            [{"k": 1}, {"v": 1}],
            LOG,
        ),
    ],
)
def test_data_describes_another_value(value: Value, data: Any, dialect: Dialect) -> None:
    assert not matches(value, data, dialect)


@pytest.mark.parametrize(
    ("data", "example", "value"),
    [
        ([2, 1], set_of([5]), set_of([1, 2])),
        ([2, 1], (5,), (2, 1)),
        ([2, 1], None, (2, 1)),
        (["p"], set_of([P]), set_of([P])),
        ("p", 3, P),
        ("p", "x", "p"),
        ({"p": 3, "q": 4}, PAIRS, function_from([(P, 3), (model_value("q"), 4)])),
        ({"a": 3}, None, record_of({"a": 3})),
        ({"#map": [["p", {"#bigint": "3"}]]}, PAIRS, function_from([(P, 3)])),
        ({"#set": []}, set_of([1]), set_of([])),
        ({"#tup": ["p"]}, (P,), (P,)),
    ],
)
def test_an_example_resolves_what_json_leaves_open(
    data: Any, example: Value | None, value: Value
) -> None:
    assert value_like(data, example, ("p", "q")) == value
