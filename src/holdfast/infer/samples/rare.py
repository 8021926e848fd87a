"""Walks that continue from rarely seen states, so that long sequences of steps are sampled.

A random walk seldom elects a leader: most walks start an election and abandon it. So states are
grouped by the actions that led to them and those that are enabled, and walks continue from a
state of the group that was chosen least often.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from holdfast.interp.step import State

Moves: TypeAlias = Sequence[Sequence[State]]
"""The successors of a state, for each action."""

_LENGTH = 8
_MOST_OF_A_GROUP = 30


@dataclass(frozen=True, slots=True)
class _Place:
    """A state, the indices of the actions that led to it, and its successors."""

    state: State
    fired: frozenset[int]
    moves: Moves

    def group(self) -> Hashable:
        return self.fired, frozenset(i for i, found in enumerate(self.moves) if found)


@dataclass(slots=True)
class _Group:
    """Some places that do not differ in their actions, and how often a walk began at one."""

    places: list[_Place] = field(default_factory=list)
    chosen: int = 0


def rare_states(
    initial: Iterable[State], moves_of: Callable[[State], Moves], steps: int, random: Random
) -> list[State]:
    """The states of walks with this number of steps in all, in the order of their discovery."""
    groups: dict[Hashable, _Group] = {}
    found: dict[State, None] = {}

    def seen(state: State, fired: frozenset[int]) -> _Place:
        found[state] = None
        place = _Place(state, fired, moves_of(state))
        places = groups.setdefault(place.group(), _Group()).places
        if len(places) < _MOST_OF_A_GROUP:
            places.append(place)
        else:
            places[random.randrange(_MOST_OF_A_GROUP)] = place
        return place

    for state in initial:
        seen(state, frozenset())
    left = steps if groups else 0
    while left > 0:
        least = min(group.chosen for group in groups.values())
        group = random.choice([g for g in groups.values() if g.chosen == least])
        group.chosen += 1
        place = random.choice(group.places)
        left -= 1
        for _ in range(_LENGTH):
            enabled = [i for i, following in enumerate(place.moves) if following]
            if not enabled:
                break
            action = random.choice(enabled)
            place = seen(random.choice(place.moves[action]), place.fired | {action})
            left -= 1
    return list(found)
