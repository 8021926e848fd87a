"""The data of state graphs that the studio's page reads: plain JSON, as in `wire.py`."""

from __future__ import annotations

from typing import TypedDict


class EdgeAction(TypedDict):
    """The steps of an action along an edge; `total` if every state of the class has one."""

    name: str
    steps: int
    states: int
    total: bool


class LabelPlace(TypedDict):
    """The middle of the label of an edge."""

    x: float
    y: float


Edge = TypedDict(
    "Edge",
    {
        "from": int,
        "to": int,
        "actions": list[EdgeAction],
        "points": list[tuple[float, float]],
        "label": LabelPlace | None,
    },
)
"""The steps between two nodes; `points` are the start and three for each cubic piece."""


class Node(TypedDict):
    """A class of states, or, where a class is opened, one state of it."""

    id: int
    label: str
    lines: list[str]
    values: dict[str, str]
    states: int
    initial: int
    violating: dict[str, int]
    opened: int | None
    state: str | None
    x: float
    y: float
    width: float
    height: float


class Graph(TypedDict):
    """A quotient of the state graph.

    If it is too big for a drawing, `nodes` is empty and `table` has the nodes, at most 1,000, with
    places that are zero. `problem` says why there is no graph, or what is missing in it.
    """

    states: int
    steps: int
    complete: bool
    by: list[str]
    open: list[int]
    candidates: list[str]
    invariants: list[str]
    nodes: list[Node]
    edges: list[Edge]
    classes: int
    width: float
    height: float
    table: list[Node] | None
    problem: str | None


class Range(TypedDict):
    """The values of a variable, or of a part of it, in a class of states."""

    place: str
    text: str
    count: int


class StepsOut(TypedDict):
    """The steps of an action out of a class: to which node, how many, from how many states."""

    action: str
    to: int
    steps: int
    states: int


class ClassPanel(TypedDict):
    """A class of states in detail; `path` leads to its nearest state."""

    id: int
    states: int
    initial: int
    values: dict[str, str]
    ranges: list[Range]
    steps: list[StepsOut]
    invariants: dict[str, int]
    path: list[str]
