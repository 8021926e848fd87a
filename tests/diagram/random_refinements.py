"""Random changes of random diagrams that may be refinements of them.

python -m tests.diagram.random_refinements 0 2000      claims carry over to what refines

If the conditions hold, every claim about the abstract diagram must hold of the concrete one.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from types import MappingProxyType

from holdfast.diagram.claims import read_formula
from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Diagram,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Node,
    Predicate,
    Refinement,
)
from holdfast.diagram.operations import split_node
from holdfast.diagram.product import counterexample
from holdfast.diagram.refinement import check_refinement
from tests.diagram.random_diagrams import moments_of, random_claim, random_diagram


def concrete_of(random: Random, abstract: Diagram) -> tuple[Diagram, dict[str, str]]:
    """A diagram with nodes split and other changes, and what its nodes were."""
    extended = replace(abstract, predicates=(*abstract.predicates, Predicate("New", "New")))
    mapping = {n.name: n.name for n in abstract.nodes}
    for name in [n.name for n in abstract.nodes if random.random() < 0.4]:
        made = split_node(extended, name, "New", (f"{name}a", f"{name}b"))
        extended = made.diagram
        mapping = {n: mapping[old] for n, old in made.mapping.items()}
    if random.random() < 0.5:
        extended = replace(extended, actions=(*extended.actions, Action("More", Fairness.WEAK)))
    edges = [e for e in extended.edges if random.random() < 0.8]
    edges = [_changed(random, extended, e) for e in edges]
    extended = replace(extended, name="Concrete", edges=tuple(dict.fromkeys(edges)))
    fair = tuple(_fairness(random, a) for a in extended.actions)
    nodes = tuple(_node(random, n) for n in extended.nodes)
    some_initial = nodes if any(n.initial for n in nodes) else extended.nodes
    return replace(extended, actions=fair, nodes=some_initial), mapping


def _node(random: Random, node: Node) -> Node:
    kind = random.random()
    if kind < 0.06:
        return replace(node, initial=not node.initial)
    if kind < 0.12:
        return replace(node, literals=node.literals[1:])
    free = [p for p in ("P", "Q", "New") if node.value(p) is None]
    if kind < 0.25 and free:
        literal = Literal(random.choice(free), random.random() < 0.5)
        return replace(node, literals=(*node.literals, literal))
    return node


def _changed(random: Random, diagram: Diagram, edge: Edge) -> Edge:
    kind = random.random()
    if kind < 0.1 and diagram.orderings:
        fresh = Annotation(random.choice(diagram.orderings).name)
        rest = tuple(a for a in edge.annotations if a.ordering != fresh.ordering)
        return replace(edge, annotations=(*rest, fresh))
    if kind < 0.15:
        return replace(edge, annotations=edge.annotations[1:])
    if kind < 0.2 and diagram.actions:
        return replace(edge, actions=(random.choice(diagram.actions).name,))
    if kind < 0.25:
        return replace(edge, target=random.choice(diagram.nodes).name)
    return edge


def _fairness(random: Random, action: Action) -> Action:
    kind = random.random()
    if kind < 0.15:
        return replace(action, fairness=random.choice(list(Fairness)))
    if kind < 0.25:
        return replace(action, enabled=None)
    return action


def disagreement(seed: int) -> tuple[str, str | None]:
    """The status of a refinement, and a claim that it does not preserve."""
    random = Random(seed)
    abstract = random_diagram(random, 4)
    concrete, mapping = concrete_of(random, abstract)
    refinement = Refinement("Concrete", abstract.name, MappingProxyType(mapping))
    refined = check_refinement(Diagrams((concrete, abstract), (refinement,)), refinement)
    kept = 0
    if refined.status == "holds":
        for _ in range(8):
            text, _ = random_claim(random, abstract, moments_of(abstract), 2)
            above = counterexample(abstract, read_formula(abstract, text))
            if above is not None:
                continue
            kept += 1
            below = read_formula(concrete, _below(text, mapping))
            if counterexample(concrete, below) is not None:
                return "wrong", f"seed {seed}: {text}\n{abstract}\n{concrete}\n{mapping}"
    return f"{refined.status}{' with claims' if kept else ''}", None


def _below(text: str, mapping: dict[str, str]) -> str:
    """A claim about the abstract diagram, over the nodes of the concrete one."""

    def parts(found: re.Match[str]) -> str:
        names = [n for n, image in mapping.items() if image == found[1]]
        return "(" + " \\/ ".join(f"at({n})" for n in names) + ")"

    return re.sub(r"at\((\w+)\)", parts, text)


def main() -> int:
    """Try the seeds that the command line names."""
    first, count = int(sys.argv[1]), int(sys.argv[2])
    statuses: Counter[str] = Counter()
    for seed in range(first, first + count):
        status, wrong = disagreement(seed)
        statuses[status] += 1
        if wrong is not None:
            sys.stdout.write(f"{wrong}\n")
    sys.stdout.write(f"{dict(statuses)}\n")
    return 1 if statuses["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
