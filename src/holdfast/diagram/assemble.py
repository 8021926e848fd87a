"""From a quotient to a diagram: names of nodes, edges, annotations and enabled sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Diagram,
    Edge,
    Fairness,
    Literal,
    Node,
)
from holdfast.diagram.quotient import Arrow, Cube, Quotient
from holdfast.ir.tla_text import unused

_LONGEST_NAME = 40
_MOST_LITERALS = 3


def assemble(
    frame: Diagram, quotient: Quotient, orderings: Sequence[str], dropped: Mapping[Arrow, int]
) -> Diagram:
    """The diagram of a quotient; `frame` has everything but nodes and edges.

    `orderings` are named by the bits of the annotations; those of the frame are shown, apart from
    the ones that are `dropped`. Actions of the frame get the nodes where they are enabled.
    """
    names = node_names(quotient.cubes)
    shown = {o.name for o in frame.orderings}
    bits = [(1 << i, name) for i, name in enumerate(orderings) if name in shown]
    nodes = tuple(
        Node(names[i], tuple(Literal(p, v) for p, v in cube.items()), i in quotient.initial)
        for i, cube in enumerate(quotient.cubes)
    )
    edges = []
    for arrow, (less, kept) in sorted(quotient.edges.items(), key=_place):
        source, actions, target = arrow
        usable = ~dropped.get(arrow, 0)
        annotations = tuple(
            Annotation(name, bool(less & bit)) for bit, name in bits if kept & usable & bit
        )
        edges.append(Edge(names[source], names[target], tuple(sorted(actions)), annotations))
    return replace(
        frame,
        nodes=nodes,
        edges=tuple(edges),
        actions=tuple(_with_enabled(a, quotient, names) for a in frame.actions),
    )


def _with_enabled(action: Action, quotient: Quotient, names: Sequence[str]) -> Action:
    if action.fairness is Fairness.NONE:
        return action
    nodes = sorted(quotient.enabled[action.name])
    return replace(action, enabled=tuple(names[i] for i in nodes))


def _place(item: tuple[Arrow, tuple[int, int]]) -> tuple[int, int, list[str]]:
    (source, actions, target), _ = item
    return source, target, sorted(actions)


def node_names(cubes: Sequence[Cube]) -> tuple[str, ...]:
    """A name for each cube: the fewest literals that no other satisfies, or a number."""
    found: list[str] = []
    for number, cube in enumerate(cubes, 1):
        others = [other for other in cubes if other is not cube]
        name = next(_telling_names(cube, others), f"node{number}")
        found.append(unused(name, found))
    return tuple(found)


def _telling_names(cube: Cube, others: Sequence[Cube]) -> Iterator[str]:
    """Short names made of literals that exclude all other cubes, the shortest lists first."""
    literals = sorted(cube.items(), key=lambda item: not item[1])
    for count in range(1, min(len(literals), _MOST_LITERALS) + 1):
        for chosen in combinations(literals, count):
            if all(any(other.get(p, v) != v for p, v in chosen) for other in others):
                name = "_".join(p if v else f"not_{p}" for p, v in chosen)
                if len(name) <= _LONGEST_NAME:
                    yield name
