"""Support sets: for each lemma and action the lemmas that the step needs, as few as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.infer.cti import Finder
from holdfast.infer.graph import Node, ProofGraph
from holdfast.infer.result import Conjunct


def proof_graph(
    finder: Finder, conjuncts: Sequence[Conjunct], is_over: Callable[[], bool] = lambda: False
) -> ProofGraph | None:
    """The proof graph of an invariant, with support sets at the finder's sizes.

    None if the time is over before it is complete.
    """
    nodes = []
    for goal in conjuncts:
        for index, action in enumerate(finder.system.actions):
            if is_over():
                return None
            support = _support(finder, conjuncts, goal, index)
            if support:
                nodes.append(Node(goal.name, action.name, support))
    return ProofGraph({c.name: c.tla for c in conjuncts}, tuple(nodes))


def _support(
    finder: Finder, conjuncts: Sequence[Conjunct], goal: Conjunct, action: int
) -> tuple[str, ...]:
    """The other lemmas that a step of one action needs to keep the goal."""
    core = finder.core([c.expr for c in conjuncts], goal.expr, action)
    if core is None:
        return ()
    needed = [c for c in conjuncts if c.expr in core and c is not goal]
    for c in list(needed):
        fewer = [d for d in needed if d is not c]
        if finder.core([goal.expr, *(d.expr for d in fewer)], goal.expr, action) is not None:
            needed = fewer
    return tuple(c.name for c in needed)
