"""Diagrams without what no claim needs: fairness, orderings, annotations, labels, edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from holdfast.diagram.diagram import Fairness
from holdfast.diagram.explicit import Move
from holdfast.diagram.goal import Found, Goal
from holdfast.diagram.quotient import Arrow, Quotient, quotient


def trimmed(goal: Goal, found: Found) -> Found:
    """The same nodes without fairness, labels and annotations that no claim needs."""
    for action in reversed(tuple(found.fairness)):
        less = replace(found, fairness={**found.fairness, action: Fairness.NONE})
        found = less if goal.holds(less) else found
    plain = _relabelled(goal, found)
    found = plain if goal.holds(plain) else found
    for place in reversed(range(len(goal.instance.orderings))):
        less = replace(found, orderings=found.orderings & ~(1 << place))
        found = less if goal.holds(less) else found
    found = _without_annotations(goal, found)
    less = replace(found, quotient=_without_implied(found))
    return less if goal.holds(less) else found


def _without_annotations(goal: Goal, found: Found) -> Found:
    for arrow, (_, kept) in found.quotient.edges.items():
        for place in range(len(goal.instance.orderings)):
            bit = found.orderings & kept & 1 << place
            if bit:
                more = {**found.dropped, arrow: found.dropped.get(arrow, 0) | bit}
                less = replace(found, dropped=more)
                found = less if goal.holds(less) else found
    return found


def _fair(fairness: Mapping[str, Fairness]) -> frozenset[str]:
    return frozenset(a for a, kind in fairness.items() if kind is not Fairness.NONE)


def _relabelled(goal: Goal, found: Found) -> Found:
    """Edges with fair actions only, and with others if these name no action of the spec."""
    fair = _fair(found.fairness)

    def label(move: Move) -> Move:
        named = move.actions & fair
        if not named - goal.extra:
            named = move.actions - (goal.extra - fair)
        return move._replace(actions=named)

    instance = replace(goal.instance, moves=tuple(map(label, goal.instance.moves)))
    return replace(found, quotient=quotient(instance, found.quotient.cubes))


def _without_implied(found: Found) -> Quotient:
    """The quotient without edges whose steps all take another edge with fewer actions."""
    fair, edges = _fair(found.fairness), found.quotient.edges

    def shown(arrow: Arrow) -> tuple[int, int]:
        usable = found.orderings & ~found.dropped.get(arrow, 0)
        return edges[arrow][0] & usable, edges[arrow][1] & usable

    def implied(arrow: Arrow) -> bool:
        source, actions, target = arrow
        less, kept = shown(arrow)
        return any(
            (other[0], other[2]) == (source, target)
            and other[1] < actions
            and other[1] & fair == actions & fair
            and not shown(other)[0] & ~less
            and not shown(other)[1] & ~kept
            for other in edges
        )

    rest = {arrow: bits for arrow, bits in edges.items() if not implied(arrow)}
    return replace(found.quotient, edges=rest)
