from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from holdfast.ir.construct import canonical, function_from, record_maker, record_of, set_of
from holdfast.ir.order import ordered
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.values import FALSE, TRUE, Function, Record, Value, boolean, model_value
from tests.ir.any_values import ATOMS, values


def test_true_is_not_one() -> None:
    elements: list[Value] = [TRUE, 1, FALSE, 0]
    assert len(set(elements)) == 4


def test_boolean_gives_the_two_constants() -> None:
    assert boolean(True) is TRUE
    assert boolean(False) is FALSE
    assert TRUE
    assert not FALSE


def test_a_model_value_equals_only_itself() -> None:
    names: list[Value] = [model_value("a"), model_value("a"), "a"]
    assert names[0] is names[1]
    assert names[0] != names[2]


def test_the_type_of_a_model_value_is_the_letter_before_its_underscore() -> None:
    assert model_value("p_1").type == "p"
    assert [model_value(n).type for n in ("p1", "p_", "_", "pp_1")] == ["", "", "", ""]


def test_a_function_on_one_to_n_is_a_tuple() -> None:
    assert function_from([(2, "b"), (1, "a")]) == ("a", "b")


def test_a_function_on_strings_is_a_record() -> None:
    made = function_from([("b", 2), ("a", 1)])
    assert type(made) is Record
    assert made == record_of({"a": 1, "b": 2})


def test_any_other_function_is_a_function() -> None:
    made = function_from([(0, "a"), (1, "b")])
    assert type(made) is Function
    assert type(function_from([(1, "a"), (3, "b")])) is Function


def test_the_empty_function_is_the_empty_tuple() -> None:
    assert function_from([]) == ()
    assert record_of({}) == ()


def test_the_first_of_equal_arguments_wins() -> None:
    assert function_from([(1, "a"), (1, "b")]) == ("a",)


def test_a_record_does_not_depend_on_the_order_of_its_fields() -> None:
    one, other = record_maker(("a", "b")), record_maker(("b", "a"))
    assert one((1, 2)) == other((2, 1))
    assert hash(one((1, 2))) == hash(other((2, 1)))


@given(st.lists(st.tuples(ATOMS["integer"], ATOMS["string"]), max_size=5), st.randoms())
def test_functions_with_equal_pairs_are_equal(pairs: list[tuple[Value, Value]], random) -> None:  # type: ignore[no-untyped-def]  # hypothesis gives a Random
    once = list(dict(pairs).items())
    shuffled = once[:]
    random.shuffle(shuffled)
    assert function_from(once) == function_from(shuffled)
    assert hash(function_from(once)) == hash(function_from(shuffled))


@given(st.lists(values, max_size=4), st.randoms())
def test_sets_with_equal_elements_are_equal(elements: list[Value], random) -> None:  # type: ignore[no-untyped-def]  # hypothesis gives a Random
    shuffled = elements + elements[:1]
    random.shuffle(shuffled)
    assert set_of(elements) == set_of(shuffled)
    assert hash(set_of(elements)) == hash(set_of(shuffled))


@given(values)
def test_a_listed_value_is_canonical(value: Value) -> None:
    assert canonical(value) is value


@given(values)
def test_a_value_survives_pickling(value: Value) -> None:
    assert pickle.loads(pickle.dumps(value)) == value


def test_records_share_the_domain_of_their_fields() -> None:
    with ranked_by(Ranks(["z", "a"])):
        one, other = record_of({"a": 1, "z": 2}), record_of({"z": 3, "a": 4})
        assert isinstance(one, Record)
        assert isinstance(other, Record)
        assert one.domain is other.domain
        assert ordered(one.domain) == ("z", "a")
