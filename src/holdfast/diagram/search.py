"""The search for a quotient that proves some claims, with few nodes and few annotations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from holdfast.diagram.goal import Found, Goal
from holdfast.diagram.merge import merged, without_needless
from holdfast.diagram.quotient import quotient, valuations
from holdfast.diagram.split import best_split
from holdfast.diagram.trim import trimmed

Report = Callable[[str], None]


def search(goal: Goal, report: Report = lambda _: None) -> Found:
    """The smallest quotient found that proves the claims; if none does, one with few nodes."""
    if not goal.claims:
        return _picture(goal)
    predicates = tuple(dict.fromkeys((*goal.needed, *goal.given)))
    best: Found | None = None
    rounds = 0
    while True:
        found = quotient(goal.instance, valuations(goal.instance, predicates))
        loop = goal.loop(found)
        report(f"{len(predicates)} predicates, {len(found.cubes)} nodes")
        if loop is None:
            break
        if best is None or len(found.cubes) <= goal.nodes:
            best = Found(predicates, found, goal.fairness, 0, {}, loop, rounds)
        others = tuple(p for p in goal.pool if p not in predicates)
        added = None if goal.late() else best_split(goal.instance, found, loop, others, goal.loop)
        if added is None:
            return best
        predicates, rounds = (*predicates, added), rounds + 1
    return replace(_coarsest(goal, predicates), rounds=rounds)


def _picture(goal: Goal) -> Found:
    """All that is given, or else the first predicates of the pool that make few nodes."""
    predicates = goal.given
    for predicate in () if goal.given else goal.pool:
        more = (*predicates, predicate)
        if len(valuations(goal.instance, more)) <= goal.nodes:
            predicates = more
    found = quotient(goal.instance, valuations(goal.instance, predicates))
    return Found(predicates, found, goal.fairness, goal.orderings)


def _coarsest(goal: Goal, predicates: tuple[str, ...]) -> Found:
    instance, needed = goal.instance, goal.needed
    predicates = without_needless(instance, predicates, needed, goal.proved_by)
    cubes = merged(instance, valuations(instance, predicates), needed, goal.proved_by)
    used = {p for cube in cubes for p in cube}
    kept = tuple(p for p in predicates if p in used)
    found = Found(kept, quotient(instance, cubes), goal.fairness, goal.orderings)
    return trimmed(goal, found)
