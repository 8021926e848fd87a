"""Choosing lemmas from bits: false before a step, false after it."""

from __future__ import annotations

import pytest

from holdfast.infer.grammar.language import Grammar
from holdfast.infer.search.lemma_pool import PROPERTY, Lemma, Pool
from holdfast.infer.search.select import (
    Unsupported,
    choose_cheapest,
    choose_greedily,
    cost_of_set,
    exchanged,
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
