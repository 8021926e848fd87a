"""Whether a claim holds on a quotient: the search for a fair lasso in it that violates the claim.

The predicates of the claim are known in every node. Fairness and orderings are conditions on loops
(`docs/decisions/0019-diagrams.md`), so that the formula does not grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from holdfast.check.liveness.branches import Condition, branches_of
from holdfast.check.liveness.formulas import (
    TRUE,
    Atom,
    Formula,
    Literal,
    atoms_of,
    disjunction,
    negation,
)
from holdfast.check.liveness.lassos import shortest_lasso
from holdfast.check.liveness.problem import Lasso, Problem, problem_of
from holdfast.diagram.diagram import Fairness
from holdfast.diagram.quotient import Arrow, Quotient
from holdfast.interp.step import State
from holdfast.ir.expr import Name


@dataclass(frozen=True, slots=True)
class Loop:
    """A counterexample on a quotient: the last node leads back to `nodes[start]`."""

    nodes: tuple[int, ...]
    start: int


def predicate_atom(name: str) -> Atom:
    """The atom of a predicate in formulas over a quotient."""
    return Atom(Name(name))


def violating_loop(
    quotient: Quotient,
    claim: Formula,
    fairness: Mapping[str, Fairness],
    orderings: int,
    dropped: Mapping[Arrow, int] | None = None,
) -> Loop | None:
    """A shortest fair lasso of a quotient that violates a claim.

    `orderings` are those that may be used, as bits; `dropped` those that are not, edge by edge.
    """
    for atom in atoms_of(claim):
        assert isinstance(atom.expr, Name), "claims are about predicates"
        assert all(atom.expr.name in cube for cube in quotient.cubes), "its predicates are known"
    graph = _QuotientGraph(quotient, orderings, dropped or {})
    conditions = tuple(_conditions(fairness, graph.used))
    best: Lasso | None = None
    for branch in branches_of(negation(claim), None):
        branch = replace(branch, conditions=(*branch.conditions, *conditions))
        shorter = None if best is None else len(best.states)
        best = graph.shortest_lasso(problem_of(branch, graph, None), shorter) or best
    return None if best is None else Loop(tuple(graph.order[i] for i in best.states), best.loop)


def _conditions(fairness: Mapping[str, Fairness], orderings: Iterable[int]) -> Iterable[Condition]:
    for action, kind in fairness.items():
        enabled, taken = Literal(_enabled(action)), Literal(_taken(action))
        match kind:
            case Fairness.NONE:
                pass
            case Fairness.WEAK:
                yield Condition(TRUE, disjunction((negation(enabled), taken)))
            case Fairness.STRONG:
                yield Condition(enabled, taken)
    for ordering in orderings:
        yield Condition(Literal(_less(ordering)), Literal(_free(ordering)))


def _enabled(action: str) -> Atom:
    return Atom(Name(f"enabled {action}"))


def _taken(action: str) -> Atom:
    return Atom(Name(f"taken {action}"), step=True)


def _less(ordering: int) -> Atom:
    return Atom(Name(f"less {ordering}"), step=True)


def _free(ordering: int) -> Atom:
    return Atom(Name(f"free {ordering}"), step=True)


class _QuotientGraph:
    """A quotient as a state graph: a node may stutter, which is a step to itself."""

    stutters = False

    def __init__(self, quotient: Quotient, orderings: int, dropped: Mapping[Arrow, int]) -> None:
        size = len(quotient.cubes)
        self.order = sorted(range(size), key=lambda n: (n not in quotient.initial, n))
        place = {node: i for i, node in enumerate(self.order)}
        self.states, self.initial = size, len(quotient.initial)
        rows = []
        bounded = [0] * size
        for arrow, (less, kept) in quotient.edges.items():
            source, actions, target = arrow
            usable = orderings & ~dropped.get(arrow, 0)
            rows.append((place[source], place[target], actions, less & usable, kept & usable))
            bounded[place[source]] |= kept & usable
        rows += [(i, i, frozenset[str](), 0, bounded[i]) for i in range(size)]
        rows.sort(key=lambda row: row[0])
        counts = [0] * size
        for row in rows:
            counts[row[0]] += 1
        self._rows, self._quotient = rows, quotient
        self.first: Sequence[int] = list(accumulate(counts, initial=0))
        self.target: Sequence[int] = [row[1] for row in rows]
        self.steps = len(rows)
        decreasing = 0
        for row in rows:
            decreasing |= row[3]
        self.used = [i for i in range(decreasing.bit_length()) if decreasing >> i & 1]
        self._bits = self._all_bits(place)

    def _all_bits(self, place: Mapping[int, int]) -> dict[Atom, int]:
        found: dict[Atom, int] = {}
        for node, cube in enumerate(self._quotient.cubes):
            for predicate, value in cube.items():
                atom = predicate_atom(predicate)
                found[atom] = found.get(atom, 0) | value << place[node]
        for action, nodes in self._quotient.enabled.items():
            found[_enabled(action)] = sum(1 << place[node] for node in nodes)
        for step, (_, _, actions, less, kept) in enumerate(self._rows):
            for action in actions:
                atom = _taken(action)
                found[atom] = found.get(atom, 0) | 1 << step
            for i in self.used:
                found[_less(i)] = found.get(_less(i), 0) | (less >> i & 1) << step
                found[_free(i)] = found.get(_free(i), 0) | (~kept >> i & 1) << step
        return found

    def bits(self, atom: Atom) -> int:
        """The nodes, or edges, for which an atom is true."""
        return self._bits.get(atom, 0)

    def state(self, number: int) -> State:
        """Nodes have no values."""
        raise AssertionError("a node of a quotient is no state")

    def shortest_lasso(self, problem: Problem, shorter_than: int | None) -> Lasso | None:
        """A shortest fair lasso; None if there is none, or none as short."""
        return shortest_lasso(problem, self, shorter_than)
