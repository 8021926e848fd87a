"""What the lowering of all parts of a model shares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import After, Point, Step
from holdfast.front.promela.lower.channels import Channel
from holdfast.front.promela.lower.instances import Instance, ProcessType
from holdfast.front.promela.lower.layout import Leaf, leaves
from holdfast.front.promela.lower.memory import Memory, Updates
from holdfast.front.promela.lower.reach import Reach
from holdfast.front.promela.lower.slots import Slots
from holdfast.front.promela.lower.statics import NO_CONSTANTS, Constants, Statics
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE

TIMEOUT = "timeout"
"""The definition that no process can move."""
EXCLUSIVE = "exclusive"
"""The variable that has 1 + the slot of the process that alone may move, else 0."""
LAST = "_last"


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """A model with its processes, variables and channels; `needed` are definitions that are used.

    `uses` are the predefined variables that the model mentions.
    """

    model: tree.Model
    statics: Statics
    types: tuple[ProcessType, ...]
    slots: Slots
    memory: Memory
    reach: Reach
    uses: frozenset[nodes.Predefined]
    has_priorities: bool
    needed: set[str] = field(default_factory=set)
    receivers: dict[int, list[tuple[Instance, Point, Step]]] = field(default_factory=dict)

    @property
    def instances(self) -> Iterator[Instance]:
        """All instances, slot by slot."""
        for found in self.slots.instances:
            yield from found

    @property
    def slot_count(self) -> int:
        """How many slots there are."""
        return len(self.slots.instances)

    @property
    def is_exclusive(self) -> bool:
        """Whether a process can have exclusive control."""
        steps = (s for t in self.types for p in t.automaton.points for s in p.steps)
        return any(s.after is not After.ANY for s in steps)

    def claim_leaves(self, claim: tree.Claim) -> Iterator[Leaf]:
        """The parts of the variables of a claim."""
        for d in claim.locals:
            yield from leaves(d, self.statics.typedefs)

    def channel(self, number: int) -> Channel:
        """A channel by its number."""
        return self.statics.channels.by_number[number]


def control(slot: int) -> ir.Expr:
    """The control point of the process in a slot, 0 if there is none."""
    return ir.Name(control_name(slot))


def control_name(slot: int) -> str:
    """The variable of the control point of a slot."""
    return f"pc[{slot}]"


def priority_name(slot: int) -> str:
    """The variable of the priority of the process in a slot."""
    return f"priority[{slot}]"


def enabled_name(slot: int) -> str:
    """The definition that the process in a slot can move."""
    return f"enabled[{slot}]"


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Where an expression is evaluated: in a process, or in a claim.

    `before` are values that the step has stored already, `created` the pid of a process that it
    creates (of this process itself, where it begins), `timeout` what the model's `timeout` means,
    None for its definition.
    """

    instance: Instance | None = None
    before: Updates = field(default_factory=dict)
    created: int | None = None
    timeout: ir.Expr | None = None

    @property
    def slot(self) -> int | None:
        """The pid of the process."""
        return None if self.instance is None else self.instance.slot

    @property
    def constants(self) -> Constants:
        """The parameters of the process with one value."""
        return NO_CONSTANTS if self.instance is None else self.instance.constants

    def without_timeout(self) -> Scope:
        """The same scope, where `timeout` is false."""
        return replace(self, timeout=FALSE)
