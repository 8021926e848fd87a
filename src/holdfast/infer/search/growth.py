"""A set of lemmas that grows until it is inductive.

    property
    property, lemma 1                    lemma 1 is false before the first step that breaks it
    property, lemma 1, lemma 2           lemma 2 before a step that breaks one of these
    ...

Of the lemmas that rule out a step, the one is added that rules out most of the other states that
solvers have found for its cost: it is preferred if no step from a state of the set breaks it, so
that it needs no support. No lemma is dropped as long as some lemma rules out each step that breaks
it; otherwise it is banned. So every counterexample makes the set larger or bans a lemma, and the
search cannot go round in circles. The set is made smaller afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.infer.search.lemma_pool import PROPERTY, Lemma
from holdfast.infer.search.oracles import Leaving, Oracle, Reply
from holdfast.infer.search.outcomes import Choice, Stuck
from holdfast.infer.search.reserve import Reserve
from holdfast.infer.search.search import NOT_CONFIRMED, Search
from holdfast.infer.search.sources import Level
from holdfast.interp.step import State

_TRIED = 6
"""Of how many lemmas for one step a solver is asked whether a step breaks them."""
_COMPARED = 20
"""How many lemmas are looked at for one step."""
_BLOCK = 20
"""How many more states solvers must have found before they count."""


def grown(search: Search, oracle: Oracle, nearby: Iterable[State] = ()) -> Choice:
    """Lemmas for which the oracle finds no counterexample; raises Stuck, Reached, Undefined.

    States `nearby` tell general lemmas from others, as far as they are not reachable.
    """
    return _Growth(search, oracle, nearby).run()


class _Growth:
    """One search; `lemmas` are those of the set."""

    def __init__(self, search: Search, oracle: Oracle, nearby: Iterable[State]) -> None:
        self.search = search
        self.pool = search.pool
        self.oracle = oracle
        self.lemmas: list[int] = [PROPERTY]
        others = [s for s in nearby if s not in search.reachable]
        self.unreachable = Reserve(others, search.atoms, search.grammar, search.test)
        """States that lemmas may rule out."""
        self.counted = 0

    def run(self) -> Choice:
        """Add lemmas until there is no counterexample."""
        search = self.search
        while True:
            self._settle()
            search.figures.rounds += 1
            search.best = tuple(self.lemmas)
            search.tell()
            reply = search.counterexamples(self.oracle, search.best)
            if not isinstance(reply, Leaving):
                return Choice(search.best, reply)
            search.require_defined(reply.states)
            if not search.progresses(self.oracle, reply.states, search.best):
                return Choice(search.best, NOT_CONFIRMED)

    def _settle(self) -> None:
        """Add and ban lemmas until no known step breaks one, and all hold in all samples."""
        search, pool = self.search, self.pool
        while True:
            search.check_time()
            out = pool.refuted | search.banned
            self.lemmas = [i for i in self.lemmas if i not in out]
            row = self._open_row()
            if row is None:
                if search.survive(self.lemmas):
                    return
                continue
            best = self._best(row)
            if best is not None:
                self.lemmas.append(best)
                continue
            broken = {i for i in self.lemmas if pool.after[i] >> row & 1}
            if PROPERTY in broken:
                raise Stuck(pool.rows[row], tuple(self.lemmas))
            search.given_up.append(pool.rows[row])
            search.banned |= broken

    def _ruled_out(self) -> int:
        """The steps that begin in a state in which some lemma is false."""
        found = 0
        for i in self.lemmas:
            found |= self.pool.before[i]
        return found

    def _open_row(self) -> int | None:
        """A known step from a state in which all lemmas hold to one in which some do not."""
        after = 0
        for i in self.lemmas:
            after |= self.pool.after[i]
        left = after & ~self._ruled_out()
        return (left & -left).bit_length() - 1 if left else None

    # ---- the best lemma that rules out a step ----

    def _best(self, row: int) -> int | None:
        """The lemma to add: of the first level that has one."""
        self._count_more()
        fallback = None
        for level in (None, *self.search.levels):
            index, needs_support = self._chosen(self._ordered(row, level))
            if index is not None and not needs_support:
                return index
            fallback = index if fallback is None else fallback
            if fallback is not None and level is not None:
                return fallback
        return fallback

    def _count_more(self) -> None:
        """Count the states with which new steps begin."""
        rows = self.pool.rows
        if len(rows) - self.counted >= _BLOCK:
            new = [r.before.state for r in rows[self.counted :]]
            reachable = self.search.reachable
            self.unreachable.extend([s for s in dict.fromkeys(new) if s not in reachable])
            self.counted = len(rows)

    def _ordered(self, row: int, level: Level | None) -> list[Lemma]:
        """The lemmas of a level that rule out a step, or those of the pool; the best first."""
        pool, out = self.pool, self.pool.refuted | self.search.banned
        if level is None:
            found = [pool.lemmas[i] for i in pool.blockers(row) if i != PROPERTY and i not in out]
        else:
            clauses = self.search.library.blocking(pool.rows[row].before, level)
            found = [pool.lemma(c) for c in clauses if pool.index.get(c) not in out]
        scores = {id(e): self._score(e) for e in found}
        return sorted(found, key=lambda e: -scores[id(e)])

    def _score(self, lemma: Lemma) -> float:
        """How many states a lemma rules out for its cost; little if it has no value in some."""
        count = self.unreachable.n_false(lemma)
        return -lemma.cost if count is None else count / lemma.cost

    def _chosen(self, lemmas: list[Lemma]) -> tuple[int | None, bool]:
        """The first lemma that no step breaks if the set holds before it, or just the first one.

        Also whether a step may break it, so that it needs support.
        """
        pool, ruled_out, tried = self.pool, self._ruled_out(), 0
        first = None
        for lemma in lemmas[:_COMPARED]:
            i = pool.add(lemma)
            if not self.search.survive((i,)) or i in pool.refuted:
                continue
            first = i if first is None else first
            if pool.after[i] & ~(ruled_out | pool.before[i]):
                continue
            reply = self._asked(i)
            if not isinstance(reply, Leaving):
                return i, False
            tried += 1
            if tried == _TRIED:
                break
        out = pool.refuted | self.search.banned
        return (None if first in out else first), True

    def _asked(self, lemma: int) -> Reply:
        """Whether a step from a state of the set breaks a lemma that holds before it."""
        search = self.search
        search.check_time()
        given = search.expressions(self.lemmas)
        reply = self.oracle.ask(search.expressions((lemma,)), given)
        if isinstance(reply, Leaving) and not search.learn_all(reply.states, (lemma,)):
            search.banned.add(lemma)  # it has no meaning there
        return reply
