"""An inductive set that supports the property, grown and pruned at once.

All cheap lemmas that rule out a step are added, not the best one only; lemmas with a step that
nothing rules out any more are dropped for good. So a lemma that needs several others, each of
which rules out different steps, finds them together, and what cannot be supported disappears.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.oracles import Leaving, Solver
from holdfast.infer.search.search import Search

_AT_ONCE = 12
"""How many lemmas are added for one step, the cheapest first."""
_MOST_ALIVE = 300
_DEEP = 2
"""From which distance of the property on only small clauses are generated."""
_MOST_ROUNDS = 150
_TRIED_ON = 300


def closed(search: Search, solver: Solver) -> bool:
    """Extend the background to an inductive set with the property; returns whether that worked."""
    closure = _Closure(search)
    if not closure.run(solver):
        return False
    search.background += tuple(i for i in closure.alive if i != PROPERTY)
    return True


class _Closure:
    """One attempt; `depth` is how many steps a lemma is away from the property."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.pool = search.pool
        self.alive: list[int] = [PROPERTY]
        self.depth = {PROPERTY: 0}
        self.dead: set[int] = set()
        self.tried: set[int] = set()

    def run(self, solver: Solver) -> bool:
        """Whether an inductive set is found."""
        search = self.search
        for _ in range(_MOST_ROUNDS):
            search.check_time()
            if not self._settle():
                return False
            reply = search.counterexamples(solver, tuple(self.alive))
            match reply:
                case Kept():
                    return True
                case Leaving(states):
                    if not search.learn_all(states, tuple(self.alive)):
                        return False
                case Unclear():
                    return False
                case _:
                    assert_never(reply)
        return False

    def _settle(self) -> bool:
        """Add and drop lemmas until no row is open; returns whether the property is supported."""
        while True:
            self.search.check_time()
            self.alive = [i for i in self.alive if i not in self.pool.refuted]
            row = self._open_row()
            if row is None:
                if self._survives():
                    return True
                continue
            broken = [i for i in self.alive if self.pool.after[i] >> row & 1]
            depth = min(self.depth[i] for i in broken)
            may_grow = depth == 0 or len(self.alive) < _MOST_ALIVE
            more = self._blockers(row, depth) if may_grow else []
            if more:
                self.alive += more
                self.depth |= dict.fromkeys(more, depth + 1)
            elif depth == 0:
                return False
            else:
                self.dead.update(broken)
                self.alive = [i for i in self.alive if i not in self.dead]

    def _survives(self) -> bool:
        """Whether no sample falsifies a lemma; one that does is added to the tables."""
        new = [i for i in self.alive if i not in self.tried]
        self.tried.update(new)
        return self.search.survive(new, _TRIED_ON)

    def _open_row(self) -> int | None:
        """A row that breaks a lemma and that nothing rules out."""
        pool = self.pool
        before = after = 0
        for i in (*self.alive, *self.search.background):
            before |= pool.before[i]
        for i in self.alive:
            after |= pool.after[i]
        left = after & ~before
        return (left & -left).bit_length() - 1 if left else None

    def _blockers(self, row: int, depth: int) -> list[int]:
        """The cheapest lemmas that rule out a row, of the lowest level that has any."""
        search = self.search
        most = search.levels if depth < _DEEP else 1
        while True:
            found = self._usable(self.pool.blockers(row))
            level = search.level.get(row, 0)
            if found or level >= most:
                return found
            search.level[row] = level + 1
            for clause in search.library.blocking(self.pool.rows[row].before, level):
                self.pool.add_clause(clause)

    def _usable(self, lemmas: Iterable[int]) -> list[int]:
        avoid = self.dead | self.search.banned | self.pool.refuted
        usable = [i for i in lemmas if i != PROPERTY and i not in avoid]
        return sorted(usable, key=lambda i: (self.pool.lemmas[i].cost, i))[:_AT_ONCE]
