"""The text of diagrams, which reads as the same diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from holdfast.diagram.diagram import (
    Action,
    Diagram,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
    Refinement,
)
from holdfast.diagram.texts import has_shift, is_identifier, name_text, quoted, split, unwrapped


def write_diagrams(diagrams: Diagrams) -> str:
    """The text of a `.diagram` file."""
    blocks = [*map(write_diagram, diagrams.diagrams), *map(_refinement, diagrams.refinements)]
    return "\n".join(blocks)


def write_diagram(diagram: Diagram) -> str:
    """The text of one diagram."""
    head = [f"diagram {name_text(diagram.name)}"]
    if diagram.spec is not None:
        head.append(f"  spec {quoted(diagram.spec)}")
    head += [f"  parameter {name_text(name)} \\in {text}" for name, text in diagram.parameters]
    paragraphs = [
        [_predicate(each) for each in diagram.predicates],
        [_action(each) for each in diagram.actions],
        [_ordering(each) for each in diagram.orderings],
        [_node(each, diagram) for each in diagram.nodes],
        list(_edges(diagram.edges)),
        [f"claim {name_text(c.name)} == {c.text}" for c in diagram.claims],
    ]
    lines = [*head]
    for paragraph in filter(None, paragraphs):
        if len(lines) > 1:
            lines.append("")
        lines += [f"  {line}" for line in paragraph]
    return "\n".join([*lines, "end", ""])


def _predicate(predicate: Predicate) -> str:
    if predicate.name != predicate.text:
        return f"predicate {name_text(predicate.name)} == {predicate.text}"
    if is_identifier(predicate.name):
        return f"predicate {predicate.name}"
    return f"predicate ({predicate.text})"


def _action(action: Action) -> str:
    words = ["abstract action" if action.abstract else "action", name_text(action.name)]
    if action.fairness is not Fairness.NONE:
        words.append(action.fairness.value)
    if action.enabled is not None:
        words.append(f"enabled {', '.join(map(name_text, action.enabled)) or 'nowhere'}")
    if action.text is not None:
        words.append(f"== {action.text}")
    return " ".join(words)


def _ordering(ordering: Ordering) -> str:
    order = "" if ordering.order == "numbers" else f" {ordering.order}"
    text = "" if ordering.text == ordering.name else f" == {ordering.text}"
    return f"ordering {name_text(ordering.name)}{order}{text}"


def _node(node: Node, diagram: Diagram) -> str:
    initial = " initial" if node.initial else ""
    texts = {p.name: p.text for p in diagram.predicates}
    literals = ", ".join(_literal(each, texts[each.predicate]) for each in node.literals)
    return f"node {name_text(node.name)}{initial}{':' if literals else ''} {literals}".rstrip()


def _literal(literal: Literal, text: str) -> str:
    name = literal.predicate
    if is_identifier(name):
        shown = name
    elif name != text:
        shown = quoted(name)
    elif not literal.positive or not _is_plain(name):
        shown = f"({name})"
    else:
        shown = name
    return shown if literal.positive else f"~{shown}"


def _is_plain(text: str) -> bool:
    """Whether a formula between commas is read as itself."""
    if text[0] in '"~' or unwrapped(text) is not None or has_shift(text):
        return False
    return sum(1 for _ in split(text, ",")) == 1


def _edges(edges: tuple[Edge, ...]) -> Iterator[str]:
    for (source, target), group in groupby(edges, lambda edge: (edge.source, edge.target)):
        head = f"edge {name_text(source)} -> {name_text(target)}"
        plain: list[str] = []
        for edge in group:
            label = _label(edge)
            if label:
                plain.append(label)
                continue
            if plain:
                yield f"{head}: {' | '.join(plain)}"
            plain = []
            yield head
        if plain:
            yield f"{head}: {' | '.join(plain)}"


def _label(edge: Edge) -> str:
    annotations = (
        f"({name_text(a.ordering)}, {'<' if a.strict else '<='})" for a in edge.annotations
    )
    actions = " & ".join(map(name_text, edge.actions))
    return " ".join([*([actions] if actions else []), *annotations])


def _refinement(refinement: Refinement) -> str:
    sources: dict[str, list[str]] = {}
    for concrete, abstract in refinement.mapping.items():
        sources.setdefault(abstract, []).append(name_text(concrete))
    rows = [f"  {', '.join(names)} -> {name_text(target)}" for target, names in sources.items()]
    names = f"{name_text(refinement.concrete)} refines {name_text(refinement.abstract)}"
    return "\n".join([f"refinement {names}", *rows, "end", ""])
