"""Operations of an editor: functions from a diagram to a diagram.

Each raises `SpecError` if its result would not be a diagram, and changes nothing else than it says.
Splitting and merging keep every trace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from holdfast.diagram.atoms import At, Fact, Holds
from holdfast.diagram.claims import at_text, rewritten
from holdfast.diagram.diagram import (
    Annotation,
    Claim,
    Diagram,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
    Refinement,
)
from holdfast.diagram.texts import name_text
from holdfast.diagram.well_formed import diagram_problems
from holdfast.source import Diagnostic, SpecError


@dataclass(frozen=True, slots=True)
class Mapped:
    """A diagram that an operation has made, and what each of its nodes was before."""

    diagram: Diagram
    mapping: Mapping[str, str]

    def refinement(self, abstract: str) -> Refinement:
        """The claim that the diagram refines the one before, which has another name."""
        return Refinement(self.diagram.name, abstract, self.mapping)


# ---- nodes ----


def add_node(diagram: Diagram, node: Node) -> Diagram:
    """A diagram with one more node."""
    return _checked(replace(diagram, nodes=(*diagram.nodes, node)))


def delete_node(diagram: Diagram, name: str) -> Diagram:
    """A diagram without a node and its edges."""
    _require(diagram, "node", name, [n.name for n in diagram.nodes])
    return _checked(_kept(diagram, {n.name for n in diagram.nodes} - {name}))


def delete_unreachable(diagram: Diagram) -> Diagram:
    """A diagram without the nodes that no path from an initial node leads to."""
    reached = [n.name for n in diagram.initial]
    for name in reached:
        reached += {e.target for e in diagram.leaving(name)} - set(reached)
    return _checked(_kept(diagram, set(reached)))


def rename_node(diagram: Diagram, old: str, new: str) -> Diagram:
    """A diagram in which a node has another name; claims with `at(...)` follow."""
    _require(diagram, "node", old, [n.name for n in diagram.nodes])
    names = {old: new}
    renamed = _with_ends(diagram, lambda name: (names.get(name, name),))
    nodes = tuple(replace(n, name=names.get(n.name, n.name)) for n in diagram.nodes)
    claims = _rewritten(diagram, {At(old): at_text(new)})
    return _checked(replace(renamed, nodes=nodes, claims=claims))


def split_node(diagram: Diagram, name: str, predicate: str, parts: tuple[str, str]) -> Mapped:
    """A node as two: where a predicate is true, and where it is false; both have its edges.

    Where an action is enabled, and what a claim says of the node, is so of both parts. A step that
    stayed in the node may lead from one part to the other, by an edge without actions.
    """
    _require(diagram, "node", name, [n.name for n in diagram.nodes])
    _require(diagram, "predicate", predicate, [p.name for p in diagram.predicates])
    node = diagram.node(name)
    if node.value(predicate) is not None:
        raise _wrong("diagram-contradiction", f"`{predicate}` is known in node `{name}`")
    halves = tuple(
        Node(part, (*node.literals, Literal(predicate, positive)), node.initial)
        for part, positive in zip(parts, (True, False), strict=True)
    )
    nodes = tuple(x for n in diagram.nodes for x in (halves if n.name == name else (n,)))
    changed = _with_ends(diagram, lambda n: parts if n == name else (n,))
    kept = tuple(Annotation(t, False) for t in sorted(diagram.bounded_at(name)))
    yes, no = parts
    across = (Edge(yes, no, (), kept), Edge(no, yes, (), kept))
    edges = tuple(dict.fromkeys((*changed.edges, *across)))
    claims = _rewritten(diagram, {At(name): f"({at_text(yes)} \\/ {at_text(no)})"})
    mapping = {n.name: name if n.name in parts else n.name for n in nodes}
    made = _checked(replace(changed, nodes=nodes, edges=edges, claims=claims))
    return Mapped(made, MappingProxyType(mapping))


def merge_nodes(diagram: Diagram, names: tuple[str, ...], new: str) -> Diagram:
    """Several nodes as one, with the literals that they have in common and all their edges.

    A fair action is enabled there only if it is in each of them. An ordering that may increase
    while a run stays in one of them is on no edge that leaves the new node.
    """
    for name in names:
        _require(diagram, "node", name, [n.name for n in diagram.nodes])
    old = [n for n in diagram.nodes if n.name in names]
    common = tuple(x for x in old[0].literals if all(x in n.literals for n in old))
    merged = Node(new, common, any(n.initial for n in old))
    first = old[0].name
    nodes = tuple(
        merged if n.name == first else n
        for n in diagram.nodes
        if n.name == first or n.name not in names
    )
    actions = tuple(
        replace(a, enabled=_merged_enabled(diagram.enabled_at(a), names, new))
        if a.fairness is not Fairness.NONE or a.enabled is not None
        else a
        for a in diagram.actions
    )
    bounded = frozenset.intersection(*(diagram.bounded_at(name) for name in names))
    edges = tuple(_merged_edge(e, names, new, bounded) for e in diagram.edges)
    edges = tuple(dict.fromkeys(edges))
    return _checked(replace(diagram, nodes=nodes, actions=actions, edges=edges))


def _merged_enabled(enabled: frozenset[str], names: tuple[str, ...], new: str) -> tuple[str, ...]:
    others = sorted(enabled - set(names))
    return (*others, new) if enabled >= set(names) else tuple(others)


def _merged_edge(edge: Edge, names: tuple[str, ...], new: str, bounded: frozenset[str]) -> Edge:
    target = new if edge.target in names else edge.target
    if edge.source not in names:
        return replace(edge, target=target)
    annotations = tuple(a for a in edge.annotations if a.ordering in bounded)
    return replace(edge, source=new, target=target, annotations=annotations)


# ---- literals and predicates ----


def add_literal(diagram: Diagram, node: str, literal: Literal) -> Diagram:
    """A diagram in which a node has one more literal."""
    return _with_node(diagram, node, lambda n: replace(n, literals=(*n.literals, literal)))


def remove_literal(diagram: Diagram, node: str, predicate: str) -> Diagram:
    """A diagram in which a predicate is unknown in a node."""
    return _with_node(
        diagram,
        node,
        lambda n: replace(n, literals=tuple(x for x in n.literals if x.predicate != predicate)),
    )


def set_initial(diagram: Diagram, node: str, initial: bool) -> Diagram:
    """A diagram in which a node is initial, or is not."""
    return _with_node(diagram, node, lambda n: replace(n, initial=initial))


def add_predicate(diagram: Diagram, predicate: Predicate) -> Diagram:
    """A diagram with one more predicate, which is unknown in all nodes."""
    return _checked(replace(diagram, predicates=(*diagram.predicates, predicate)))


def rename_predicate(diagram: Diagram, old: str, new: str) -> Diagram:
    """A diagram in which a predicate has another name, also in its claims.

    A definition of the spec stays what it is: the new name stands for it.
    """
    _require(diagram, "predicate", old, [p.name for p in diagram.predicates])
    return _checked(
        replace(
            diagram,
            predicates=tuple(
                replace(p, name=new) if p.name == old else p for p in diagram.predicates
            ),
            nodes=tuple(
                replace(
                    n,
                    literals=tuple(
                        replace(x, predicate=new) if x.predicate == old else x for x in n.literals
                    ),
                )
                for n in diagram.nodes
            ),
            claims=_rewritten(diagram, {Holds(old): name_text(new)}),
        )
    )


# ---- edges, fairness, orderings ----


def add_edge(diagram: Diagram, edge: Edge) -> Diagram:
    """A diagram with one more edge."""
    if edge in diagram.edges:
        raise _wrong("diagram-duplicate", "the diagram has this edge already")
    return _checked(replace(diagram, edges=(*diagram.edges, edge)))


def delete_edge(diagram: Diagram, edge: Edge) -> Diagram:
    """A diagram without an edge."""
    if edge not in diagram.edges:
        raise _wrong("diagram-unknown-name", "the diagram has no such edge")
    return replace(diagram, edges=tuple(e for e in diagram.edges if e != edge))


def set_fairness(diagram: Diagram, action: str, fairness: Fairness) -> Diagram:
    """A diagram in which an action has this fairness."""
    _require(diagram, "action", action, [a.name for a in diagram.actions])
    return replace(
        diagram,
        actions=tuple(
            replace(a, fairness=fairness) if a.name == action else a for a in diagram.actions
        ),
    )


def add_ordering(diagram: Diagram, ordering: Ordering) -> Diagram:
    """A diagram with one more ordering, which is on no edge."""
    return _checked(replace(diagram, orderings=(*diagram.orderings, ordering)))


def annotate(diagram: Diagram, edge: Edge, ordering: str, strict: bool | None) -> Diagram:
    """A diagram in which an ordering decreases along an edge, is kept (False), or free (None)."""
    if edge not in diagram.edges:
        raise _wrong("diagram-unknown-name", "the diagram has no such edge")
    rest = tuple(a for a in edge.annotations if a.ordering != ordering)
    own = () if strict is None else (Annotation(ordering, strict),)
    changed = replace(edge, annotations=(*rest, *own))
    return _checked(
        replace(diagram, edges=tuple(changed if e == edge else e for e in diagram.edges))
    )


# ---- parts ----


def _with_node(diagram: Diagram, name: str, change: Callable[[Node], Node]) -> Diagram:
    _require(diagram, "node", name, [n.name for n in diagram.nodes])
    nodes = tuple(change(n) if n.name == name else n for n in diagram.nodes)
    return _checked(replace(diagram, nodes=nodes))


def _with_ends(diagram: Diagram, names: Callable[[str], tuple[str, ...]]) -> Diagram:
    """A diagram whose edges and enabled sets have other nodes, perhaps several for one."""
    edges = tuple(
        replace(e, source=source, target=target)
        for e in diagram.edges
        for source in names(e.source)
        for target in names(e.target)
    )
    actions = tuple(
        a
        if a.enabled is None
        else replace(a, enabled=tuple(x for name in a.enabled for x in names(name)))
        for a in diagram.actions
    )
    return replace(diagram, edges=edges, actions=actions)


def _rewritten(diagram: Diagram, texts: Mapping[Fact, str]) -> tuple[Claim, ...]:
    """The claims with other texts for some of their atoms."""
    return tuple(replace(c, text=rewritten(diagram, c.text, texts)) for c in diagram.claims)


def _kept(diagram: Diagram, names: set[str]) -> Diagram:
    """A diagram with only some of its nodes."""
    return replace(
        diagram,
        nodes=tuple(n for n in diagram.nodes if n.name in names),
        edges=tuple(e for e in diagram.edges if {e.source, e.target} <= names),
        actions=tuple(
            a
            if a.enabled is None
            else replace(a, enabled=tuple(n for n in a.enabled if n in names))
            for a in diagram.actions
        ),
    )


def _require(diagram: Diagram, what: str, name: str, known: list[str]) -> None:
    if name not in known:
        message = f"{what} `{name}` is not declared in diagram `{diagram.name}`"
        raise _wrong("diagram-unknown-name", message)


def _checked(diagram: Diagram) -> Diagram:
    wrong = diagram_problems(diagram)
    if wrong:
        raise SpecError(*wrong)
    return diagram


def _wrong(code: str, message: str) -> SpecError:
    return SpecError(Diagnostic(code, message, None))
