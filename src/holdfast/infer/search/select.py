"""Selection of lemmas: a set of small cost that is consistent with all rows.

`choose_greedily` adds the lemma that rules out most rows, and drops lemmas that nothing
can support. `choose_cheapest` looks for a set of least cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from holdfast.cancellation import tick
from holdfast.infer.search.lemma_pool import PROPERTY, Pool

_ROWS_COMPARED = 8
"""Among how many open rows the one with the fewest blockers is selected."""


class Unsupported(Exception):
    """No lemma of the pool rules out a row that breaks some chosen ones."""

    def __init__(self, row: int, lemmas: frozenset[int]) -> None:
        super().__init__(row, lemmas)
        self.row = row
        self.lemmas = lemmas


def choose_greedily(
    pool: Pool, banned: Iterable[int] = (), given: Iterable[int] = ()
) -> tuple[int, ...]:
    """A set of lemmas, with the property, that is consistent with all rows.

    Lemmas that are `given` hold anyway and need no support.

    Raises Unsupported if a row breaks chosen lemmas and nothing rules it out.
    """
    avoid = set(banned) | pool.refuted
    chosen = [PROPERTY]
    before, after = pool.before[PROPERTY], pool.after[PROPERTY]
    for i in given:
        before |= pool.before[i]
    while open_rows := after & ~before:
        tick()
        best = _best(pool, open_rows, before, avoid)
        if best is None:
            row = (open_rows & -open_rows).bit_length() - 1
            broken = frozenset(i for i in chosen if pool.after[i] >> row & 1)
            raise Unsupported(row, broken)
        chosen.append(best)
        before |= pool.before[best]
        after |= pool.after[best]
    return tuple(chosen)


def _best(pool: Pool, open_rows: int, before: int, avoid: set[int]) -> int | None:
    """The lemma that rules out most open rows for its cost, minus the rows that it opens."""
    best, best_score = None, float("-inf")
    for i, bits in enumerate(pool.before):
        gain = bits & open_rows
        if not gain or i in avoid:
            continue
        new = pool.after[i] & ~before & ~bits & ~open_rows
        score = (gain.bit_count() - 0.6 * new.bit_count()) / pool.lemmas[i].cost
        if score > best_score:
            best, best_score = i, score
    return best


def without_spare(
    pool: Pool, chosen: tuple[int, ...], given: Iterable[int] = ()
) -> tuple[int, ...]:
    """The set without lemmas that no row requires, the costliest first."""
    kept = list(chosen)
    ruled_out = 0
    for i in given:
        ruled_out |= pool.before[i]
    for i in sorted(chosen, key=lambda i: -pool.lemmas[i].cost):
        if i == PROPERTY:
            continue
        fewer = [k for k in kept if k != i]
        if not pool.violated(fewer) & ~ruled_out:
            kept = fewer
    return tuple(kept)


def unsupported(
    pool: Pool, rows: int, banned: Iterable[int] = (), given: Iterable[int] = ()
) -> set[int]:
    """The lemmas that some of these rows break while no usable lemma rules them out.

    Nor do lemmas rule out a row that are unsupported themselves.
    """
    avoid = set(banned) | pool.refuted
    known = 0
    for i in given:
        known |= pool.before[i]
    alive = [i for i in range(len(pool.lemmas)) if i not in avoid]
    found: set[int] = set()
    while True:
        tick()
        ruled_out = known
        for i in alive:
            ruled_out |= pool.before[i]
        still_open = rows & ~ruled_out
        broken = {i for i in alive if i != PROPERTY and pool.after[i] & still_open}
        if not broken:
            return found
        found |= broken
        alive = [i for i in alive if i not in broken]


# ---- least cost ----


def choose_cheapest(
    pool: Pool, below: int, banned: Iterable[int] = (), visits: int = 5_000
) -> tuple[int, ...] | None:
    """A set of least cost that is consistent with all rows, if there is one below some cost.

    Branch and bound: some row is open, and one of the lemmas that rule it out must be chosen.
    After a number of visits the best set so far is returned: a count, unlike a time, is
    reproducible.
    """
    search = _Cheapest(pool, below, _distinct(pool, set(banned) | pool.refuted), visits)
    search.visit((PROPERTY,), pool.lemmas[PROPERTY].cost, frozenset())
    return search.best


class _Cheapest:
    """One search for a set of least cost."""

    def __init__(self, pool: Pool, below: int, usable: list[int], visits: int) -> None:
        self.pool = pool
        self.below = below
        self.usable = usable
        self.visits = visits
        self.best: tuple[int, ...] | None = None
        self.known: dict[int, list[int]] = {}

    def blockers(self, row: int) -> list[int]:
        """The usable lemmas that rule out a row, the cheapest first."""
        found = self.known.get(row)
        if found is None:
            before = self.pool.before
            found = self.known[row] = [i for i in self.usable if before[i] >> row & 1]
        return found

    def visit(self, chosen: tuple[int, ...], cost: int, out: frozenset[int]) -> None:
        """Try to complete a set without the lemmas in `out`."""
        tick()
        pool = self.pool
        self.visits -= 1
        left = pool.violated(chosen)
        if not left:
            self.best, self.below = chosen, cost
            return
        choices = self._fewest(left, out)
        for i in choices:
            more = cost + pool.lemmas[i].cost
            if more >= self.below or self.visits <= 0:
                return  # the others cost as much or more
            self.visit((*chosen, i), more, out)
            out |= {i}

    def _fewest(self, left: int, out: frozenset[int]) -> list[int]:
        """The blockers of the open row that has the fewest of them."""
        best: list[int] | None = None
        for _ in range(_ROWS_COMPARED):
            if not left:
                break
            row = (left & -left).bit_length() - 1
            left &= left - 1
            found = [i for i in self.blockers(row) if i not in out]
            if best is None or len(found) < len(best):
                best = found
        return best or []


def exchanged(
    pool: Pool, chosen: tuple[int, ...], banned: Iterable[int] = ()
) -> tuple[int, ...] | None:
    """A cheaper set: one lemma in place of one or two others, consistent with all rows."""
    usable = _distinct(pool, set(banned) | pool.refuted | set(chosen))
    best: tuple[int, ...] | None = None
    least = cost_of_set(pool, chosen)
    rest = [i for i in chosen if i != PROPERTY]
    for count in (2, 1):
        for out in combinations(rest, count):
            tick()
            kept = tuple(i for i in chosen if i not in out)
            cost = cost_of_set(pool, kept)
            for i in usable:
                if cost + pool.lemmas[i].cost >= least:
                    break  # the others cost as much or more
                if not pool.violated((*kept, i)):
                    best, least = (*kept, i), cost + pool.lemmas[i].cost
                    break
    return best


def _distinct(pool: Pool, avoid: set[int]) -> list[int]:
    """The lemmas that rule out some row; of those that differ in cost only, the cheapest."""
    found: dict[tuple[int, int], int] = {}
    for i in sorted(range(len(pool.lemmas)), key=lambda i: (pool.lemmas[i].cost, i)):
        if i != PROPERTY and i not in avoid and pool.before[i]:
            found.setdefault((pool.before[i], pool.after[i] & ~pool.before[i]), i)
    return list(found.values())


def cost_of_set(pool: Pool, chosen: Iterable[int]) -> int:
    """The cost of a set of lemmas."""
    return sum(pool.lemmas[i].cost for i in chosen)
