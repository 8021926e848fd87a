"""An instance of a system, explicitly: its states, its steps, and what is true of them.

States are numbered from 0, and sets of states are bits of a number. So are sets of orderings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias


class Move(NamedTuple):
    """A step that changes something: all actions that it satisfies, and orderings as bits.

    `less` are the orderings that decrease, `bounded` those that do not increase.
    """

    source: int
    actions: frozenset[str]
    target: int
    less: int = 0
    bounded: int = 0


@dataclass(frozen=True, slots=True)
class Instance:
    """All reachable states and their steps.

    `truth` has the states where a predicate is true, `enabled` those where `<A>_v` is enabled, for
    fair actions; `orderings` are the terms that the bits of moves are about, and `outside` has the
    states where a term is not in its order, such as a negative number.
    """

    states: int
    initial: int
    moves: tuple[Move, ...]
    truth: Mapping[str, int]
    enabled: Mapping[str, int]
    orderings: tuple[str, ...] = ()
    outside: tuple[int, ...] = ()

    @property
    def everything(self) -> int:
        """All states."""
        return (1 << self.states) - 1


Rank: TypeAlias = int | frozenset[object]
"""The value of a term: a number, or a set, of which strict subsets are less."""


def with_orderings(
    steps: Iterable[tuple[int, frozenset[str], int]], values: Sequence[Sequence[Rank]]
) -> tuple[Move, ...]:
    """Steps with the orderings that they decrease, given the values of each in every state."""
    moves = []
    for source, actions, target in steps:
        less = bounded = 0
        for place, value in enumerate(values):
            before: Any = value[source]
            after: Any = value[target]
            less |= (after < before) << place
            bounded |= (after <= before) << place
        moves.append(Move(source, actions, target, less, bounded))
    return tuple(moves)


def places(bits: int) -> Iterator[int]:
    """The elements of a set, in order."""
    for place, digit in enumerate(reversed(f"{bits:b}")):
        if digit == "1":
            yield place
