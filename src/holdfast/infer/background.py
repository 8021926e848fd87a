"""Lemmas that are inductive together, whether the property needs them or not.

Where a search for what the property needs leads nowhere, much of what solvers find are states
that simple lemmas would rule out. The largest subset of the pool that is inductive is found by
dropping what breaks (Houdini), and from then on every counterexample must satisfy it. What of it
is needed in the end is found from the property backwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.infer.cti import Finder
from holdfast.infer.oracles import Solver, unlifted
from holdfast.infer.pool import PROPERTY, Pool
from holdfast.infer.search import Search

_MOST_LEMMAS = 300
_MOST_ROUNDS = 100
_TRIED_ON = 150


def inductive_subset(search: Search, solver: Solver) -> tuple[int, ...]:
    """The largest inductive subset of the cheaper lemmas of the pool, as far as is found."""
    pool = search.pool
    usable = [
        i for i in range(1, len(pool.lemmas)) if i not in pool.refuted and i not in search.banned
    ]
    alive = sorted(usable, key=lambda i: (pool.lemmas[i].cost, i))[:_MOST_LEMMAS]
    search.survive(alive, _TRIED_ON)
    alive = [i for i in alive if i not in pool.refuted]
    for _ in range(_MOST_ROUNDS):
        search.check_time()
        alive = _consistent(pool, alive)
        found = solver.states([pool.lemmas[i].expr for i in alive])
        if not found:
            return tuple(alive)
        before = len(pool.rows)
        for state in found:
            search.learn(state, tuple(alive))
        if len(pool.rows) == before:
            break
    return ()


def _consistent(pool: Pool, alive: list[int]) -> list[int]:
    """The lemmas that no row breaks while all of them hold before it."""
    while True:
        ruled_out = 0
        for i in alive:
            ruled_out |= pool.before[i]
        kept = [i for i in alive if not pool.after[i] & ~ruled_out]
        if len(kept) == len(alive):
            return kept
        alive = kept


def needed(search: Search, finder: Finder, chosen: Sequence[int]) -> tuple[int, ...]:
    """The lemmas that the property needs, directly or not, at the finder's sizes."""
    exprs = {i: unlifted(search.pool.lemmas[i].expr, search.lifted) for i in chosen}
    numbers = {e: i for i, e in exprs.items()}
    found = {PROPERTY: None}
    pending = [PROPERTY]
    while pending:
        goal = exprs[pending.pop()]
        for action in range(len(finder.system.actions)):
            search.check_time()
            known = [exprs[i] for i in found]
            core = finder.core(known, goal, action)
            if core is None:
                core = finder.core(list(exprs.values()), goal, action)
            for e in core or ():
                if numbers[e] not in found:
                    found[numbers[e]] = None
                    pending.append(numbers[e])
    return tuple(found)
