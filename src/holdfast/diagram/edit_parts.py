"""The parts of a diagram, put, deleted and renamed by an editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from holdfast.diagram import operations as op
from holdfast.diagram.diagram import Action, Annotation, Diagram, Edge, Ordering
from holdfast.diagram.reader import read_part
from holdfast.diagram.well_formed import diagram_problems
from holdfast.source import Diagnostic, SpecError

T = TypeVar("T", bound=Any)


def put_part(diagram: Diagram, text: str, instead: str | None = None) -> Diagram:
    """A diagram with a part in the text format, instead of the one with a name, if it is given.

    If the part then has another name, it has that where it is mentioned, too. A part of the same
    kind and name is replaced; an edge replaces those between its nodes.
    """
    kind = part_kind(text)
    made = read_part(diagram, text)
    name = put_name(made, kind)
    if instead is not None and name not in (None, instead):
        assert name is not None
        made = read_part(rename_part(diagram, kind, instead, name), text)
    match kind:
        case "predicate":
            changed = replace(made, predicates=_put(made.predicates))
        case "action":
            changed = replace(made, actions=_put(made.actions))
        case "ordering":
            changed = replace(made, orderings=_put(made.orderings))
        case "node":
            changed = replace(made, nodes=_put(made.nodes))
        case "claim":
            changed = replace(made, claims=_put(made.claims))
        case "edge":
            changed = replace(made, edges=_put_edges(diagram.edges, made.edges))
        case "parameter":
            changed = replace(made, parameters=tuple(dict(made.parameters).items()))
        case _:
            changed = made
    return _checked(changed)


def part_kind(text: str) -> str:
    """The kind of a part in the text format."""
    words = text.split(maxsplit=1)
    return "action" if words[:1] == ["abstract"] else "".join(words[:1])


def put_name(made: Diagram, kind: str) -> str | None:
    """The name of the part of this kind that was read last; None if it has none."""
    parts: dict[str, Sequence[Any]] = {
        "predicate": made.predicates,
        "action": made.actions,
        "ordering": made.orderings,
        "node": made.nodes,
        "claim": made.claims,
    }
    return str(parts[kind][-1].name) if kind in parts else None


def _put(items: tuple[T, ...]) -> tuple[T, ...]:
    """The items, the last of which replaces the one with its name."""
    *others, new = items
    places = [i for i, each in enumerate(others) if each.name == new.name]
    if not places:
        return items
    return tuple(new if i == places[0] else each for i, each in enumerate(others))


def _put_edges(old: tuple[Edge, ...], read: tuple[Edge, ...]) -> tuple[Edge, ...]:
    """The edges; new ones replace those between the same nodes."""
    new = read[len(old) :]
    if not new:
        return old
    ends = (new[0].source, new[0].target)
    places = [i for i, each in enumerate(old) if (each.source, each.target) == ends]
    first = places[0] if places else len(old)
    kept = [each for i, each in enumerate(old) if i not in places]
    return (*kept[:first], *new, *kept[first:])


def delete_part(diagram: Diagram, part: str, name: str) -> Diagram:
    """A diagram without a part, and without what mentions it, except claims."""
    match part:
        case "node":
            return op.delete_node(diagram, name)
        case "predicate":
            nodes = tuple(
                replace(n, literals=tuple(x for x in n.literals if x.predicate != name))
                for n in diagram.nodes
            )
            kept = tuple(p for p in diagram.predicates if p.name != name)
            return _checked(replace(diagram, nodes=nodes, predicates=kept))
        case "action":
            edges = tuple(
                replace(e, actions=tuple(a for a in e.actions if a != name))
                for e in diagram.edges
                if e.actions != (name,)
            )
            actions = tuple(a for a in diagram.actions if a.name != name)
            return _checked(replace(diagram, edges=_once(edges), actions=actions))
        case "ordering":
            orderings = tuple(o for o in diagram.orderings if o.name != name)
            edges = tuple(
                replace(e, annotations=tuple(a for a in e.annotations if a.ordering != name))
                for e in diagram.edges
            )
            return _checked(replace(diagram, edges=_once(edges), orderings=orderings))
        case "claim":
            return replace(diagram, claims=tuple(c for c in diagram.claims if c.name != name))
        case "parameter":
            rest = tuple(p for p in diagram.parameters if p[0] != name)
            return _checked(replace(diagram, parameters=rest))
        case "spec":
            return replace(diagram, spec=None)
        case _:
            raise ValueError(f"a diagram has no {part}")


def rename_part(diagram: Diagram, part: str, old: str, new: str) -> Diagram:
    """A diagram in which a part has another name, also where it is mentioned."""
    match part:
        case "node":
            return op.rename_node(diagram, old, new)
        case "predicate":
            return op.rename_predicate(diagram, old, new)
        case "action":
            return _rename_action(diagram, old, new)
        case "ordering":
            return _rename_ordering(diagram, old, new)
        case "claim":
            claims = (replace(c, name=new) if c.name == old else c for c in diagram.claims)
            return _checked(replace(diagram, claims=tuple(claims)))
        case _:
            raise ValueError(f"a {part} has no other name")


def _rename_action(diagram: Diagram, old: str, new: str) -> Diagram:
    """An action of the spec stays what it is: the new name stands for it."""

    def renamed(action: Action) -> Action:
        if action.name != old:
            return action
        text = action.text if action.text is not None or action.abstract else old
        return replace(action, name=new, text=text)

    edges = tuple(
        replace(e, actions=tuple(new if a == old else a for a in e.actions)) for e in diagram.edges
    )
    return _checked(replace(diagram, actions=_each(diagram.actions, renamed), edges=edges))


def _rename_ordering(diagram: Diagram, old: str, new: str) -> Diagram:
    def renamed(ordering: Ordering) -> Ordering:
        return replace(ordering, name=new) if ordering.name == old else ordering

    def mentioned(annotation: Annotation) -> Annotation:
        return replace(annotation, ordering=new) if annotation.ordering == old else annotation

    edges = tuple(replace(e, annotations=_each(e.annotations, mentioned)) for e in diagram.edges)
    return _checked(replace(diagram, orderings=_each(diagram.orderings, renamed), edges=edges))


def _each(items: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
    return tuple(change(each) for each in items)


def with_actions(diagram: Diagram, edge: Edge, actions: tuple[str, ...]) -> Diagram:
    """A diagram in which an edge has other actions."""
    changed = replace(edge, actions=actions)
    edges = tuple(changed if e == edge else e for e in diagram.edges)
    return _checked(replace(diagram, edges=_once(edges)))


def with_enabled(diagram: Diagram, action: str, nodes: list[str] | None) -> Diagram:
    """A diagram in which an action is surely enabled in these nodes; None: where it leaves."""
    if all(a.name != action for a in diagram.actions):
        message = f"action `{action}` is not declared in diagram `{diagram.name}`"
        raise SpecError(Diagnostic("diagram-unknown-name", message, None))
    enabled = None if nodes is None else tuple(nodes)
    return _checked(
        replace(
            diagram,
            actions=tuple(
                replace(a, enabled=enabled) if a.name == action else a for a in diagram.actions
            ),
        )
    )


def _once(edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
    return tuple(dict.fromkeys(edges))


def _checked(diagram: Diagram) -> Diagram:
    wrong = diagram_problems(diagram)
    if wrong:
        raise SpecError(*wrong)
    return diagram
