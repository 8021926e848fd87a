"""Runs of a diagram as a state graph, and claims on it.

A state of the graph is a node, a valuation of the predicates that a formula mentions (those unknown
in the node have any value), and the step that comes next: an edge, or staying in the node without
one. Fairness and orderings are acceptance conditions (`docs/decisions/0019-diagrams.md`), so that
the formula does not grow with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias, assert_never

from holdfast.cancellation import tick
from holdfast.check.liveness.branches import Branch, Condition, branches_of
from holdfast.check.liveness.formulas import (
    TRUE,
    Atom,
    Formula,
    atoms_of,
    disjunction,
    negation,
)
from holdfast.check.liveness.lassos import shortest_lasso
from holdfast.check.liveness.problem import Lasso, problem_of
from holdfast.diagram.atoms import At, Decreases, Fact, Holds, Rises, Taken, fact_of, formula_of
from holdfast.diagram.diagram import Action, Diagram, Edge, Fairness, Node
from holdfast.source import Diagnostic, Span, SpecError

MOST_STEPS = 3_000_000
"""The limit of steps of a product."""

Valuation: TypeAlias = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A state of a run and its next step; `edge` None: the run stays in the node without one."""

    node: Node
    valuation: Valuation
    edge: Edge | None

    @property
    def target(self) -> str:
        """The node after the step."""
        return self.node.name if self.edge is None else self.edge.target


@dataclass(frozen=True, slots=True)
class Run:
    """A lasso: after the last stage, the run goes on with stage `loop`."""

    stages: tuple[Stage, ...]
    loop: int

    @property
    def repeated(self) -> tuple[Stage, ...]:
        """The stages of the loop."""
        return self.stages[self.loop :]


def counterexample(diagram: Diagram, formula: Formula, span: Span | None = None) -> Run | None:
    """A shortest run of a diagram that violates a formula; None if all runs satisfy it."""
    facts = [fact_of(atom) for atom in atoms_of(formula)]
    graph = RunGraph(diagram, [f.predicate for f in facts if isinstance(f, Holds)], span)
    required = conditions(diagram)
    best: Lasso | None = None
    for branch in branches_of(negation(formula), span):
        fair = Branch(branch.rest, (*branch.conditions, *required))
        most = None if best is None else len(best.states)
        best = shortest_lasso(problem_of(fair, graph, span), graph, most) or best
    return None if best is None else graph.run(best)


def conditions(diagram: Diagram) -> tuple[Condition, ...]:
    """What runs of a diagram meet: its fairness, and that orderings are well-founded."""
    fair = (
        fairness_condition(a, diagram.enabled_at(a), a.fairness)
        for a in diagram.actions
        if a.fairness is not Fairness.NONE
    )
    orderings = (
        Condition(formula_of(Decreases(o.name)), formula_of(Rises(o.name)))
        for o in diagram.orderings
    )
    return (*fair, *orderings)


def fairness_condition(action: Action, enabled: Iterable[str], fairness: Fairness) -> Condition:
    """Fairness of an action that is enabled at some nodes."""
    taken = formula_of(Taken(action.name))
    at_enabled = disjunction(formula_of(At(node)) for node in sorted(enabled))
    match fairness:
        case Fairness.WEAK:
            return Condition(TRUE, disjunction((taken, negation(at_enabled))))
        case Fairness.STRONG:
            return Condition(at_enabled, taken)
        case Fairness.NONE:
            raise AssertionError("no fairness is no condition")
        case _:
            assert_never(fairness)


class RunGraph:
    """The runs of a diagram, as far as some predicates matter; see `Graph`."""

    stutters = False

    def __init__(
        self, diagram: Diagram, predicates: Iterable[str], span: Span | None = None
    ) -> None:
        self.diagram = diagram
        self.predicates = tuple(dict.fromkeys(predicates))
        first, others = diagram.initial, tuple(n for n in diagram.nodes if not n.initial)
        self.stages: list[Stage] = []
        self.of_node: dict[str, range] = {}
        for node in (*first, *others):
            start = len(self.stages)
            self.stages.extend(self._stages(node))
            self.of_node[node.name] = range(start, len(self.stages))
        self.initial = sum(len(self.of_node[node.name]) for node in first)
        self.first: list[int] = [0]
        self.target: Sequence[int] = self._targets(span)
        self._bounded = {node.name: diagram.bounded_at(node.name) for node in diagram.nodes}

    def _stages(self, node: Node) -> Iterator[Stage]:
        known = [(p, node.value(p)) for p in self.predicates]
        choices = [((p, v),) if v is not None else ((p, False), (p, True)) for p, v in known]
        steps = (*self.diagram.leaving(node.name), None)
        for valuation in product(*choices):
            for edge in steps:
                yield Stage(node, valuation, edge)

    def _targets(self, span: Span | None) -> list[int]:
        found: list[int] = []
        for stage in self.stages:
            tick()
            found.extend(self.of_node[stage.target])
            self.first.append(len(found))
            if len(found) > MOST_STEPS:
                message = f"the product with the diagram has more than {MOST_STEPS:,} steps"
                raise SpecError(Diagnostic("temporal-unsupported", message, span))
        return found

    @property
    def states(self) -> int:
        """The number of stages."""
        return len(self.stages)

    @property
    def steps(self) -> int:
        """The number of steps between them."""
        return len(self.target)

    def bits(self, atom: Atom) -> int:
        """The stages for which an atom is true."""
        fact = fact_of(atom)
        digits = ["01"[self._holds(fact, stage)] for stage in reversed(self.stages)]
        return int("".join(digits) or "0", 2)

    def _holds(self, fact: Fact, stage: Stage) -> bool:
        match fact:
            case Holds(predicate):
                return (predicate, True) in stage.valuation
            case At(node):
                return stage.node.name == node
            case Taken(action):
                return stage.edge is not None and action in stage.edge.actions
            case Decreases(ordering):
                return stage.edge is not None and any(
                    a.ordering == ordering and a.strict for a in stage.edge.annotations
                )
            case Rises(ordering):
                if stage.edge is None:
                    return ordering not in self._bounded[stage.node.name]
                return all(a.ordering != ordering for a in stage.edge.annotations)
            case _:
                assert_never(fact)

    def run(self, lasso: Lasso) -> Run:
        """A lasso as a run."""
        return Run(tuple(self.stages[i] for i in lasso.states), lasso.loop)
