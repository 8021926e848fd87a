from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.interp import members, sets
from holdfast.interp.given_sets import ANY, INT, NAT, REAL, STRING, Sequences
from holdfast.interp.lazy_sets import SubsetsOfSize
from holdfast.ir.construct import canonical, function_from, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.order import compare, equal, ordered
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.values import BOOLEAN, EMPTY_SET, AnySet, FiniteSet, Value, model_value
from tests.ir.any_values import sets as any_sets

M, P = model_value("m"), model_value("p_1")
small = st.frozensets(st.integers(-1, 2), max_size=3).map(set_of)
intervals = st.tuples(st.integers(-1, 1), st.integers(-1, 1)).map(lambda b: sets.interval(*b))
bases = small | intervals
names = ("a", "b")


def _records(one: AnySet, two: AnySet) -> AnySet:
    return sets.record_set("a", one, "b", two)


def _odd(value: Value) -> bool:
    return isinstance(value, tuple) and len(set(value)) % 2 == 1


LAZY: list[Callable[[AnySet, AnySet], AnySet]] = [
    lambda s, t: sets.subsets(s),
    lambda s, t: sets.product([s, t]),
    lambda s, t: sets.product([s, sets.subsets(t)]),
    lambda s, t: sets.function_set(s, t),
    lambda s, t: sets.function_set(set_of(names), s),
    lambda s, t: sets.function_set(sets.interval(1, 2), sets.union(sets.subsets(s), set_of([t]))),
    _records,
    lambda s, t: sets.union(sets.subsets(s), sets.subsets(t)),
    lambda s, t: sets.intersection(sets.subsets(s), sets.subsets(t)),
    lambda s, t: sets.difference(sets.subsets(s), sets.subsets(t)),
    lambda s, t: sets.filtered(sets.product([s, t]), _odd),
    lambda s, t: sets.big_union(sets.subsets(sets.subsets(_few(s)))),
    lambda s, t: SubsetsOfSize(members.listed(s), min(2, len(members.listed(s)))),
]


def _few(base: AnySet) -> FiniteSet:
    return set_of(ordered(members.listed(base))[:2])


lazy = st.builds(lambda make, s, t: make(s, t), st.sampled_from(LAZY), bases, bases)


@given(lazy)
def test_a_lazy_set_has_the_size_of_its_listing(collection: AnySet) -> None:
    assert members.size(collection) == len(members.listed(collection))
    assert members.is_finite(collection)


@given(lazy, lazy)
def test_a_lazy_set_contains_what_its_listing_contains(one: AnySet, other: AnySet) -> None:
    listing = members.listed(one)
    for value in chain(members.elements(one), members.elements(other)):
        try:
            expected = sets.contains(listing, value)
        except EvalError:
            continue
        try:
            assert sets.contains(one, value) == expected
        except EvalError:
            # A lazy set sees a difference of kinds that a listing without elements does not.
            assert not listing.elements


@given(lazy)
def test_choose_tries_a_lazy_set_in_the_order_of_its_listing(collection: AnySet) -> None:
    if isinstance(collection, SubsetsOfSize):
        return  # TLC has another order for these
    tried = list(members.elements_in_order(collection))
    assert tuple(tried) == ordered(members.listed(collection))


@given(lazy)
def test_a_lazy_set_equals_its_listing(collection: AnySet) -> None:
    listing = set_of(list(members.elements(collection)))
    assert collection == listing
    assert hash(collection) == hash(listing)
    assert equal(collection, listing)
    assert equal(listing, collection)
    assert canonical(collection) == listing


@given(lazy, lazy)
def test_lazy_sets_compare_as_their_listings_do(one: AnySet, other: AnySet) -> None:
    try:
        expected = compare(members.listed(one), members.listed(other))
        same = equal(one, other)
    except EvalError:
        return  # such as functions on numbers and functions on strings
    assert (compare(one, other) > 0) == (expected > 0)
    assert same == (expected == 0)


@given(lazy, lazy)
def test_inclusion_of_lazy_sets_is_that_of_their_listings(one: AnySet, other: AnySet) -> None:
    mine, others = members.listed(one), members.listed(other)
    try:
        expected = all(sets.contains(others, e) for e in ordered(mine))
    except EvalError:
        return
    try:
        assert sets.is_subset(one, other) == expected
    except EvalError:
        # A lazy set sees a difference of kinds that a listing without elements does not.
        assert not others.elements


@given(any_sets)
def test_the_elements_of_a_lazy_set_are_canonical(base: FiniteSet) -> None:
    small_base = set_of(ordered(base)[:3])
    for collection in (sets.subsets(small_base), sets.product([small_base, small_base])):
        assert all(canonical(e) is e for e in members.elements(collection))


def texts(collection: Iterable[Value]) -> list[str]:
    return [show(e) for e in collection]


