"""The definition of a search with transient states, on graphs, by naive enumeration of paths."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.transient.graphs import Edge, Graph


@dataclass(slots=True)
class Outcome:
    """What a search finds that goes on after violations.

    `states` are in the order of discovery, `levels` by state. `first` has for each property that
    is violated the number of states on the trace to its first violation, transient ones included.
    """

    states: list[int] = field(default_factory=list)
    levels: dict[int, int] = field(default_factory=dict)
    generated: int = 0
    violations: Counter[str] = field(default_factory=Counter)
    first: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Visit:
    """A state that a path leads to; `length` is that of the path; `edge` leads to the state."""

    state: int
    length: int
    edge: Edge | None
    proper: bool


def visits(graph: Graph, state: int, edge: Edge | None, passed: tuple[int, ...]) -> Iterator[Visit]:
    """The visit of a state, and those behind it if it is transient."""
    length = len(passed) + 1
    steps = graph.steps(state)
    proper = state not in graph.transient
    yield Visit(state, length, edge, proper)
    if proper or state in passed:
        return
    if not steps:
        yield Visit(state, length, None, True)
    for step in steps:
        yield from visits(graph, step.target, step, (*passed, state))


def judge(graph: Graph, deadlock: bool = True) -> Outcome:
    """The outcome of a search."""
    found = Outcome()
    queue: deque[int] = deque()
    lengths: dict[int, int] = {}

    def violated(name: str, length: int) -> None:
        found.violations[name] += 1
        found.first.setdefault(name, length)

    def meet(visit: Visit, level: int, before: int) -> None:
        length = before + visit.length
        for name in sorted(visit.edge.broken if visit.edge else ()):
            violated(name, length)
        if not visit.proper:
            return
        found.generated += 1
        new = visit.state not in found.levels
        if new and visit.state not in graph.outside:
            found.states.append(visit.state)
            found.levels[visit.state] = level
            lengths[visit.state] = length
            queue.append(visit.state)
        if new and visit.state in graph.bad:
            violated("Good", length)

    for state in graph.initial:
        for visit in visits(graph, state, None, ()):
            meet(visit, 1, 0)
    while queue:
        state = queue.popleft()
        steps = graph.steps(state)
        for step in steps:
            for visit in visits(graph, step.target, step, ()):
                meet(visit, found.levels[state] + 1, lengths[state])
        if not steps and deadlock and state not in graph.may_end:
            violated("deadlock", lengths[state])
    return found
