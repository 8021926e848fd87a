"""A counterexample evaluated again: whether it is a run, and violates the formula.

This reads the definition of a run directly, without the product and its conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.check.liveness.formulas import Atom, Formula
from holdfast.check.liveness.word import LassoWord
from holdfast.diagram.atoms import At, Decreases, Holds, Rises, Taken, fact_of
from holdfast.diagram.diagram import Action, Diagram, Fairness
from holdfast.diagram.product import Run, Stage


class WrongRun(Exception):
    """A run that is not a counterexample: a bug of ours."""


class RunWord(LassoWord):
    """A run as a sequence of valuations."""

    def __init__(self, run: Run) -> None:
        super().__init__(len(run.stages), run.loop)
        self.stages = run.stages

    def truth(self, atom: Atom) -> list[bool]:
        """Whether an atom is true, by position."""
        fact = fact_of(atom)
        match fact:
            case Holds(predicate):
                return [dict(stage.valuation)[predicate] for stage in self.stages]
            case At(node):
                return [stage.node.name == node for stage in self.stages]
            case Taken(action):
                return [_takes(stage, action) for stage in self.stages]
            case Decreases() | Rises():
                raise AssertionError("claims and fairness are not about orderings")
            case _:
                assert_never(fact)


def verify(diagram: Diagram, formula: Formula, run: Run) -> Run:
    """The run, if it is one of the diagram and violates the formula."""
    for wrong in _problems(diagram, formula, run):
        raise WrongRun(f"the counterexample is wrong: {wrong}")
    return run


def forbidding_fairness(run: Run, action: Action, enabled: frozenset[str]) -> Fairness | None:
    """The weakest fairness of an action that forbids a run; None if none does."""
    if any(_takes(stage, action.name) for stage in run.repeated):
        return None
    at_enabled = [stage.node.name in enabled for stage in run.repeated]
    if not any(at_enabled):
        return None
    return Fairness.WEAK if all(at_enabled) else Fairness.STRONG


def _problems(diagram: Diagram, formula: Formula, run: Run) -> Iterator[str]:
    stages = run.stages
    if not stages[0].node.initial:
        yield "it does not begin at an initial node"
    for i, stage in enumerate(stages):
        if stage.edge is not None and stage.edge not in diagram.edges:
            yield "a step is no edge"
        if stage.edge is not None and stage.edge.source != stage.node.name:
            yield "an edge does not leave the node"
        following = stages[i + 1] if i + 1 < len(stages) else stages[run.loop]
        if stage.target != following.node.name:
            yield "a step does not lead to the next node"
        for literal in stage.node.literals:
            if (literal.predicate, not literal.positive) in stage.valuation:
                yield f"a state does not satisfy node {stage.node.name}"
    for action in diagram.actions:
        forbidden = forbidding_fairness(run, action, diagram.enabled_at(action))
        strengths = [Fairness.NONE, Fairness.WEAK, Fairness.STRONG]
        if forbidden and strengths.index(action.fairness) >= strengths.index(forbidden):
            yield f"it is not fair to {action.name}"
    for ordering in diagram.orderings:
        if _decreases_forever(diagram, run, ordering.name):
            yield f"{ordering.name} decreases for ever"
    if RunWord(run).holds(formula):
        yield "it satisfies the formula"


def _decreases_forever(diagram: Diagram, run: Run, ordering: str) -> bool:
    decreases = False
    for stage in run.repeated:
        if stage.edge is None:
            kept = ordering in diagram.bounded_at(stage.node.name)
        else:
            kept = any(a.ordering == ordering for a in stage.edge.annotations)
            decreases |= any(a.ordering == ordering and a.strict for a in stage.edge.annotations)
        if not kept:
            return False
    return decreases


def _takes(stage: Stage, action: str) -> bool:
    return stage.edge is not None and action in stage.edge.actions
