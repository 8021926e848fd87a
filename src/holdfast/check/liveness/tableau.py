"""The tableau of a formula: which truth values its temporal subformulas can have, step by step.

A node gives each temporal subformula a truth value, the true one: of the two values for each
node and each valuation of the atoms, exactly one agrees with the values in the next node. So
a lasso of states that satisfies the formula has a lasso of nodes of the same shape: the shortest
counterexample is found in the product, without unrolling a loop.

A node that claims `<>F`, or denies `[]F`, makes a promise. Each promise is an acceptance condition.
The value of `X F` is that of F in the next node, so a node has the value of F instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from holdfast.check.liveness.formulas import (
    Always,
    Atom,
    Eventually,
    Formula,
    Next,
    Release,
    Temporal,
    Until,
    atoms_of,
    evaluate,
    walk,
)
from holdfast.source import Diagnostic, Span, SpecError

MOST_BITS = 16
"""The limit of temporal subformulas and atoms of a tableau, together."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A step of the tableau: to the node `next`, keeping the promises `kept` (bits)."""

    next: int
    kept: int


class Tableau:
    """The tableau of one formula; nodes are bits by temporal subformula, valuations by atom."""

    def __init__(self, formula: Formula, span: Span | None = None) -> None:
        self.formula = formula
        temporal = [part for part in walk(formula) if isinstance(part, Temporal)]
        if any(isinstance(part, Next) for part in temporal):
            temporal.append(Next(formula))  # so that its own value is that of a node
        self.temporal: tuple[Temporal, ...] = tuple(dict.fromkeys(temporal))
        self.atoms: tuple[Atom, ...] = tuple(atoms_of(formula))
        if len(self.temporal) + len(self.atoms) > MOST_BITS:
            message = (
                f"the temporal formula has {len(self.temporal)} temporal operators over "
                f"{len(self.atoms)} formulas about states and steps, after expansion; "
                f"at most {MOST_BITS} together are supported"
            )
            raise SpecError(Diagnostic("temporal-unsupported", message, span))
        self._atom = {atom: 1 << i for i, atom in enumerate(self.atoms)}
        self._temporal = {part: 1 << i for i, part in enumerate(self.temporal)}

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return 1 << len(self.temporal)

    @cached_property
    def edges(self) -> Sequence[Sequence[Sequence[Edge]]]:
        """By valuation and node: where the node can go."""
        table: list[list[list[Edge]]] = []
        for valuation in range(1 << len(self.atoms)):
            row: list[list[Edge]] = [[] for _ in range(self.nodes)]
            for after in range(self.nodes):
                node, kept = self._before(valuation, after)
                row[node].append(Edge(after, kept))
            table.append(row)
        return table

    def _before(self, valuation: int, after: int) -> tuple[int, int]:
        """The only node that may come before `after`, and the promises that it keeps."""
        truth: dict[Formula, bool] = {}
        node = kept = 0

        def value(f: Formula) -> bool:
            return evaluate(f, self._holds(valuation), truth.__getitem__)

        for part, bit in self._temporal.items():  # subformulas come first
            later = bool(after & bit)
            if isinstance(part, Next):
                truth[part] = later
                node |= bit if value(part.body) else 0
                kept |= bit
                continue
            goal, now = _now(part, value, later)
            truth[part] = now
            node |= bit if now else 0
            # `<>F` is kept if false, or if F is true; `[]F` if true, or if F is false.
            kept |= bit if now == goal else 0
        return node, kept

    def is_start(self, valuation: int, node: int) -> bool:
        """Whether the formula is true in a first state; its atoms there are about states."""

        def temporal(f: Formula) -> bool:
            assert isinstance(f, Temporal)
            return bool(node & self._temporal[f])

        whole = self._temporal.get(Next(self.formula))
        if whole is not None:
            return bool(node & whole)
        return evaluate(self.formula, self._holds(valuation), temporal)

    def _holds(self, valuation: int) -> Callable[[Atom], bool]:
        return lambda atom: bool(valuation & self._atom[atom])


def _now(
    f: Always | Eventually | Until | Release, value: Callable[[Formula], bool], later: bool
) -> tuple[bool, bool]:
    """What decides a formula for good if it is true, or false; and its value now."""
    match f:
        case Always(body):
            goal = value(body)
            return goal, goal and later
        case Eventually(body):
            goal = value(body)
            return goal, goal or later
        case Until(left, right):
            goal = value(right)
            return goal, goal or (value(left) and later)
        case Release(left, right):
            goal = value(right)
            return goal, goal and (value(left) or later)
        case _:
            assert_never(f)
