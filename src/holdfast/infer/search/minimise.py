"""Minimisation: unneeded lemmas are dropped, costly sets are replaced by cheaper ones."""

from __future__ import annotations

from typing import assert_never

from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.oracles import Leaving, Oracle
from holdfast.infer.search.search import Search
from holdfast.infer.search.select import choose_cheapest, cost_of_set, exchanged

_MOST_ROUNDS = 20
_SMALL = 3
"""Sets up to this size are not improved."""


def minimise(search: Search, oracle: Oracle, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """The set without lemmas that it does not need to be inductive, the costliest first."""
    pool = search.pool
    kept = list(chosen)
    for i in sorted(chosen, key=lambda i: (-pool.lemmas[i].cost, i)):
        if i == PROPERTY:
            continue
        fewer = [k for k in kept if k != i]
        if pool.violated(fewer):
            continue
        search.check_time()
        reply = oracle.ask(search.expressions(fewer))
        match reply:
            case Kept():
                kept = fewer
            case Leaving(states):
                search.learn_all(states, tuple(fewer))
            case Unclear():
                break  # keep the rest, they may be needed: other queries are as difficult
            case _:
                assert_never(reply)
    return tuple(kept)


def improve(search: Search, oracle: Oracle, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """A cheaper inductive set, if there is one; counterexamples are added as rows."""
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
        reply = oracle.ask(search.expressions(found))
        match reply:
            case Kept():
                best = minimise(search, oracle, found)
            case Leaving(states):
                if not search.learn_all(states, found):
                    return best
            case Unclear():
                return best
            case _:
                assert_never(reply)
    return best
