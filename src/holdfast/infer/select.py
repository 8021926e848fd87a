"""Choosing lemmas: a set of small cost that is consistent with all rows.

`choose_greedily` adds the lemma that settles most rows, and takes back lemmas that nothing
can support. `choose_cheapest` asks a solver for a set of least cost.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.infer.pool import PROPERTY, Pool


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
        best = _best(pool, open_rows, before, avoid)
        if best is None:
            row = _unsupported_row(pool, open_rows, avoid)
            broken = frozenset(i for i in chosen if pool.after[i] >> row & 1)
            raise Unsupported(row, broken)
        chosen.append(best)
        before |= pool.before[best]
        after |= pool.after[best]
    return tuple(chosen)


def _best(pool: Pool, open_rows: int, before: int, avoid: set[int]) -> int | None:
    """The lemma that settles most open rows for its cost, less the rows that it opens."""
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


def _unsupported_row(pool: Pool, open_rows: int, avoid: set[int]) -> int:
    return (open_rows & -open_rows).bit_length() - 1


def without_spare(
    pool: Pool, chosen: tuple[int, ...], given: Iterable[int] = ()
) -> tuple[int, ...]:
    """The set without lemmas that no row asks for, the costliest first."""
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


# ---- least cost ----


def choose_cheapest(
    pool: Pool, banned: Iterable[int] = (), given: Iterable[int] = (), seconds: float = 5.0
) -> tuple[int, ...] | None:
    """A set of least cost that is consistent with all rows; None if none was found in time."""
    from holdfast.smt.maxsat import cheapest

    avoid = set(banned) | pool.refuted
    names = _distinct(pool, avoid)
    numbers = {i: n for n, i in enumerate(names, start=1)}
    clauses: list[list[int]] = [[numbers[PROPERTY]]]
    settled = 0
    for i in given:
        settled |= pool.before[i]
    for row in range(len(pool.rows)):
        if settled >> row & 1:
            continue
        ruled_out = len(names) + 1 + row
        before = [numbers[i] for i in names if pool.before[i] >> row & 1]
        clauses.append([-ruled_out, *before])
        clauses += [
            [-numbers[i], ruled_out]
            for i in names
            if pool.after[i] >> row & 1 and not pool.before[i] >> row & 1
        ]
    costs = {numbers[i]: pool.lemmas[i].cost for i in names if i != PROPERTY}
    chosen = cheapest(costs, clauses, seconds)
    if chosen is None:
        return None
    return tuple(i for i in names if numbers[i] in chosen)


def _distinct(pool: Pool, avoid: set[int]) -> list[int]:
    """The lemmas that rule out some row; of those that differ in cost only, the cheapest."""
    found: dict[tuple[int, int], int] = {}
    for i in sorted(range(len(pool.lemmas)), key=lambda i: (pool.lemmas[i].cost, i)):
        if i != PROPERTY and i not in avoid and pool.before[i]:
            found.setdefault((pool.before[i], pool.after[i] & ~pool.before[i]), i)
    return [PROPERTY, *found.values()]


def cost_of_set(pool: Pool, chosen: Iterable[int]) -> int:
    """What a set of lemmas costs."""
    return sum(pool.lemmas[i].cost for i in chosen)
