"""The conditions under which a diagram covers all behaviours of a spec, by name.

`conditions_of` is the complete list: engines decide each of them, and a certificate must have
exactly these. What each means is in `docs/decisions/0019-diagrams.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from holdfast.diagram.diagram import Annotation, Diagram, Edge, Fairness

Kind: TypeAlias = Literal["defined", "O1", "O2", "O3", "O4a", "O4b", "O5"]
About: TypeAlias = Literal["", "edge", "domain", "stutter"]


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition, by its kind and the elements of the diagram that it is about.

    `about` tells three conditions of O3 apart: a term decreases along an edge, is in the domain of
    its order in a node, and does not increase while a run stutters in a node.
    """

    kind: Kind
    node: str = ""
    action: str = ""
    edge: Edge | None = None
    ordering: str = ""
    strict: bool = True
    about: About = ""

    @property
    def name(self) -> str:
        """The condition in words."""
        match self.kind, self.about:
            case "defined", _:
                return f"defined: {self.action or self.ordering or self.node}"
            case "O1", _:
                return "O1: initial states"
            case "O2", _:
                return f"O2: {self.node} / {self.action}"
            case "O3", "edge":
                assert self.edge is not None, "it is about an edge"
                how = "decreases" if self.strict else "does not increase"
                return f"O3: {edge_text(self.edge)}: {self.ordering} {how}"
            case "O3", "domain":
                return f"O3: {self.node}: {self.ordering} is in its order"
            case "O3", _:
                return f"O3: {self.node}: {self.ordering} does not increase without an edge"
            case "O4a", _:
                return f"O4a: {self.action} is fair"
            case "O4b", _:
                return f"O4b: {self.node}: {self.action} is enabled"
            case _:
                return f"O5: {self.ordering}"


def edge_text(edge: Edge) -> str:
    """An edge as text."""
    return f"{edge.source} -{', '.join(edge.actions)}-> {edge.target}"


def conditions_of(diagram: Diagram, actions: Iterable[str]) -> tuple[Condition, ...]:
    """All conditions of a diagram for a spec with actions of these names."""
    return tuple(_conditions(diagram, tuple(dict.fromkeys(actions))))


def _conditions(diagram: Diagram, actions: tuple[str, ...]) -> Iterator[Condition]:
    yield Condition("O1")
    for node in diagram.nodes:
        for action in actions:
            yield Condition("O2", node.name, action)
    yield from _orderings(diagram)
    for each in fair_actions(diagram):
        yield Condition("O4a", action=each)
    for a in diagram.actions:
        if a.fairness is not Fairness.NONE:
            enabled = diagram.enabled_at(a)
            yield from (
                Condition("O4b", n.name, a.name) for n in diagram.nodes if n.name in enabled
            )
    for ordering in used_orderings(diagram):
        yield Condition("O5", ordering=ordering)


def _orderings(diagram: Diagram) -> Iterator[Condition]:
    for edge in diagram.edges:
        for a in edge.annotations:
            yield edge_condition(edge, a)
    for node in diagram.nodes:
        bounded = diagram.bounded_at(node.name)
        for ordering in diagram.orderings:
            if ordering.name in bounded:
                yield Condition("O3", node.name, ordering=ordering.name, about="domain")
                yield Condition("O3", node.name, ordering=ordering.name, about="stutter")


def edge_condition(edge: Edge, annotation: Annotation) -> Condition:
    """The condition of an annotation of an edge."""
    return Condition(
        "O3",
        edge.source,
        edge=edge,
        ordering=annotation.ordering,
        strict=annotation.strict,
        about="edge",
    )


def fair_actions(diagram: Diagram) -> tuple[str, ...]:
    """The actions that a diagram takes to be fair."""
    return tuple(a.name for a in diagram.actions if a.fairness is not Fairness.NONE)


def used_orderings(diagram: Diagram) -> tuple[str, ...]:
    """The orderings in annotations, in the order of their declarations."""
    used = {a.ordering for e in diagram.edges for a in e.annotations}
    return tuple(o.name for o in diagram.orderings if o.name in used)
