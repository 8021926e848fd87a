"""Fewer lemmas: those that induction does without are dropped, dearer sets are replaced."""

from __future__ import annotations

from holdfast.infer.pool import PROPERTY
from holdfast.infer.search import Oracle, Search
from holdfast.infer.select import choose_cheapest, cost_of_set, exchanged

_MOST_ROUNDS = 20
_SMALL = 3
"""A set of so few lemmas is not improved."""


def minimise(search: Search, oracle: Oracle, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """The set without lemmas that it stays inductive without, the costliest first."""
    pool = search.pool
    kept = list(chosen)
    for i in sorted(chosen, key=lambda i: (-pool.lemmas[i].cost, i)):
        if i == PROPERTY:
            continue
        fewer = [k for k in kept if k != i]
        if pool.violated(fewer):
            continue
        found = oracle.states([pool.lemmas[k].expr for k in fewer])
        if not found:
            kept = fewer
        for state in found:
            search.learn(state, tuple(fewer))
    return tuple(kept)


def improve(search: Search, oracle: Oracle, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """A cheaper set, if the solver finds one that is inductive; rows are learned on the way."""
    pool = search.pool
    best = chosen
    if len(chosen) <= _SMALL:
        return best
    for _ in range(_MOST_ROUNDS):
        search.check_time()
        found = exchanged(pool, best, search.banned)
        if found is None:
            found = choose_cheapest(pool, cost_of_set(pool, best), search.banned)
        if found is None:
            return best
        if not search.survive(found):
            continue
        broken = oracle.states([pool.lemmas[i].expr for i in found])
        if not broken:
            best = minimise(search, oracle, found)
            continue
        before = len(pool.rows)
        for state in broken:
            search.learn(state, found)
        if len(pool.rows) == before:
            return best
    return best
