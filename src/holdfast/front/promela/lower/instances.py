"""Processes as they can exist: the type of process that may be in each slot.

A process has the number of live processes as its pid, and only the youngest one can end: pids are
positions in a stack. So a slot is a pid, and all processes with that pid share its variables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import Automaton, Point
from holdfast.front.promela.lower.layout import Leaf


@dataclass(frozen=True, slots=True, eq=False)
class ProcessType:
    """A proctype with its control points and the parts of its variables."""

    tree: tree.Proctype
    automaton: Automaton
    params: tuple[Leaf, ...]
    leaves: tuple[Leaf, ...]
    """All leaves, those of the parameters first."""
    first_number: int | None = None
    """The number of its first statement in Spin's trails, if it is known."""

    @property
    def name(self) -> str:
        """The name of the type."""
        return self.tree.name

    def spin_point(self, p: Point) -> int | None:
        """Spin's number of a control point, if it is known."""
        known = None if p.element is None else p.element.number
        if known is None or self.first_number is None:
            return None
        return known - self.first_number + 1


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """A type of process in a slot; `constants` are parameters with only one value there."""

    slot: int
    type: ProcessType
    constants: Mapping[nodes.Symbol, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """How variables of the process are written."""
        return f"{self.type.name}[{self.slot}]"
