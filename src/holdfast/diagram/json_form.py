"""Diagrams as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Claim,
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
from holdfast.diagram.well_formed import problems
from holdfast.source import Diagnostic, SpecError

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None


def diagrams_json(diagrams: Diagrams) -> dict[str, Json]:
    """Diagrams and refinements as JSON."""
    return {
        "diagrams": [diagram_json(each) for each in diagrams.diagrams],
        "refinements": [
            {"concrete": r.concrete, "abstract": r.abstract, "mapping": dict(r.mapping)}
            for r in diagrams.refinements
        ],
    }


def diagram_json(diagram: Diagram) -> dict[str, Json]:
    """A diagram as JSON."""
    return {
        "name": diagram.name,
        "spec": diagram.spec,
        "parameters": [{"name": name, "set": text} for name, text in diagram.parameters],
        "predicates": [{"name": p.name, "text": p.text} for p in diagram.predicates],
        "actions": [_action_json(each) for each in diagram.actions],
        "orderings": [
            {"name": o.name, "text": o.text, "order": o.order} for o in diagram.orderings
        ],
        "nodes": [_node_json(each) for each in diagram.nodes],
        "edges": [edge_json(each) for each in diagram.edges],
        "claims": [{"name": c.name, "text": c.text} for c in diagram.claims],
    }


def _action_json(action: Action) -> dict[str, Json]:
    return {
        "name": action.name,
        "fairness": action.fairness.value or None,
        "text": action.text,
        "enabled": None if action.enabled is None else list(action.enabled),
        "abstract": action.abstract,
    }


def _node_json(node: Node) -> dict[str, Json]:
    return {
        "name": node.name,
        "initial": node.initial,
        "literals": [{"predicate": x.predicate, "positive": x.positive} for x in node.literals],
    }


def edge_json(edge: Edge) -> dict[str, Json]:
    """An edge as JSON."""
    return {
        "source": edge.source,
        "target": edge.target,
        "actions": list(edge.actions),
        "annotations": [{"ordering": a.ordering, "strict": a.strict} for a in edge.annotations],
    }


def read_diagrams_json(data: Any) -> Diagrams:
    """The diagrams of `diagrams_json`; raises `SpecError` if something is missing or wrong."""
    try:
        found = Diagrams(
            tuple(_diagram(each) for each in data["diagrams"]),
            tuple(
                Refinement(r["concrete"], r["abstract"], MappingProxyType(dict(r["mapping"])))
                for r in data["refinements"]
            ),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"the JSON is not that of diagrams: {type(error).__name__} {error}"
        raise SpecError(Diagnostic("diagram-syntax", message, None)) from error
    wrong = problems(found)
    if wrong:
        raise SpecError(*wrong)
    return found


def _diagram(data: Any) -> Diagram:
    return Diagram(
        _text(data["name"]),
        tuple(Predicate(_text(p["name"]), _text(p["text"])) for p in data["predicates"]),
        tuple(_action(each) for each in data["actions"]),
        tuple(
            Ordering(_text(o["name"]), _text(o["text"]), _text(o["order"]))
            for o in data["orderings"]
        ),
        tuple(_node(each) for each in data["nodes"]),
        tuple(_edge(each) for each in data["edges"]),
        tuple(Claim(_text(c["name"]), _text(c["text"])) for c in data["claims"]),
        None if data["spec"] is None else _text(data["spec"]),
        tuple((_text(p["name"]), _text(p["set"])) for p in data["parameters"]),
    )


def _action(data: Any) -> Action:
    text, enabled = data["text"], data["enabled"]
    return Action(
        _text(data["name"]),
        Fairness(data["fairness"] or ""),
        None if text is None else _text(text),
        None if enabled is None else tuple(map(_text, enabled)),
        _flag(data["abstract"]),
    )


def _node(data: Any) -> Node:
    literals = tuple(Literal(_text(x["predicate"]), _flag(x["positive"])) for x in data["literals"])
    return Node(_text(data["name"]), literals, _flag(data["initial"]))


def _edge(data: Any) -> Edge:
    annotations = tuple(
        Annotation(_text(a["ordering"]), _flag(a["strict"])) for a in data["annotations"]
    )
    actions = tuple(map(_text, data["actions"]))
    return Edge(_text(data["source"]), _text(data["target"]), actions, annotations)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is not true or false")
    return value
