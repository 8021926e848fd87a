"""The proof graph of an inferred invariant as prose, for a reviewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.infer.result import Conjunct, Inferred
from holdfast.infer.search.graph import Node, ProofGraph
from holdfast.ir.body import walk_body
from holdfast.ir.system import Action, Assign, AssignFrom
from holdfast.ir.tla_text import formula_text
from holdfast.report.layout import Look
from holdfast.verdict import Proved


def explain(result: Inferred, look: Look) -> str:
    """For each lemma: which steps need it, and why every step preserves it."""
    graph = result.graph
    if graph is None or not result.invariant:
        return "There is no proof graph to explain."
    facts = _Facts(result, graph)
    parts = [_opening(result)]
    ranks = graph.ranks()
    for c in sorted(result.invariant, key=lambda c: ranks.get(c.name, 0)):
        parts.append("\n".join(facts.about(c, look)))
    return "\n\n".join(parts)


def _opening(result: Inferred) -> str:
    name, verdict = result.property, result.verdict
    if not isinstance(verdict, Proved):
        return f"Why {name} may hold. This is not a proof: some steps below are open."
    where = "for all sizes" if verdict.scope == "all sizes" else f"for {verdict.scope}"
    given = f", assuming {_listed(result.assumed)}" if result.assumed else ""
    return (
        f"Why {name} holds {where}{given}: it and the lemmas below are true initially, and every"
        " step from a state in which all of them are true leads to such a state."
    )


class _Facts:
    """What is known about steps and lemmas."""

    def __init__(self, result: Inferred, graph: ProofGraph) -> None:
        self.graph = graph
        self.proved = isinstance(result.verdict, Proved)
        self.reads: dict[str, frozenset[str]] = {}
        self.changed: dict[str, frozenset[str]] = {}
        for each in () if result.proof is None else result.proof.obligations:
            obligation = each.obligation
            if obligation.conjunct is not None:
                known = self.reads.get(obligation.lemma, frozenset())
                self.reads[obligation.lemma] = known | obligation.conjunct.variables
            if obligation.rule is not None:
                known = self.changed.get(obligation.action, frozenset())
                self.changed[obligation.action] = known | _changed_by(obligation.rule)

    def about(self, c: Conjunct, look: Look) -> Iterator[str]:
        """The paragraph of one lemma."""
        text = "" if c.tla == c.name else f": {formula_text(c.expr, look.notation)}"
        yield f"{look.paint('strong', c.name)}{text}"
        yield from (f"  {line}" for line in self._uses(c.name))
        own = [n for n in self.graph.nodes if n.lemma == c.name]
        yield from (f"  {_reason(node)}" for node in own)
        yield from (f"  {line}" for line in self._alone(c.name, own))

    def _uses(self, name: str) -> Iterator[str]:
        """Which lemmas need this one, and for the steps of which actions."""
        needed: dict[str, list[str]] = {}
        for node in self.graph.nodes:
            if name in node.support:
                needed.setdefault(node.lemma, []).append(node.action)
        for lemma, actions in needed.items():
            yield f"It is needed so that {_listed(actions, 'or')} cannot break {lemma}."

    def _alone(self, name: str, own: Sequence[Node]) -> Iterator[str]:
        """The actions that preserve a lemma without any other."""
        if not self.proved or not self.changed:
            return
        others = [a for a in self.changed if all(n.action != a for n in own)]
        reads = self.reads.get(name, frozenset())
        distant = [a for a in others if reads and reads.isdisjoint(self.changed[a])]
        near = [a for a in others if a not in distant]
        if near:
            verb = "preserves" if len(near) == 1 else "preserve"
            yield f"{_listed(near)} {verb} it without any other lemma."
        if distant:
            verb = "does" if len(distant) == 1 else "do"
            yield f"{_listed(distant)} {verb} not change what it is about."


def _reason(node: Node) -> str:
    if node.is_open:
        return f"Open: whether {node.action} preserves it."
    return f"{node.action} preserves it because {_listed(node.support)} held before the step."


def _listed(names: Sequence[str], last: str = "and") -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def _changed_by(action: Action) -> frozenset[str]:
    """The variables that an action assigns, apart from those that it leaves unchanged."""
    return frozenset(
        part.variable for part in walk_body(action.body) if isinstance(part, Assign | AssignFrom)
    )
