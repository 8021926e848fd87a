from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from holdfast.interp.given_sets import INT, NAT
from holdfast.interp.sets import interval
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.order import (
    check_comparable,
    compare,
    equal,
    inserted,
    ordered,
    sort_key,
    sort_keys,
)
from holdfast.ir.ranks import Ranks, known_string, ranked_by, ranks_in_use
from holdfast.ir.values import FALSE, TRUE, FiniteSet, Value, model_value
from tests.ir.any_values import pairs, sets, triples, values

A, B, P1, P2, Q1 = (model_value(n) for n in ("a", "b", "p_1", "p_2", "q_1"))


def refused(left: Value, right: Value) -> bool:
    try:
        compare(left, right)
    except EvalError:
        return True
    return False


@given(values)
def test_every_value_is_equal_to_itself(value: Value) -> None:
    assert compare(value, value) == 0
    assert equal(value, value)


@given(pairs)
def test_the_order_is_antisymmetric_and_agrees_with_equality(pair: tuple[Value, Value]) -> None:
    left, right = pair
    assert (compare(left, right) < 0) == (compare(right, left) > 0)
    assert (compare(left, right) == 0) == equal(left, right) == (left == right)


@given(triples)
def test_the_order_is_transitive(triple: tuple[Value, Value, Value]) -> None:
    first, second, third = triple
    if compare(first, second) <= 0 and compare(second, third) <= 0:
        assert compare(first, third) <= 0


@given(pairs)
def test_sort_keys_order_as_compare_does(pair: tuple[Value, Value]) -> None:
    left, right = pair
    assert (sort_key(left) < sort_key(right)) == (compare(left, right) < 0)


@given(sets)
def test_a_set_is_listed_in_ascending_order(finite: FiniteSet) -> None:
    listing = ordered(finite)
    assert frozenset(listing) == finite.elements
    assert all(compare(a, b) < 0 for a, b in pairwise(listing))


@given(pairs)
def test_inserting_keeps_the_order(pair: tuple[Value, Value]) -> None:
    base = set_of([pair[0]])
    ordered(base)
    larger = inserted(base, pair[1]) if pair[1] not in base.elements else base
    assert ordered(larger) == ordered(set_of(pair))
    assert sort_keys(larger) == [sort_key(e) for e in ordered(set_of(pair))]


def test_strings_are_ordered_by_first_appearance() -> None:
    with ranked_by(Ranks(["zebra", "ant"])):
        assert ordered(set_of(["ant", "zebra"])) == ("zebra", "ant")


def test_strings_that_never_appeared_come_last_by_their_characters() -> None:
    with ranked_by(Ranks(["z"])):
        assert ordered(set_of(["y", "x", "z"])) == ("z", "x", "y")


def test_a_new_string_gets_the_next_rank_when_it_is_made() -> None:
    with ranked_by(Ranks()):
        known_string("later")
        known_string("early")
        assert ordered(set_of(["early", "later"])) == ("later", "early")


def test_ranks_are_restored() -> None:
    before = ranks_in_use()
    with ranked_by(Ranks()):
        assert ranks_in_use() is not before
    assert ranks_in_use() is before


def test_a_model_value_is_ranked_by_its_name() -> None:
    with ranked_by(Ranks(["b", "a"])):
        assert ordered(set_of([A, B])) == (B, A)


def test_an_untyped_model_value_comes_before_everything_else() -> None:
    for other in (1, "s", TRUE, set_of([1]), (1,), record_of({"f": 1}), NAT):
        assert compare(A, other) < 0 < compare(other, A)
        assert not equal(A, other)
    assert ordered(set_of([2, A, 1])) == (A, 1, 2)


def test_typed_model_values_compare_with_their_type_and_untyped_ones_only() -> None:
    assert not refused(P1, P2)
    assert not refused(P1, A)
    assert refused(P1, Q1)
    assert refused(P1, 1)
    assert refused(1, P1)


def test_sets_are_ordered_by_size_first() -> None:
    listing = ordered(set_of([set_of([1, 2]), set_of([3]), set_of([])]))
    assert [show(s) for s in listing] == ["{}", "{3}", "{1, 2}"]


def test_functions_are_ordered_by_size_then_domain_then_values() -> None:
    f = [function_from([(0, 9)]), function_from([(1, 0)]), function_from([(1, 1)]), (0, 0)]
    assert ordered(set_of([f[3], f[2], f[1], f[0]])) == tuple(f)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, "a"),
        (TRUE, 1),
        (1, set_of([1])),
        (set_of([1]), set_of(["a"])),
        ((1, 2), (1, "b")),
        (set_of([]), ()),
        (record_of({"a": 1}), (1,)),
        (record_of({"a": 1}), record_of({"a": "b"})),
        ("a", record_of({"a": 1})),
        (NAT, set_of([1])),
        (NAT, 1),
        (function_from([(A, 1)]), (1,)),
    ],
)
def test_values_of_different_kinds_cannot_be_compared(left: Value, right: Value) -> None:
    for one, other in ((left, right), (right, left)):
        with pytest.raises(EvalError) as error:
            equal(one, other)
        assert error.value.code == "eval-kinds-differ"


def test_a_difference_before_the_odd_one_hides_it() -> None:
    assert not equal((1, "a"), (2, 3))
    assert not equal(set_of([1, 2]), set_of(["a"]))
    assert not equal(record_of({"a": 1}), record_of({"b": "x"}))
    assert not equal((1, 2), function_from([(0, "a")]))
    assert not equal(record_of({"a": 1}), ())


def test_a_message_names_both_values() -> None:
    with pytest.raises(EvalError, match='the integer 1 cannot be compared with the string "a"'):
        equal(1, "a")


def test_a_set_of_different_kinds_cannot_be_listed() -> None:
    with pytest.raises(EvalError) as error:
        ordered(set_of([1, "a", 2]))
    assert error.value.code == "eval-kinds-differ"
    with pytest.raises(EvalError):
        ordered(set_of([set_of([1, "a"])]))


def test_a_value_of_another_kind_is_refused_by_a_set() -> None:
    check_comparable(set_of([1, 2]), 7)
    check_comparable(set_of([]), "a")
    check_comparable(set_of([1]), A)
    with pytest.raises(EvalError):
        check_comparable(set_of([1, 2]), "a")
    with pytest.raises(EvalError):
        check_comparable(set_of([(1, 2), (3, "x")]), (3, 4))


def test_nat_comes_before_int() -> None:
    assert compare(NAT, INT) < 0 < compare(INT, NAT)
    assert not equal(NAT, INT)


def test_a_lazy_set_is_compared_with_a_listed_one() -> None:
    assert equal(interval(1, 3), set_of([3, 2, 1]))
    assert equal(set_of([3, 2, 1]), interval(1, 3))
    assert not equal(interval(1, 3), set_of([1, 2]))
    assert compare(interval(2, 3), interval(1, 3)) < 0
    assert FALSE != TRUE
