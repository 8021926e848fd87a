"""Mutually inductive lemmas, found by dropping those that are not inductive.

A search that needs many lemmas may get lost among lemmas that hold and that nothing
supports. A mutually inductive set helps then: it rules out counterexamples and needs no
support. For each remaining counterexample, lemmas are added only if they are inductive
together with the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.search.lemma_pool import PROPERTY, Pool
from holdfast.infer.search.oracles import Leaving, Oracle, Solver
from holdfast.infer.search.search import Search
from holdfast.infer.search.select import Unsupported, choose_greedily, without_spare

_MOST_LEMMAS = 300
_MOST_BLOCKERS = 100
_MOST_ROUNDS = 300
_MOST_STEPS = 12
_TRIED_ON = 150


def inductive_subset(search: Search, solver: Oracle) -> tuple[int, ...]:
    """An inductive subset of the cheaper lemmas of the pool, the largest that is found.

    Lemmas that rule out no counterexample so far are left out: many are tautologies.
    """
    pool = search.pool
    useful = (i for i in range(1, len(pool.lemmas)) if pool.before[i])
    search.assume(())
    return _inductive(search, solver, _cheapest(search, useful, _MOST_LEMMAS))


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
        for clause in search.library.blocking(pool.rows[row].before, search.levels[0]):
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


def _inductive(search: Search, solver: Oracle, lemmas: list[int]) -> tuple[int, ...]:
    """The given lemmas without those that are not inductive relative to the rest.

    The rest are these lemmas and the background.
    """
    alive = lemmas
    for _ in range(_MOST_ROUNDS):
        search.check_time()
        alive = consistent(search.pool, alive, search.background)
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


def consistent(pool: Pool, alive: list[int], given: Iterable[int]) -> list[int]:
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


def settled(search: Search, solver: Oracle, lemmas: Iterable[int]) -> tuple[int, ...] | None:
    """A small inductive set of some of these lemmas and the property; None if there is none."""
    pool = search.pool
    usable = {PROPERTY, *lemmas}
    while True:
        search.check_time()
        others = [i for i in range(len(pool.lemmas)) if i not in usable]
        try:
            chosen = without_spare(pool, choose_greedily(pool, others))
        except Unsupported as problem:
            if PROPERTY in problem.lemmas:
                return None
            usable -= problem.lemmas
            continue
        if not search.survive(chosen):
            continue
        reply = solver.ask(search.expressions(chosen))
        if not isinstance(reply, Leaving):
            return chosen
        undefined = search.undefined(reply.states, chosen)
        usable -= undefined
        if not search.learn_all(reply.states, chosen) and not undefined:
            return None


def repaired(search: Search, solver: Solver, chosen: tuple[int, ...]) -> tuple[int, ...] | None:
    """Lemmas that are inductive at smaller sizes, with more that make them so at all of a solver.

    For each counterexample lemmas are added that are inductive relative to those chosen: what is
    missing is often one lemma that smaller sizes do not need. None if there is no such lemma.
    """
    search.assume(chosen)
    for _ in range(_MOST_STEPS):
        reply = search.counterexamples(solver, chosen)
        if isinstance(reply, Unclear):
            return None
        if isinstance(reply, Kept):
            return settled(search, solver, search.background)
        before = len(search.pool.rows)
        search.learn_all(reply.states, chosen)
        if not set(chosen).isdisjoint(search.pool.refuted):
            return None
        broken = search.pool.violated(chosen) >> before << before
        if not broken or not _supported(search, solver, (broken & -broken).bit_length() - 1):
            return None
    return None


def _supported(search: Search, solver: Solver, row: int) -> bool:
    """Extend the background to rule out a row; returns whether that worked."""
    pool = search.pool
    tried: set[int] = set()
    for level in search.levels:
        if level.with_costly:
            break
        for clause in search.library.blocking(pool.rows[row].before, level):
            pool.add_clause(clause)
        new = [i for i in pool.blockers(row) if i not in tried]
        tried.update(new)
        new.sort(key=lambda i: (pool.lemmas[i].cost, i))
        # A query about too many lemmas gets too hard.
        for start in range(0, len(new), _MOST_BLOCKERS):
            some = new[start : start + _MOST_BLOCKERS]
            kept = _inductive(search, solver, _cheapest(search, some, _MOST_BLOCKERS))
            if any(pool.before[i] >> row & 1 for i in kept):
                search.background += kept
                return True
    return False
