"""Choosing lemmas from bits: false before a step, false after it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.infer.grammar.language import Grammar
from holdfast.infer.search.background import consistent
from holdfast.infer.search.lemma_pool import PROPERTY, Lemma, Pool
from holdfast.infer.search.select import (
    Unsupported,
    choose_cheapest,
    choose_greedily,
    cost_of_set,
    exchanged,
    unsupported,
    without_spare,
)
from holdfast.ir import expr as ir

NOTHING = Grammar((), (), (), ())


def pool(*lemmas: tuple[int, int, int]) -> Pool:
    """Lemmas as cost, rows before which they are false, rows after which they are false."""
    made = Pool(NOTHING, lambda _e, _s: True)
    for cost, before, after in lemmas:
        made.lemmas.append(Lemma(ir.TRUE, cost))
        made.before.append(before)
        made.after.append(after)
    return made


def test_a_row_that_breaks_the_property_is_ruled_out() -> None:
    p = pool((1, 0b00, 0b11), (2, 0b01, 0b00), (2, 0b10, 0b00))
    chosen = choose_greedily(p)
    assert set(chosen) == {0, 1, 2}
    assert p.violated(chosen) == 0


def test_a_lemma_that_settles_more_for_its_cost_comes_first() -> None:
    p = pool((1, 0b00, 0b11), (2, 0b01, 0b00), (3, 0b11, 0b00))
    assert choose_greedily(p) == (PROPERTY, 2)


def test_a_chosen_lemma_is_supported_too() -> None:
    p = pool((1, 0b00, 0b01), (2, 0b01, 0b10), (2, 0b10, 0b00))
    assert set(choose_greedily(p)) == {0, 1, 2}


def test_a_row_that_nothing_rules_out_names_the_lemmas_that_it_breaks() -> None:
    p = pool((1, 0b00, 0b01), (2, 0b01, 0b10))
    with pytest.raises(Unsupported) as problem:
        choose_greedily(p)
    assert problem.value.row == 1
    assert problem.value.lemmas == {1}


def test_banned_and_refuted_lemmas_are_not_chosen() -> None:
    p = pool((1, 0, 1), (1, 1, 0), (5, 1, 0), (9, 1, 0))
    p.refuted.add(2)
    assert choose_greedily(p, banned=[1]) == (PROPERTY, 3)
    assert choose_cheapest(p, 100, banned=[1]) == (PROPERTY, 3)


def test_what_is_given_needs_no_support() -> None:
    p = pool((1, 0b00, 0b01), (2, 0b01, 0b10))
    assert choose_greedily(p, given=[1]) == (PROPERTY,)


def test_a_lemma_whose_only_support_is_unsupported_is_so_too() -> None:
    p = pool((1, 0b000, 0b001), (2, 0b001, 0b010), (2, 0b010, 0b100), (2, 0b001, 0b000))
    assert unsupported(p, 0b111) == {1, 2}
    assert unsupported(p, 0b011) == set()
    assert unsupported(p, 0b111, given=[2]) == {2}


def test_spare_lemmas_are_dropped_the_costliest_first() -> None:
    p = pool((1, 0, 1), (2, 1, 0), (7, 1, 0))
    assert without_spare(p, (0, 1, 2)) == (0, 1)
    assert without_spare(p, (0, 1, 2), given=[1]) == (0,)


def test_the_cheapest_set_is_found_where_greed_misses_it() -> None:
    p = pool((1, 0, 0b1111), (9, 0b1110, 0), (4, 0b0011, 0), (4, 0b1100, 0), (3, 0b0001, 0))
    cheapest = choose_cheapest(p, 100)
    assert cheapest is not None
    assert set(cheapest) == {0, 2, 3}
    assert cost_of_set(p, cheapest) == 9
    assert choose_cheapest(p, 9) is None


def test_one_lemma_takes_the_place_of_two() -> None:
    p = pool((1, 0, 0b11), (4, 0b01, 0), (4, 0b10, 0), (5, 0b11, 0))
    assert exchanged(p, (0, 1, 2)) == (0, 3)
    assert exchanged(p, (0, 3)) is None


# ---- random pools ----

POOLS = st.lists(
    st.tuples(st.integers(1, 5), st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=7
).map(lambda lemmas: pool(*lemmas))

many = settings(max_examples=max(200, settings().max_examples))


def consistent_sets(p: Pool) -> list[tuple[int, ...]]:
    """All sets with the property that are consistent with all rows, by trying them."""
    others = range(1, len(p.lemmas))
    every = (c for n in range(len(p.lemmas)) for c in combinations(others, n))
    return [(PROPERTY, *c) for c in every if not p.violated((PROPERTY, *c))]


@many
@given(POOLS)
def test_the_cheapest_set_is_the_cheapest_of_all(p: Pool) -> None:
    found = choose_cheapest(p, 1000)
    every = consistent_sets(p)
    assert (found is None) == (not every)
    if found is not None:
        assert not p.violated(found)
        assert cost_of_set(p, found) == min(cost_of_set(p, s) for s in every)
        assert found == (PROPERTY,) or choose_cheapest(p, cost_of_set(p, found)) is None


def greedily(p: Pool) -> tuple[int, ...] | Unsupported:
    try:
        return choose_greedily(p)
    except Unsupported as problem:
        return problem


@many
@given(POOLS)
def test_a_greedy_choice_is_consistent_or_nothing_rules_out_a_row(p: Pool) -> None:
    found = greedily(p)
    if isinstance(found, Unsupported):
        assert found.lemmas
        assert all(p.after[i] >> found.row & 1 for i in found.lemmas)
        assert p.blockers(found.row) == []
    else:
        assert tuple(sorted(found)) in consistent_sets(p)


@many
@given(POOLS)
def test_what_is_left_without_spare_lemmas_is_consistent(p: Pool) -> None:
    for chosen in consistent_sets(p)[-3:]:
        kept = without_spare(p, chosen)
        assert kept in consistent_sets(p)
        assert set(kept) <= set(chosen)


@many
@given(POOLS)
def test_an_exchange_is_consistent_and_cheaper(p: Pool) -> None:
    for chosen in consistent_sets(p)[:5]:
        found = exchanged(p, chosen)
        if found is not None:
            assert not p.violated(found)
            assert cost_of_set(p, found) < cost_of_set(p, chosen)
            assert len(found) <= len(chosen)


@many
@given(POOLS, st.sets(st.integers(1, 5)))
def test_what_stays_of_a_set_is_its_largest_inductive_part(p: Pool, given_: set[int]) -> None:
    known = [i for i in given_ if i < len(p.lemmas)]
    every = list(range(len(p.lemmas)))
    kept = consistent(p, every, known)

    def is_inductive(some: tuple[int, ...]) -> bool:
        after = before = 0
        for i in some:
            after |= p.after[i]
        for i in (*some, *known):
            before |= p.before[i]
        return not after & ~before

    parts = [c for n in range(len(every) + 1) for c in combinations(every, n) if is_inductive(c)]
    assert tuple(kept) in parts
    assert all(set(part) <= set(kept) for part in parts)
