from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import (
    FrozenDict,
    describe,
    from_itf,
    from_python,
    show,
    to_itf,
    to_python,
)
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.values import EMPTY_SET, FALSE, TRUE, Value, model_value
from tests.ir.any_values import values

MODELS = ("m1", "m2", "m3")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (TRUE, "TRUE"),
        (-3, "-3"),
        ('a "b"\n\\', r'"a \"b\"\n\\"'),
        (model_value("m1"), "m1"),
        (EMPTY_SET, "{}"),
        (set_of([3, 1, 2]), "{1, 2, 3}"),
        ((), "<<>>"),
        ((1, "a"), '<<1, "a">>'),
        (record_of({"f": 1}), "[f |-> 1]"),
        (record_of({"x y": 1}), '("x y" :> 1)'),
        (record_of({"12": 1}), '("12" :> 1)'),
        (function_from([(0, FALSE), (1, TRUE)]), "(0 :> FALSE @@ 1 :> TRUE)"),
        (function_from([((1, 2), EMPTY_SET)]), "(<<1, 2>> :> {})"),
    ],
)
def test_a_value_is_shown_as_tlc_prints_it(value: Value, text: str) -> None:
    assert show(value) == text


def test_fields_are_shown_by_first_appearance() -> None:
    with ranked_by(Ranks(["type", "bal"])):
        assert show(record_of({"bal": 1, "type": "1a"})) == '[type |-> "1a", bal |-> 1]'


def test_a_set_that_cannot_be_sorted_is_shown_all_the_same() -> None:
    assert show(set_of([2, "a", 1])) == '{"a", 1, 2}'


def test_a_long_value_is_cut_in_messages() -> None:
    text = describe(set_of(range(200)))
    assert len(text) < 220
    assert text.endswith(" ...")


def test_itf_has_one_notation_for_each_kind() -> None:
    value = record_of(
        {
            "n": 1,
            "s": set_of([2]),
            "t": (TRUE, "x"),
            "m": function_from([(0, model_value("m1"))]),
        }
    )
    assert to_itf(value) == {
        "n": {"#bigint": "1"},
        "s": {"#set": [{"#bigint": "2"}]},
        "t": {"#tup": [True, "x"]},
        "m": {"#map": [[{"#bigint": "0"}, "m1"]]},
    }


@given(values)
def test_itf_can_be_read_back(value: Value) -> None:
    data = json.loads(json.dumps(to_itf(value)))
    assert from_itf(data, MODELS) == value


def test_itf_reads_plain_numbers_and_lists() -> None:
    assert from_itf([1, {"a": 2, "#meta": {"x": 1}}]) == (1, record_of({"a": 2}))


@pytest.mark.parametrize("data", [None, 1.5, {"#bigint": "x"}, {"#what": 1}, {"#map": [1]}])
def test_what_is_not_itf_is_refused(data: Any) -> None:
    with pytest.raises(EvalError) as error:
        from_itf(data)
    assert error.value.code == "eval-unsupported"


def test_a_record_whose_field_looks_like_itf_becomes_a_map() -> None:
    value = record_of({"#set": 1})
    assert to_itf(value) == {"#map": [["#set", {"#bigint": "1"}]]}
    assert from_itf(to_itf(value)) == value


@given(values)
def test_python_data_can_be_read_back(value: Value) -> None:
    if "m" in show(value):
        return  # a model value becomes its name
    assert from_python(to_python(value)) == value


def test_plain_python_has_hashable_dicts() -> None:
    data = to_python(set_of([record_of({"a": 1})]))
    assert data == frozenset([FrozenDict(a=1)])
    with pytest.raises(TypeError):
        next(iter(data))["a"] = 2


def test_python_data_without_a_meaning_is_refused() -> None:
    with pytest.raises(EvalError, match="NoneType"):
        from_python(None)
