"""A diagram from classes of states: what a state graph shows, to be proved."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.diagram.diagram import Action, Diagram, Edge, Literal, Node, Predicate

_TERM = re.compile(r"[\w!.]+([(\[][^()\[\]]*[)\]])*")
"""An expression that needs no parentheses before `=`: a name, perhaps with arguments."""
_LONGEST = 40


def diagram_of_classes(
    name: str, classes: Sequence[Mapping[str, Any]], edges: Sequence[Mapping[str, Any]]
) -> Diagram:
    """A node for each class, with an equation for each expression; an edge for each action.

    Classes have an `id`, `values` of expressions as texts, and `initial`, whether an initial state
    is in it; edges have `from`, `to` and the names of `actions`.
    """
    names: dict[Any, str] = {}
    for each in classes:
        names[each["id"]] = _fresh(_name(each["values"].values()), set(names.values()))
    texts = {each["id"]: [_equation(e, v) for e, v in each["values"].items()] for each in classes}
    used = dict.fromkeys(text for own in texts.values() for text in own)
    made = [(e["from"], e["to"], action) for e in edges for action in e["actions"]]
    return Diagram(
        name,
        tuple(Predicate(text, text) for text in used),
        tuple(Action(action) for action in dict.fromkeys(action for _, _, action in made)),
        nodes=tuple(
            Node(names[each["id"]], tuple(map(Literal, texts[each["id"]])), bool(each["initial"]))
            for each in classes
        ),
        edges=tuple(Edge(names[a], names[b], (action,)) for a, b, action in made),
    )


def _equation(expression: str, value: str) -> str:
    left = expression if _TERM.fullmatch(expression) else f"({expression})"
    return f"{left} = {value}"


def _name(values: Any) -> str:
    """A name that tells the values, as far as that is short."""
    words = "_".join(word for value in values for word in re.findall(r"\w+", str(value)))
    short = words[:_LONGEST].strip("_") or "Class"
    return short if short[0].isalpha() else f"N{short}"


def _fresh(name: str, taken: set[str]) -> str:
    number, found = 2, name
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found
