"""The errors of diagrams that their parts do not show by themselves: names, and what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from holdfast.diagram.claims import OPERATORS, read_claim
from holdfast.diagram.diagram import Diagram, Diagrams, Edge, Node, Refinement
from holdfast.front.suggest import did_you_mean
from holdfast.source import Diagnostic, Span, SpecError

ORDERS = ("numbers", "sets", "tuples")
"""The well-founded orders."""


def problems(diagrams: Diagrams) -> tuple[Diagnostic, ...]:
    """The errors of some diagrams and refinements, each once."""
    found: list[Diagnostic] = []
    found += _duplicates("diagram", ((d.name, d.span) for d in diagrams.diagrams))
    for diagram in diagrams.diagrams:
        found += diagram_problems(diagram)
    known = {d.name: d for d in diagrams.diagrams}
    for refinement in diagrams.refinements:
        found += _refinement(refinement, known)
    return tuple(found)


def diagram_problems(diagram: Diagram) -> tuple[Diagnostic, ...]:
    """The errors of one diagram."""
    found = list(_declarations(diagram))
    if not diagram.initial:
        message = f"diagram `{diagram.name}` has no initial node"
        help = "mark one: `node NAME initial`"
        found.append(Diagnostic("diagram-no-initial-node", message, diagram.span, help))
    for node in diagram.nodes:
        found += _node(diagram, node)
    for edge in diagram.edges:
        found += _edge(diagram, edge)
    for claim in diagram.claims:
        try:
            read_claim(diagram, claim)
        except SpecError as error:
            found += error.diagnostics
    return tuple(dict.fromkeys(found))


def _declarations(diagram: Diagram) -> Iterator[Diagnostic]:
    yield from _duplicates("parameter", ((name, diagram.span) for name, _ in diagram.parameters))
    for what, items in (
        ("predicate", diagram.predicates),
        ("action", diagram.actions),
        ("ordering", diagram.orderings),
        ("node", diagram.nodes),
        ("claim", diagram.claims),
    ):
        yield from _duplicates(what, ((each.name, each.span) for each in items))
    for predicate in diagram.predicates:
        if predicate.name in OPERATORS:
            message = f"`{predicate.name}` is an operator of claims"
            help = f"give it another name: `predicate Other == {predicate.text}`"
            yield Diagnostic("diagram-reserved", message, predicate.span, help)
    for action in diagram.actions:
        yield from _unknown("node", action.enabled or (), _nodes(diagram), action.span)
        yield from _twice("node", action.enabled or (), action.span)
    for ordering in diagram.orderings:
        yield from _unknown("order", (ordering.order,), ORDERS, ordering.span)


def _node(diagram: Diagram, node: Node) -> Iterator[Diagnostic]:
    known = [p.name for p in diagram.predicates]
    for literal in node.literals:
        for each in _unknown("predicate", (literal.predicate,), known, literal.span or node.span):
            help = each.help or f"declare it: `predicate {literal.predicate}`"
            yield Diagnostic(each.code, each.message, each.span, help)
        if any(x.predicate == literal.predicate for x in node.literals if x != literal):
            message = f"node `{node.name}` has `{literal.predicate}` and its negation"
            yield Diagnostic("diagram-contradiction", message, node.span)
    yield from _twice("literal", ((x.predicate, x.positive) for x in node.literals), node.span)


def _edge(diagram: Diagram, edge: Edge) -> Iterator[Diagnostic]:
    yield from _unknown("node", (edge.source, edge.target), _nodes(diagram), edge.span)
    yield from _unknown("action", edge.actions, [a.name for a in diagram.actions], edge.span)
    yield from _twice("action", edge.actions, edge.span)
    orderings = [a.ordering for a in edge.annotations]
    yield from _unknown("ordering", orderings, [o.name for o in diagram.orderings], edge.span)
    yield from _twice("ordering", orderings, edge.span)


def _refinement(refinement: Refinement, known: dict[str, Diagram]) -> Iterator[Diagnostic]:
    names = (refinement.concrete, refinement.abstract)
    unknown = list(_unknown("diagram", names, known, refinement.span))
    yield from unknown
    if unknown:
        return
    concrete, abstract = (_nodes(known[name]) for name in names)
    for targets, nodes in ((refinement.mapping, concrete), (refinement.mapping.values(), abstract)):
        yield from dict.fromkeys(_unknown("node", targets, nodes, refinement.span))
    missing = [name for name in concrete if name not in refinement.mapping]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        shown = ", ".join(f"`{name}`" for name in missing)
        message = f"{shown} of `{names[0]}` {are} not mapped"
        help = f"name the node of `{names[1]}` that it refines: `{missing[0]} -> NODE`"
        yield Diagnostic("diagram-mapping", message, _narrowed(refinement.span, names[0]), help)


def _nodes(diagram: Diagram) -> list[str]:
    return [node.name for node in diagram.nodes]


def _unknown(
    what: str, names: Iterable[str], known: Iterable[str], span: Span | None
) -> Iterator[Diagnostic]:
    candidates = list(known)
    for name in names:
        if name not in candidates:
            help = did_you_mean(name, candidates)
            message = f"{what} `{name}` is not declared"
            yield Diagnostic("diagram-unknown-name", message, _narrowed(span, name), help)


def _duplicates(what: str, names: Iterable[tuple[str, Span | None]]) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for name, span in names:
        if name in seen:
            message = f"{what} `{name}` is declared twice"
            yield Diagnostic("diagram-duplicate", message, _narrowed(span, name))
        seen.add(name)


def _twice(what: str, items: Iterable[object], span: Span | None) -> Iterator[Diagnostic]:
    listed = list(items)
    if len(set(listed)) < len(listed):
        yield Diagnostic("diagram-duplicate", f"one {what} is listed twice", span)


def _narrowed(span: Span | None, name: str) -> Span | None:
    """Where a name is written inside a span; the span if it is not found."""
    if span is None:
        return None
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", span.text)
    if found is None:
        return span
    return Span(span.source, span.start + found.start(), span.start + found.end())
