"""Support sets: for each lemma and action a minimal set of lemmas that the step needs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from holdfast.cancellation import OutOfTime, tick
from holdfast.infer.cti.cti import Finder, Kept
from holdfast.infer.result import Conjunct
from holdfast.infer.search.graph import Node, ProofGraph


def proof_graph(
    finder: Finder, conjuncts: Sequence[Conjunct], is_proved: bool = True
) -> ProofGraph:
    """The proof graph of an invariant, with support sets at the finder's sizes.

    Unless the invariant is proved, a node is open if its support is not known to be enough. Nodes
    that were not reached within the time limit are missing.
    """
    nodes: list[Node] = []
    try:
        for goal, (index, action) in product(conjuncts, enumerate(finder.system.actions)):
            tick()
            support = _support(finder, conjuncts, goal, index)
            if support is None and not is_proved:
                nodes.append(Node(goal.name, action.name, (), is_open=True))
            elif support:
                nodes.append(Node(goal.name, action.name, support))
    except OutOfTime:
        pass
    return ProofGraph({c.name: c.tla for c in conjuncts}, tuple(nodes))


def _support(
    finder: Finder, conjuncts: Sequence[Conjunct], goal: Conjunct, action: int
) -> tuple[str, ...] | None:
    """The other lemmas that a step of one action needs to keep the goal; None if that is open."""
    reply = finder.core([c.expr for c in conjuncts], goal.expr, action)
    if not isinstance(reply, Kept):
        return None
    needed = [c for c in conjuncts if c.expr in reply.core and c is not goal]
    for c in list(needed):
        fewer = [d for d in needed if d is not c]
        enough = finder.core([goal.expr, *(d.expr for d in fewer)], goal.expr, action)
        if isinstance(enough, Kept):
            needed = fewer
    return tuple(c.name for c in needed)
