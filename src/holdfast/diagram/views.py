"""States and steps as a diagram sees them, and the conditions that they violate.

The truth values may come from any engine: columns over a state graph, or the interpreter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from holdfast.diagram.conditions import (
    Condition,
    edge_condition,
    fair_actions,
    used_orderings,
)
from holdfast.diagram.diagram import Diagram, Edge
from holdfast.diagram.meaning import Meaning
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.expr import Expr


@dataclass(frozen=True, slots=True)
class StateView:
    """A state: its nodes, the actions enabled there, the orderings whose terms are in domain."""

    nodes: frozenset[str]
    enabled: frozenset[str] = frozenset()
    ordered: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StepView:
    """A step: the nodes before and after it, its actions, and orderings that do not increase."""

    before: frozenset[str]
    after: frozenset[str]
    actions: frozenset[str]
    decreasing: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()


def initial_problems(view: StateView, diagram: Diagram) -> Iterator[Condition]:
    """The conditions that an initial state violates."""
    if not any(node.name in view.nodes for node in diagram.initial):
        yield Condition("O1")


def state_problems(view: StateView, diagram: Diagram) -> Iterator[Condition]:
    """The conditions that a state violates."""
    fair = fair_actions(diagram)
    for node in (n.name for n in diagram.nodes if n.name in view.nodes):
        for ordering in diagram.bounded_at(node) - view.ordered:
            yield Condition("O3", node, ordering=ordering, about="domain")
        for name in fair:
            if node in diagram.enabled_at(diagram.action(name)) and name not in view.enabled:
                yield Condition("O4b", node, name)


def step_problems(view: StepView, diagram: Diagram) -> Iterator[Condition]:
    """The conditions that a step violates; those of O2 have no action."""
    fair = frozenset(fair_actions(diagram))
    for node in (n.name for n in diagram.nodes if n.name in view.before):
        taken = [e for e in diagram.leaving(node) if _takes(view, e, fair)]
        still = node in view.after and not fair & view.actions
        if not taken and not still:
            yield Condition("O2", node)
        for edge in taken:
            yield from _increasing(view, edge)
        if still and all(edge.target != node for edge in taken):
            for ordering in diagram.bounded_at(node) - view.kept:
                yield Condition("O3", node, ordering=ordering, about="stutter")


def _takes(view: StepView, edge: Edge, fair: frozenset[str]) -> bool:
    """Whether a step satisfies all actions of an edge, and no fair action besides."""
    actions = frozenset(edge.actions)
    return (
        edge.target in view.after
        and actions <= view.actions
        and fair & view.actions == fair & actions
    )


def _increasing(view: StepView, edge: Edge) -> Iterator[Condition]:
    for a in edge.annotations:
        if a.ordering not in (view.decreasing if a.strict else view.kept):
            yield edge_condition(edge, a)


@dataclass(frozen=True, slots=True)
class Formulas:
    """The formulas of a diagram that views are made of, by the names of its elements."""

    nodes: Mapping[str, Expr]
    enabled: Mapping[str, Expr]
    ordered: Mapping[str, Expr]
    steps: Mapping[str, Expr]
    decreasing: Mapping[str, Expr]
    kept: Mapping[str, Expr]

    @staticmethod
    def of(meaning: Meaning) -> Formulas:
        """The formulas of a diagram."""
        used = used_orderings(meaning.diagram)
        measures = {name: meaning.measures[name] for name in used}
        where = meaning.where_bounded
        return Formulas(
            {n.name: meaning.node(n) for n in meaning.diagram.nodes},
            {name: a.enabled for name, a in meaning.actions.items()},
            {name: where(name, m.domain) for name, m in measures.items()},
            {name: a.step for name, a in meaning.actions.items()},
            {name: where(name, m.decreases) for name, m in measures.items()},
            {name: where(name, m.keeps) for name, m in measures.items()},
        )


class Viewer:
    """Views by the interpreter; raises EvalError where a formula cannot be evaluated."""

    def __init__(self, meaning: Meaning, machine: Machine) -> None:
        self.meaning = meaning
        self.machine = machine
        self.formulas = Formulas.of(meaning)

    def nodes_of(self, state: State) -> frozenset[str]:
        """The nodes of a state."""
        return self._true(self.formulas.nodes, state)

    def state(self, state: State) -> StateView:
        """The view of a state."""
        f = self.formulas
        return StateView(
            self.nodes_of(state), self._true(f.enabled, state), self._true(f.ordered, state)
        )

    def step(self, before: State, after: State) -> StepView:
        """The view of a step."""
        f, holds = self.formulas, self.machine.holds
        # A disabled action need not be defined for the values of the step.
        taken = (n for n in self._true(f.enabled, before) if holds(f.steps[n], before, after))
        return StepView(
            self.nodes_of(before),
            self.nodes_of(after),
            frozenset(taken),
            self._true(f.decreasing, before, after),
            self._true(f.kept, before, after),
        )

    def _true(
        self, formulas: Mapping[str, Expr], state: State, after: State | None = None
    ) -> frozenset[str]:
        return frozenset(n for n, e in formulas.items() if self.machine.holds(e, state, after))