def test_subsets_come_by_size_and_then_by_their_elements() -> None:
    listing = texts(members.elements(sets.subsets(set_of([3, 1, 2]))))
    assert listing == ["{}", "{1}", "{2}", "{3}", "{1, 2}", "{1, 3}", "{2, 3}", "{1, 2, 3}"]


def test_subsets_of_one_size_come_by_their_greatest_element() -> None:
    wanted = SubsetsOfSize(set_of(range(1, 5)), 2)
    assert texts(wanted.iterate()) == ["{1, 2}", "{1, 3}", "{2, 3}", "{1, 4}", "{2, 4}", "{3, 4}"]
    assert texts(SubsetsOfSize(set_of([1]), 0).iterate()) == ["{}"]


def test_the_last_argument_of_a_function_varies_fastest() -> None:
    with ranked_by(Ranks(["b", "a"])):
        functions = members.elements(sets.function_set(set_of(names), BOOLEAN))
        assert texts(functions)[1] == "[b |-> FALSE, a |-> TRUE]"


def test_functions_on_one_to_n_are_sequences() -> None:
    assert list(members.elements(sets.function_set(sets.interval(1, 2), set_of([0])))) == [(0, 0)]


def test_a_lazy_union_repeats_what_is_in_both() -> None:
    both = sets.union(sets.subsets(set_of([1])), sets.subsets(set_of([2])))
    assert texts(members.elements(both)) == ["{}", "{1}", "{}", "{2}"]
    assert members.size(both) == 3


def test_a_listed_set_comes_first_in_a_lazy_union() -> None:
    mixed = sets.union(sets.subsets(set_of([1])), set_of([set_of([7])]))
    assert texts(members.elements(mixed)) == ["{7}", "{}", "{1}"]


@given(small, small)
def test_listed_sets_follow_the_laws_of_sets(s: FiniteSet, t: FiniteSet) -> None:
    one, other = set(s.elements), set(t.elements)
    assert sets.union(s, t) == set_of(one | other)
    assert sets.intersection(s, t) == set_of(one & other)
    assert sets.difference(s, t) == set_of(one - other)
    assert sets.big_union(set_of([s, t])) == set_of(one | other)
    assert sets.is_subset(s, t) == (one <= other)


@given(small, small)
def test_the_order_of_a_result_is_right_when_that_of_the_operands_is_known(
    s: FiniteSet, t: FiniteSet
) -> None:
    ordered(s), ordered(t)
    for result in (sets.union(s, t), sets.intersection(s, t), sets.difference(s, t)):
        assert ordered(members.listed(result)) == tuple(sorted(members.listed(result).elements))  # type: ignore[type-var]  # integers


def test_all_subsets_are_found() -> None:
    listing = members.listed(sets.subsets(sets.interval(1, 5))).elements
    expected = chain.from_iterable(combinations(range(1, 6), k) for k in range(6))
    assert listing == {set_of(c) for c in expected}


def test_membership_does_not_list() -> None:
    many = sets.interval(1, 10**12)
    assert sets.contains(sets.subsets(many), set_of([5]))
    assert sets.contains(sets.function_set(set_of(names), NAT), record_of({"a": 1, "b": 2}))
    assert sets.contains(sets.product([NAT, STRING]), (1, "a"))
    assert sets.contains(Sequences(INT), (1, -1))
    assert not sets.contains(sets.difference(NAT, set_of([3])), 3)
    assert sets.contains(sets.union(NAT, set_of([-1])), -1)
    assert sets.contains(sets.intersection(NAT, INT), 3)
    assert members.size(sets.subsets(sets.interval(1, 100))) == 2**100
    assert sets.is_subset(sets.interval(2, 10**12), many)


def test_quantifiers_stop_early_in_a_large_set() -> None:
    functions = sets.function_set(sets.interval(1, 10), sets.interval(0, 1))
    assert next(iter(members.elements(functions))) == (0,) * 10


def test_given_sets_recognise_their_elements() -> None:
    assert sets.contains(NAT, 0)
    assert not sets.contains(NAT, -1)
    assert sets.contains(INT, -1)
    assert sets.contains(REAL, 7)
    assert sets.contains(STRING, "")
    assert sets.contains(ANY, NAT)
    assert not sets.contains(NAT, M)


@pytest.mark.parametrize(
    ("collection", "value"),
    [
        (NAT, "a"),
        (STRING, 1),
        (INT, P),
        (sets.interval(1, 2), "a"),
        (sets.subsets(set_of([1])), 1),
        (sets.subsets(set_of([1])), M),
        (sets.function_set(set_of([1]), NAT), 1),
        (sets.function_set(NAT, NAT), (1,)),
        (sets.record_set("a", NAT), (1,)),
        (sets.product([NAT, NAT]), record_of({"a": 1})),
        (Sequences(NAT), record_of({"a": 1})),
        (Sequences(NAT), function_from([(0, 1)])),
        (set_of([1]), "a"),
    ],
)
def test_a_value_of_the_wrong_kind_is_no_element_but_an_error(
    collection: AnySet, value: Value
) -> None:
    with pytest.raises(EvalError) as error:
        sets.contains(collection, value)
    assert error.value.code in ("eval-kinds-differ", "eval-not-a-set")


