"""Temporal formulas about the states and steps of one graph, and their truth on a lasso.

States are numbers. An atom is the set of the states, or of the steps, where it is true, so that
nothing is left to evaluate. WF and SF are spelled out by those who make formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never


@dataclass(frozen=True, slots=True)
class Graph:
    """States 0, 1 ... below `size`; `steps` has the stuttering steps that are possible, too."""

    size: int
    initial: frozenset[int]
    steps: frozenset[tuple[int, int]]


def graph(size: int, initial: Sequence[int], steps: Sequence[tuple[int, int]]) -> Graph:
    """A graph in which every state may stutter."""
    stuttering = ((s, s) for s in range(size))
    return Graph(size, frozenset(initial), frozenset((*steps, *stuttering)))


def maximal_graph(size: int, initial: Sequence[int], steps: Sequence[tuple[int, int]]) -> Graph:
    """A graph in which only states without successors stutter."""
    stuck = set(range(size)) - {s for s, _ in steps}
    return Graph(size, frozenset(initial), frozenset((*steps, *((s, s) for s in stuck))))


@dataclass(frozen=True, slots=True)
class Now:
    """The behaviour starts in one of these states."""

    states: frozenset[int]


@dataclass(frozen=True, slots=True)
class Step:
    """The behaviour starts with one of these steps."""

    steps: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Not:
    """`~F`."""

    body: Formula


@dataclass(frozen=True, slots=True)
class And:
    """`F /\\ G ...`; without parts it is true."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """`F \\/ G ...`; without parts it is false."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Always:
    """`[]F`."""

    body: Formula


@dataclass(frozen=True, slots=True)
class Eventually:
    """`<>F`."""

    body: Formula


@dataclass(frozen=True, slots=True)
class Until:
    """`F U G`."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Next:
    """`X F`."""

    body: Formula


Formula: TypeAlias = Now | Step | Not | And | Or | Always | Eventually | Until | Next


def implies(left: Formula, right: Formula) -> Formula:
    """`F => G`."""
    return Or((Not(left), right))


def equivalent(left: Formula, right: Formula) -> Formula:
    """`F <=> G`."""
    return And((implies(left, right), implies(right, left)))


def leads_to(left: Formula, right: Formula) -> Formula:
    """`F ~> G`."""
    return Always(implies(left, Eventually(right)))


def weak_until(left: Formula, right: Formula) -> Formula:
    """`F W G`."""
    return Or((Until(left, right), Always(left)))


def release(left: Formula, right: Formula) -> Formula:
    """`F R G`."""
    return Not(Until(Not(left), Not(right)))


@dataclass(frozen=True, slots=True)
class Lasso:
    """The behaviour `states` whose last state is followed by `states[loop]`, for ever."""

    states: tuple[int, ...]
    loop: int

    def __len__(self) -> int:
        return len(self.states)

    def after(self, position: int) -> int:
        """The position after another."""
        return self.loop if position == len(self.states) - 1 else position + 1

    def future(self, position: int) -> range:
        """The positions that come from one on; all of the loop are among them."""
        return range(min(position, self.loop), len(self.states))


def is_behaviour(lasso: Lasso, graph: Graph) -> bool:
    """Whether a lasso starts in an initial state and takes steps of a graph only."""
    steps = ((s, lasso.states[lasso.after(i)]) for i, s in enumerate(lasso.states))
    return lasso.states[0] in graph.initial and all(step in graph.steps for step in steps)


def holds(formula: Formula, lasso: Lasso, position: int = 0) -> bool:
    """Whether a formula is true of what a lasso does from a position on."""
    match formula:
        case Now(states):
            return lasso.states[position] in states
        case Step(steps):
            return (lasso.states[position], lasso.states[lasso.after(position)]) in steps
        case Not(body):
            return not holds(body, lasso, position)
        case And(parts):
            return all(holds(part, lasso, position) for part in parts)
        case Or(parts):
            return any(holds(part, lasso, position) for part in parts)
        case Always(body):
            return all(holds(body, lasso, later) for later in lasso.future(position))
        case Eventually(body):
            return any(holds(body, lasso, later) for later in lasso.future(position))
        case Next(body):
            return holds(body, lasso, lasso.after(position))
        case Until(left, right):
            for _ in range(2 * len(lasso)):
                if holds(right, lasso, position):
                    return True
                if not holds(left, lasso, position):
                    return False
                position = lasso.after(position)
            return False
        case _:
            assert_never(formula)
