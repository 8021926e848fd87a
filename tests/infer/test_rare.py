"""Walks that continue from rarely seen states."""

from __future__ import annotations

from random import Random

from holdfast.infer.samples.rare import rare_states
from holdfast.interp.step import State

HEIGHT = 4


def moves_of(state: State) -> list[list[State]]:
    """A ladder that only one of three actions climbs; the others return to its foot."""
    (height,) = state
    assert isinstance(height, int)
    up: list[State] = [(height + 1,)] if height < HEIGHT else []
    return [up, [(0,)], [(0,)], [(-height,)] if height == HEIGHT else []]


def test_walks_continue_from_states_that_enable_a_rare_action() -> None:
    found = rare_states([(0,)], moves_of, 2_000, Random(0))
    assert (-HEIGHT,) in found
    assert len(found) == len(set(found))


def test_walks_are_reproducible_and_end_without_steps() -> None:
    first, second = (rare_states([(0,)], moves_of, 100, Random(3)) for _ in range(2))
    assert first == second
    assert rare_states([(1,)], lambda _: [[]], 10, Random(0)) == [(1,)]
    assert rare_states([], moves_of, 10, Random(0)) == []
