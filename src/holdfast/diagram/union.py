"""Several instances as one: the states of all of them, and what can be evaluated in each."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.diagram.explicit import Instance, Move


def joined(instances: Sequence[Instance]) -> Instance:
    """The union of instances with disjoint states; a behaviour stays in its instance."""
    first, *others = instances
    for other in others:
        first = _both(first, other)
    return first


def _both(one: Instance, other: Instance) -> Instance:
    orderings = [name for name in one.orderings if name in other.orderings]
    old = [one.orderings.index(name) for name in orderings]
    new = [other.orderings.index(name) for name in orderings]
    shift = one.states
    moves = [_chosen(move, old, 0) for move in one.moves]
    moves += [_chosen(move, new, shift) for move in other.moves]
    return Instance(
        one.states + other.states,
        one.initial | other.initial << shift,
        tuple(moves),
        {p: bits | other.truth[p] << shift for p, bits in one.truth.items() if p in other.truth},
        {
            a: bits | other.enabled[a] << shift
            for a, bits in one.enabled.items()
            if a in other.enabled
        },
        tuple(orderings),
        tuple(one.outside[i] | other.outside[j] << shift for i, j in zip(old, new, strict=True)),
    )


def _chosen(move: Move, orderings: Sequence[int], shift: int) -> Move:
    """A move with some orderings, in their order, and other numbers of states."""
    less = sum((move.less >> place & 1) << i for i, place in enumerate(orderings))
    bounded = sum((move.bounded >> place & 1) << i for i, place in enumerate(orderings))
    return Move(move.source + shift, move.actions, move.target + shift, less, bounded)
