"""The tableau of a formula: which truth values its temporal subformulas can have, step by step.

A node gives each temporal subformula a truth value, the true one: of the two values for each
node and each valuation of the atoms, exactly one agrees with the values in the next node. So
a lasso of states that satisfies the formula has a lasso of nodes of the same shape: the shortest
counterexample is found in the product, without unrolling a loop.

A node that claims `<>F`, or denies `[]F`, makes a promise. Each promise is an acceptance condition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from holdfast.check.liveness.formulas import (
    Always,
    Atom,
    Eventually,
    Formula,
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
        temporal = (part for part in walk(formula) if isinstance(part, Always | Eventually))
        self.temporal: tuple[Always | Eventually, ...] = tuple(dict.fromkeys(temporal))
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
        for part, bit in self._temporal.items():  # subformulas come first
            body = evaluate(part.body, self._holds(valuation), truth.__getitem__)
            later = bool(after & bit)
            now = body and later if isinstance(part, Always) else body or later
            truth[part] = now
            node |= bit if now else 0
            # `<>F` is kept if false, or if F is true; `[]F` if true, or if F is false.
            kept |= bit if now == body else 0
        return node, kept

    def is_start(self, valuation: int, node: int) -> bool:
        """Whether the formula is true in a first state; its atoms there are about states."""

        def temporal(f: Formula) -> bool:
            assert isinstance(f, Always | Eventually)
            return bool(node & self._temporal[f])

        return evaluate(self.formula, self._holds(valuation), temporal)

    def _holds(self, valuation: int) -> Callable[[Atom], bool]:
        return lambda atom: bool(valuation & self._atom[atom])
