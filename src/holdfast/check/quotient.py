"""The quotient of a state graph: states with equal values of some expressions are one class."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from holdfast.cancellation import Cancellation, Interruption, ctrl_c_cancels, running, tick
from holdfast.check.check import check
from holdfast.check.engine import SearchObserver, SearchOptions
from holdfast.check.evaluate import outcome
from holdfast.check.unjudged import unjudged, unused_reductions
from holdfast.interp.machine import Machine
from holdfast.ir.expr import Expr
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Answer, Graph, Unknown


@dataclass(frozen=True, slots=True)
class StateClass:
    """States in which the expressions have these values: how many, and how many initial ones."""

    values: tuple[Value, ...]
    states: int
    initial: int


@dataclass(frozen=True, slots=True)
class ClassEdge:
    """The steps of an action from one class to another.

    `steps` is their number, `states` how many states of the source have one.
    """

    source: int
    target: int
    action: str
    steps: int
    states: int


@dataclass(frozen=True, slots=True)
class Quotient:
    """Classes in the order in which a search finds them, and the edges between them."""

    classes: tuple[StateClass, ...] = ()
    edges: tuple[ClassEdge, ...] = ()

    def is_total(self, edge: ClassEdge) -> bool:
        """Whether every state of the source has a step of the edge."""
        return edge.states == self.classes[edge.source].states


def quotient(
    system: System,
    expressions: Sequence[Expr],
    options: SearchOptions,
    observer: SearchObserver | None = None,
    cancellation: Cancellation | None = None,
) -> tuple[Answer, Quotient]:
    """Explore a system without judging it, and group its states by some expressions.

    Raises SpecError if an expression cannot be evaluated in a reachable state.
    """
    notes = unused_reductions(system, "states are grouped as they are")
    system, token, started = unjudged(system), cancellation or Cancellation(), time.monotonic()
    answer = check(system, replace(options, keep_graph=True), observer, token)
    graph = answer.graph
    answer = replace(answer, graph=None, warnings=(*notes, *answer.warnings))
    if graph is None:
        return answer, Quotient()
    limit = options.limits.seconds
    left = None if limit is None else max(started + limit - time.monotonic(), 1.0)
    try:
        with ctrl_c_cancels(token), running(token, seconds=left):
            found = group_states(graph, _values(system, expressions, graph))
    except Interruption as stop:
        reason = "stopped while the states were grouped"
        return replace(answer, verdict=Unknown(cause=stop.cause, reason=reason)), Quotient()
    return replace(answer, seconds=time.monotonic() - started), found


def _values(system: System, expressions: Sequence[Expr], graph: Graph) -> list[tuple[Value, ...]]:
    """The values of the expressions in each state."""
    machine, found = Machine(system), []
    for state in graph.states:
        tick()
        values = []
        for each in expressions:
            value = outcome(machine, each, state)
            if isinstance(value, Diagnostic):
                raise SpecError(value)
            values.append(value)
        found.append(tuple(values))
    return found


def group_states(graph: Graph, values: Sequence[tuple[Value, ...]]) -> Quotient:
    """The quotient of a graph, given the values of the expressions in each state."""
    number: dict[tuple[Value, ...], int] = {}
    of_state = [number.setdefault(each, len(number)) for each in values]
    states, initial = [0] * len(number), [0] * len(number)
    for own in of_state:
        states[own] += 1
    for state in graph.initial:
        initial[of_state[state]] += 1
    steps: dict[tuple[int, int, str], int] = {}
    leaving: dict[tuple[int, int, str], set[int]] = {}
    for source, target, action in graph.edges:
        edge = of_state[source], of_state[target], action
        steps[edge] = steps.get(edge, 0) + 1
        leaving.setdefault(edge, set()).add(source)
    edges = (ClassEdge(*edge, count, len(leaving[edge])) for edge, count in steps.items())
    return Quotient(
        tuple(StateClass(each, states[i], initial[i]) for each, i in number.items()),
        tuple(edges),
    )