def test_what_is_not_an_element_is_told_where_kinds_allow() -> None:
    assert not sets.contains(sets.record_set("a", NAT), record_of({"b": 1}))
    assert not sets.contains(sets.record_set("a", NAT), ())
    assert not sets.contains(sets.product([NAT, NAT]), (1,))
    assert not sets.contains(sets.product([NAT, NAT]), function_from([(0, 1), (1, 2)]))
    assert not sets.contains(sets.interval(2, 1), "a")
    assert not sets.contains(EMPTY_SET, "a")


@pytest.mark.parametrize("collection", [NAT, INT, STRING, ANY, Sequences(NAT)])
def test_endless_sets_cannot_be_listed(collection: AnySet) -> None:
    for ask in (members.listed, members.size, lambda s: list(members.elements(s))):
        with pytest.raises(EvalError) as error:
            ask(collection)
        assert error.value.code == "eval-not-enumerable"
    assert not members.is_finite(collection)


def test_a_set_over_an_endless_one_cannot_be_listed() -> None:
    for collection in (
        sets.function_set(set_of([1]), NAT),
        sets.subsets(NAT),
        sets.filtered(NAT, lambda n: n == 1),
        sets.union(NAT, set_of([-1])),
    ):
        with pytest.raises(EvalError) as error:
            list(members.elements(collection))
        assert error.value.code == "eval-not-enumerable"


def test_a_set_that_is_too_large_is_not_listed() -> None:
    for collection in (
        sets.interval(1, 3_000_000),
        sets.subsets(sets.interval(1, 40)),
        sets.function_set(sets.interval(1, 10), sets.interval(1, 10)),
    ):
        with pytest.raises(EvalError) as error:
            members.listed(collection)
        assert error.value.code == "eval-too-large"


def test_a_set_up_to_the_limit_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "LARGEST_SET", 3)
    with pytest.raises(EvalError, match="4 elements"):
        members.listed(sets.interval(1, 4))
    assert len(members.listed(sets.interval(1, 3))) == 3


def test_function_sets_with_empty_parts_are_equal_where_they_should_be() -> None:
    one, other = set_of([1]), set_of([2])
    assert equal(sets.function_set(EMPTY_SET, one), sets.function_set(EMPTY_SET, other))
    assert equal(sets.function_set(one, EMPTY_SET), sets.function_set(other, EMPTY_SET))
    assert not equal(sets.function_set(one, one), sets.function_set(one, other))
    assert equal(sets.function_set(NAT, one), sets.function_set(NAT, one))


def test_a_small_lazy_set_is_shown_by_its_elements() -> None:
    assert show(sets.interval(1, 3)) == "1..3"
    assert show(sets.subsets(set_of([1]))) == "{{}, {1}}"
    assert show(sets.subsets(sets.interval(1, 9))) == "SUBSET (1..9)"
    assert show(sets.function_set(NAT, BOOLEAN)) == "[Nat -> {FALSE, TRUE}]"
    assert show(sets.product([NAT, set_of([1])])) == "(Nat \\X {1})"
    assert show(sets.record_set("a", NAT)) == "[a: Nat]"
    assert show(Sequences(NAT)) == "Seq(Nat)"
    assert show(sets.difference(NAT, set_of([1]))) == "Nat \\ {1}"


@pytest.mark.parametrize(
    "make",
    [
        lambda: sets.union(1, EMPTY_SET),
        lambda: sets.subsets(1),
        lambda: sets.big_union(set_of([1])),
        lambda: sets.product([NAT, 1]),
        lambda: sets.function_set(NAT, 1),
        lambda: sets.contains(1, 1),
        lambda: members.elements(1),
        lambda: sets.is_subset(1, NAT),
        lambda: sets.record_set("a", 1),
    ],
)
def test_only_sets_are_sets(make: Callable[[], object]) -> None:
    with pytest.raises(EvalError) as error:
        make()
    assert error.value.code == "eval-not-a-set"


def test_comparing_elements_of_two_sets_may_be_an_error() -> None:
    for operator in (sets.intersection, sets.difference):
        with pytest.raises(EvalError):
            operator(set_of([1]), set_of(["a"]))
    with pytest.raises(EvalError):
        ordered(members.listed(sets.union(set_of([1]), set_of(["a"]))))


def test_an_endless_set_may_be_an_element() -> None:
    assert texts(members.elements(set_of([INT, NAT]))) == ["Nat", "Int"]


def test_the_bounds_of_an_interval_are_integers() -> None:
    with pytest.raises(EvalError) as error:
        sets.interval(1, "a")
    assert error.value.code == "eval-not-a-number"
