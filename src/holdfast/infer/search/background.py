"""Mutually inductive lemmas, found by dropping those that are not inductive.

A search that needs many lemmas may get lost among lemmas that hold and that nothing
supports. A mutually inductive set helps then: it rules out counterexamples and needs no
support. For each remaining counterexample, lemmas are added only if they are inductive
together with the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from holdfast.infer.cti.cti import Finder, Kept, Unclear
from holdfast.infer.search.lemma_pool import PROPERTY, Pool
from holdfast.infer.search.oracles import Leaving, Solver, unlifted
from holdfast.infer.search.search import Search
from holdfast.ir import expr as ir

_MOST_LEMMAS = 300
_MOST_BLOCKERS = 100
_MOST_ROUNDS = 300
_MOST_STEPS = 12
_TRIED_ON = 150


def inductive_subset(search: Search, solver: Solver) -> tuple[int, ...]:
    """An inductive subset of the cheaper lemmas of the pool, the largest that is found."""
    every = range(1, len(search.pool.lemmas))
    search.assume(())
    return _inductive(search, solver, _cheapest(search, every, _MOST_LEMMAS))


def extended(search: Search, solver: Solver) -> bool:
    """Extend the background until it supports the property; returns whether that worked."""
    pool = search.pool
    for _ in range(_MOST_STEPS):
        reply = search.counterexamples(solver, (PROPERTY,))
        if not isinstance(reply, Leaving):
            return isinstance(reply, Kept)
        row = _broken(search, reply)
        if row is None:
            return False
        for clause in search.library.blocking(pool.rows[row].before, 0):
            pool.add_clause(clause)
        kept = _inductive(search, solver, _cheapest(search, pool.blockers(row), _MOST_BLOCKERS))
        if not any(pool.before[i] >> row & 1 for i in kept):
            return False
        search.background += kept
    return False


def _broken(search: Search, leaving: Leaving) -> int | None:
    """A new row that breaks the property and that the background does not rule out."""
    before = len(search.pool.rows)
    search.learn_all(leaving.states, (PROPERTY,))
    after = search.pool.after[PROPERTY]
    return next((r for r in range(before, len(search.pool.rows)) if after >> r & 1), None)


def _cheapest(search: Search, lemmas: Iterable[int], most: int) -> list[int]:
    """The cheaper ones of some lemmas, without those that a sample falsifies."""
    pool = search.pool
    usable = [i for i in lemmas if i and i not in pool.refuted and i not in search.banned]
    some = sorted(usable, key=lambda i: (pool.lemmas[i].cost, i))[:most]
    search.survive(some, _TRIED_ON)
    return [i for i in some if i not in pool.refuted]


def _inductive(search: Search, solver: Solver, lemmas: list[int]) -> tuple[int, ...]:
    """The given lemmas without those that are not inductive relative to the rest.

    The rest are these lemmas and the background.
    """
    pool = search.pool
    alive = lemmas
    for _ in range(_MOST_ROUNDS):
        search.check_time()
        alive = _consistent(pool, alive, search.background)
        if not alive:
            return ()
        reply = search.counterexamples(solver, tuple(alive))
        match reply:
            case Kept():
                return tuple(alive)
            case Leaving(states):
                undefined = search.undefined(states, alive)
                if not search.learn_all(states, tuple(alive)) and not undefined:
                    return ()
                alive = [i for i in alive if i not in undefined]
            case Unclear():
                return ()
            case _:
                assert_never(reply)
    return ()


def _consistent(pool: Pool, alive: list[int], given: Iterable[int]) -> list[int]:
    """The lemmas that no row breaks while all of them, and those given, hold before it."""
    settled = 0
    for i in given:
        settled |= pool.before[i]
    while True:
        ruled_out = settled
        for i in alive:
            ruled_out |= pool.before[i]
        kept = [i for i in alive if i not in pool.refuted and not pool.after[i] & ~ruled_out]
        if len(kept) == len(alive):
            return kept
        alive = kept


def needed(search: Search, finders: Sequence[Finder], chosen: Sequence[int]) -> tuple[int, ...]:
    """The lemmas that the property needs, directly or not, at the sizes of the last finder.

    Active lemmas are tried first, then the others of the background.
    """
    finder = finders[-1]
    every = dict.fromkeys((*chosen, *search.active, *search.background))
    exprs = {i: unlifted(search.pool.lemmas[i].expr, search.lifted) for i in every}
    first = [exprs[i] for i in dict.fromkeys((*chosen, *search.active))]
    numbers = {e: i for i, e in exprs.items()}
    found = {PROPERTY: None}
    pending = [PROPERTY]
    while pending:
        goal = exprs[pending.pop()]
        for action in range(len(finder.system.actions)):
            search.check_time()
            known = [exprs[i] for i in found]
            some = (finder.core(e, goal, action) for e in (known, first, list(exprs.values())))
            kept = next((c for c in some if isinstance(c, Kept)), None)
            # Without a core, all lemmas are needed. Sorted by index: the order of a set is not
            # reproducible.
            core = sorted(numbers[e] for e in (exprs.values() if kept is None else kept.core))
            new = [i for i in core if i not in found]
            if kept is not None and len(new) > 1:
                new.sort(key=lambda i: -search.pool.lemmas[i].cost)
                old = [i for i in core if i in found]
                new = _fewer(old, new, exprs, (finders, goal, action))
            for i in new:
                found[i] = None
                pending.append(i)
    return tuple(found)


def _fewer(
    known: list[int],
    new: list[int],
    exprs: Mapping[int, ir.Expr],
    step: tuple[Sequence[Finder], ir.Expr, int],
) -> list[int]:
    """The new lemmas that a step needs beside known ones: each of them needs others in turn."""
    finders, goal, action = step
    for i in list(new):
        if i in new:
            given = [exprs[k] for k in (*known, *new) if k != i]
            # A counterexample at a small size is found quickly.
            kept = [f.core(given, goal, action) for f in finders[:1]]
            kept += [f.core(given, goal, action) for f in finders[1:] if isinstance(kept[0], Kept)]
            if all(isinstance(k, Kept) for k in kept):
                core = frozenset().union(*(k.core for k in kept if isinstance(k, Kept)))
                new = [k for k in new if exprs[k] in core]
    return new
