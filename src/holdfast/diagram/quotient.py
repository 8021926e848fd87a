"""The quotient of an instance: its states grouped by predicates, and the edges between groups.

A group is a cube: the values of some predicates. Cubes may leave predicates open, but every state
is in exactly one of them. So every step has one edge, and the diagram covers every behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from holdfast.diagram.explicit import Instance, places

Cube: TypeAlias = Mapping[str, bool]
Arrow: TypeAlias = tuple[int, frozenset[str], int]
"""An edge: a node, the actions of its steps, a node."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """Nodes by number: their cubes and states, and the edges with the orderings on them.

    `edges` has, as bits, the orderings that decrease on all steps of an edge, and those that
    increase on none. `enabled` are the nodes where an action is enabled in all states.
    """

    cubes: tuple[Cube, ...]
    members: tuple[int, ...]
    initial: frozenset[int]
    edges: Mapping[Arrow, tuple[int, int]]
    enabled: Mapping[str, frozenset[int]]


def members_of(cube: Cube, instance: Instance) -> int:
    """The states in a cube."""
    found = instance.everything
    for predicate, value in cube.items():
        bits = instance.truth[predicate]
        found &= bits if value else ~bits
    return found


def valuations(instance: Instance, predicates: Sequence[str]) -> tuple[Cube, ...]:
    """The complete valuations of some predicates that occur, in order of their first states."""
    groups: list[tuple[Cube, int]] = [(MappingProxyType({}), instance.everything)]
    for predicate in predicates:
        bits = instance.truth[predicate]
        split: list[tuple[Cube, int]] = []
        for cube, states in groups:
            for value, part in ((True, states & bits), (False, states & ~bits)):
                if part:
                    split.append((MappingProxyType({**cube, predicate: value}), part))
        groups = split
    groups.sort(key=lambda group: group[1] & -group[1])
    return tuple(cube for cube, _ in groups)


def quotient(instance: Instance, cubes: Iterable[Cube]) -> Quotient:
    """The quotient by cubes; every state must be in exactly one of them."""
    cubes = tuple(cubes)
    members = tuple(members_of(cube, instance) for cube in cubes)
    home = [-1] * instance.states
    for number, states in enumerate(members):
        for state in places(states):
            assert home[state] < 0, "a state is in one cube only"
            home[state] = number
    assert -1 not in home, "every state is in a cube"
    edges: dict[Arrow, tuple[int, int]] = {}
    for source, actions, target, less, bounded in instance.moves:
        arrow = home[source], actions, home[target]
        known = edges.get(arrow)
        edges[arrow] = (less, bounded) if known is None else (known[0] & less, known[1] & bounded)
    for arrow, (less, bounded) in edges.items():
        inside = ~_outside(instance, members[arrow[0]])
        edges[arrow] = less & inside, bounded & inside
    initial = frozenset(home[state] for state in places(instance.initial))
    enabled = {
        action: frozenset(n for n, states in enumerate(members) if not states & ~bits)
        for action, bits in instance.enabled.items()
    }
    return Quotient(cubes, members, initial, edges, enabled)


def _outside(instance: Instance, states: int) -> int:
    """The orderings whose terms are outside their orders in some of the states, as bits."""
    return sum(1 << i for i, bits in enumerate(instance.outside) if bits & states)
