"""Predicate diagrams: predicates, actions, orderings, nodes and edges, as immutable data.

A node is a conjunction of literals. A behaviour s0, s1, ... is a trace of a diagram if it has a
run: nodes n0, n1, ... such that n0 is initial, each state satisfies its node, and each step takes
an edge or stays in its node without one (it *stutters*). A step along an edge satisfies all
actions of the edge, and no fair action besides; a step that stutters satisfies no fair action.
The orderings on the edge decrease, or do not increase; a step that stutters does not increase a
term that is annotated on any edge that leaves the node. A fair action is taken infinitely often,
or: weak, the run is infinitely often at a node where the action may be disabled; strong, it is at
nodes where the action is enabled only finitely often (`docs/decisions/0019-diagrams.md`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from holdfast.source import Span


class Fairness(Enum):
    """What a diagram requires of an action that is enabled."""

    NONE = ""
    WEAK = "WF"
    STRONG = "SF"


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """Where an element is written, if it comes from a file."""

    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Predicate(Located):
    """A state predicate: its name, and a formula in the language of the spec."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Literal(Located):
    """A predicate, by name, or its negation."""

    predicate: str
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Action(Located):
    """A formula about steps: by default the action of the spec with this name, for any arguments.

    `enabled` are the nodes where it is surely enabled; None: all that it leaves. It matters
    for fair actions only. An `abstract` action is defined by no spec.
    """

    name: str
    fairness: Fairness = Fairness.NONE
    text: str | None = None
    enabled: tuple[str, ...] | None = None
    abstract: bool = False


@dataclass(frozen=True, slots=True)
class Ordering(Located):
    """A term of the spec with values in a well-founded order: natural numbers, or others below.

    `order` is "numbers" (0, 1, ...), "sets" (finite sets and strict inclusion) or "tuples" (tuples
    of natural numbers of one length, lexicographically).
    """

    name: str
    text: str
    order: str = "numbers"


@dataclass(frozen=True, slots=True)
class Annotation(Located):
    """An ordering that decreases along an edge, or, if not `strict`, does not increase."""

    ordering: str
    strict: bool = True


@dataclass(frozen=True, slots=True)
class Node(Located):
    """A set of literals; a predicate without a literal is unknown in the node."""

    name: str
    literals: tuple[Literal, ...] = ()
    initial: bool = False

    def value(self, predicate: str) -> bool | None:
        """Whether a predicate is true, false or unknown (None) in the node."""
        return next((x.positive for x in self.literals if x.predicate == predicate), None)


@dataclass(frozen=True, slots=True)
class Edge(Located):
    """Steps from one node to another that satisfy all of some actions.

    Several edges between two nodes are alternatives.
    """

    source: str
    target: str
    actions: tuple[str, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim(Located):
    """A temporal formula over the predicates that every trace of a diagram should satisfy."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, repr=False)
class Diagram(Located):
    """A predicate diagram; `spec` is the file whose behaviours it should cover.

    `parameters` are names with a set each, such as a process in a set of processes: the diagram is
    about any fixed values of them, and texts may mention them.
    """

    name: str
    predicates: tuple[Predicate, ...] = ()
    actions: tuple[Action, ...] = ()
    orderings: tuple[Ordering, ...] = ()
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    claims: tuple[Claim, ...] = ()
    spec: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()

    @property
    def initial(self) -> tuple[Node, ...]:
        """The initial nodes."""
        return tuple(node for node in self.nodes if node.initial)

    def __repr__(self) -> str:
        return f"<Diagram {self.name}: {len(self.nodes)} nodes, {len(self.edges)} edges>"

    def node(self, name: str) -> Node:
        """The node with a name."""
        return next(node for node in self.nodes if node.name == name)

    def action(self, name: str) -> Action:
        """The action with a name."""
        return next(action for action in self.actions if action.name == name)

    def leaving(self, node: str) -> Iterator[Edge]:
        """The edges that leave a node, self-loops included."""
        return (edge for edge in self.edges if edge.source == node)

    def enabled_at(self, action: Action) -> frozenset[str]:
        """The nodes where an action counts as enabled."""
        if action.enabled is not None:
            return frozenset(action.enabled)
        return frozenset(e.source for e in self.edges if action.name in e.actions)

    def bounded_at(self, node: str) -> frozenset[str]:
        """The orderings that do not increase while a run stutters in a node."""
        return frozenset(a.ordering for e in self.leaving(node) for a in e.annotations)


@dataclass(frozen=True, slots=True)
class Refinement(Located):
    """The claim that one diagram refines another: each of its nodes implies the one it maps to."""

    concrete: str
    abstract: str
    mapping: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Diagrams:
    """The contents of a file: diagrams, and refinements between them."""

    diagrams: tuple[Diagram, ...] = ()
    refinements: tuple[Refinement, ...] = ()

    def diagram(self, name: str) -> Diagram:
        """The diagram with a name."""
        return next(each for each in self.diagrams if each.name == name)
