"""The predicate that splits a node of a counterexample: refinement guided by spurious loops.

A loop of a quotient that no behaviour takes has a node at which the steps do not connect: no
state in which behaviours can arrive along the lasso has the next step. Or the steps connect and
the loop is not fair: then a fair action is enabled in some states of a node and not in others, or
an ordering decreases on some steps only. A predicate that separates the two kinds splits the node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from holdfast.cancellation import tick
from holdfast.diagram.explicit import Instance
from holdfast.diagram.fair_lasso import Loop
from holdfast.diagram.quotient import Quotient, quotient, valuations

_TRIED = 16
"""How many predicates are tried in each round."""


def best_split(
    instance: Instance,
    of: Quotient,
    loop: Loop,
    pool: Sequence[str],
    violated: Callable[[Quotient], Loop | None],
) -> str | None:
    """The predicate of a pool to add; None if none splits a node of the counterexample."""
    contrasts = [(a, b) for a, b in _contrasts(instance, of, loop) if a and b]
    scored = []
    for place, predicate in enumerate(pool):
        bits = instance.truth[predicate]
        score = max((_separation(bits, a, b) for a, b in contrasts), default=0.0)
        if score > 0:
            scored.append((-score, place, predicate))
    scored.sort()
    known = tuple(dict.fromkeys(p for cube in of.cubes for p in cube))
    results: list[tuple[int, float, int, str]] = []
    for minus, place, predicate in scored[:_TRIED]:
        tick()
        finer = quotient(instance, valuations(instance, (*known, predicate)))
        if violated(finer) is None:
            results.append((0, len(finer.cubes), place, predicate))
        else:
            results.append((1, minus, place, predicate))
    return min(results)[-1] if results else None


def _separation(bits: int, one: int, other: int) -> float:
    """How well a predicate separates two sets of states: 1 if completely, 0 if not at all."""
    share = (bits & one).bit_count() / one.bit_count()
    return abs(share - (bits & other).bit_count() / other.bit_count())


def _contrasts(instance: Instance, of: Quotient, loop: Loop) -> Iterator[tuple[int, int]]:
    """Pairs of sets of states of one node that a predicate should separate."""
    successors = _successors(instance)
    path = [*loop.nodes, *loop.nodes[loop.start :]]
    arrived = instance.initial & of.members[path[0]]
    for before, after in pairwise(path):
        there = of.members[after]
        able = _before(successors, of.members[before], there)
        if before == after:
            continue
        if not arrived & able:
            yield arrived, able
            return
        arrived = _after(successors, arrived) & there
    for node in dict.fromkeys(loop.nodes[loop.start :]):
        states = of.members[node]
        for bits in instance.enabled.values():
            yield states & bits, states & ~bits
        yield from _unequal_steps(instance, states)
        for onward in dict.fromkeys(path):
            able = _before(successors, states, of.members[onward])
            yield able, states & ~able


def _unequal_steps(instance: Instance, states: int) -> Iterator[tuple[int, int]]:
    """For each ordering, the states with a step that decreases it, and with one that does not."""
    for place in range(len(instance.orderings)):
        less = more = 0
        for move in instance.moves:
            if states >> move.source & 1:
                if move.less >> place & 1:
                    less |= 1 << move.source
                elif not move.bounded >> place & 1:
                    more |= 1 << move.source
        yield less & ~more, more


def _successors(instance: Instance) -> list[int]:
    found = [0] * instance.states
    for move in instance.moves:
        found[move.source] |= 1 << move.target
    return found


def _before(successors: Sequence[int], states: int, targets: int) -> int:
    """The states of a set that have a step into another."""
    return sum(1 << s for s, after in enumerate(successors) if states >> s & 1 and after & targets)


def _after(successors: Sequence[int], states: int) -> int:
    found = 0
    for s, after in enumerate(successors):
        if states >> s & 1:
            found |= after
    return found
