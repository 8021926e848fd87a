"""Random small diagrams and claims, and a slow judge of them.

The judge spells out fairness and orderings as temporal formulas, as the first tools for diagrams
did, and searches the explicit product of `tests/liveness`.

python -m tests.diagram.random_diagrams 0 500      compare claims with the judge
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from random import Random

from holdfast.diagram.claims import read_claim
from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Claim,
    Diagram,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
)
from holdfast.diagram.product import counterexample
from holdfast.diagram.run_word import verify
from tests.liveness import formula as ltl
from tests.liveness.judge import shortest_lasso

NAMES = ("A", "B", "C")
PREDICATES = ("P", "Q")
ORDERINGS = ("s", "t")


@dataclass(frozen=True)
class Moment:
    """A state of a run: the node, the true predicates, and the edge that is next, if any."""

    node: str
    true: frozenset[str]
    edge: Edge | None


@dataclass(frozen=True)
class Case:
    """A diagram whose only claim is judged; `shortest` is the length of a counterexample."""

    seed: int
    diagram: Diagram
    shortest: int | None


def random_diagram(random: Random, most: int = 5) -> Diagram:
    """A diagram of at most so many nodes, without claims."""
    names = [f"N{i}" for i in range(random.randint(1, most))]
    actions = NAMES[: random.randint(1, 3)]
    orderings = ORDERINGS[: random.choice((0, 1, 1, 2))]
    initial = random.sample(names, random.choice((1, 1, min(2, len(names)))))
    edges: dict[Edge, None] = {}
    for _ in range(random.randint(0, 2 * len(names) + 1)):
        chosen = tuple(a for a in actions if random.random() < 0.45)
        annotations = tuple(
            Annotation(t, random.random() < 0.5) for t in orderings if random.random() < 0.5
        )
        edges[Edge(random.choice(names), random.choice(names), chosen, annotations)] = None
    return Diagram(
        "Random",
        tuple(Predicate(p, p) for p in PREDICATES),
        tuple(_action(random, name, names) for name in actions),
        tuple(Ordering(t, t) for t in orderings),
        tuple(_node(random, name, name in initial) for name in names),
        tuple(edges),
    )


def _action(random: Random, name: str, nodes: list[str]) -> Action:
    fairness = random.choice((Fairness.NONE, Fairness.WEAK, Fairness.WEAK, Fairness.STRONG))
    enabled = None
    if random.random() < 0.3:
        enabled = tuple(random.sample(nodes, random.randint(0, len(nodes))))
    return Action(name, fairness, enabled=enabled)


def _node(random: Random, name: str, initial: bool) -> Node:
    values = {p: random.choice((True, False, False, True, None)) for p in PREDICATES}
    literals = tuple(Literal(p, v) for p, v in values.items() if v is not None)
    return Node(name, literals, initial)


# ---- claims ----

Written = tuple[str, ltl.Formula]


def random_claim(random: Random, diagram: Diagram, moments: list[Moment], depth: int) -> Written:
    """A claim as text, and as a formula of the judge."""
    if depth == 0:
        return _atom(random, diagram, moments)
    left = random_claim(random, diagram, moments, depth - 1)
    right = random_claim(random, diagram, moments, random.randint(0, depth - 1))
    choices: list[Callable[[], Written]] = [
        lambda: (f"~({left[0]})", ltl.Not(left[1])),
        lambda: (f"[]({left[0]})", ltl.Always(left[1])),
        lambda: (f"<>({left[0]})", ltl.Eventually(left[1])),
        lambda: (f"[]<>({left[0]})", ltl.Always(ltl.Eventually(left[1]))),
        lambda: (f"<>[]({left[0]})", ltl.Eventually(ltl.Always(left[1]))),
        lambda: (f"X ({left[0]})", ltl.Next(left[1])),
        lambda: (f"({left[0]}) /\\ ({right[0]})", ltl.And((left[1], right[1]))),
        lambda: (f"({left[0]}) \\/ ({right[0]})", ltl.Or((left[1], right[1]))),
        lambda: (f"({left[0]}) => ({right[0]})", ltl.implies(left[1], right[1])),
        lambda: (f"({left[0]}) <=> ({right[0]})", ltl.equivalent(left[1], right[1])),
        lambda: (f"({left[0]}) ~> ({right[0]})", ltl.leads_to(left[1], right[1])),
        lambda: (f"({left[0]}) U ({right[0]})", ltl.Until(left[1], right[1])),
        lambda: (f"({left[0]}) W ({right[0]})", ltl.weak_until(left[1], right[1])),
        lambda: (f"({left[0]}) R ({right[0]})", ltl.release(left[1], right[1])),
    ]
    return random.choice(choices)()


def _atom(random: Random, diagram: Diagram, moments: list[Moment]) -> Written:
    if random.random() < 0.3:
        node = random.choice(diagram.nodes).name
        return f"at({node})", _where(moments, lambda m: m.node == node)
    predicate = random.choice(PREDICATES)
    return predicate, _where(moments, lambda m: predicate in m.true)


# ---- the judge ----


def moments_of(diagram: Diagram) -> list[Moment]:
    """All states of runs."""
    found = []
    for node in diagram.nodes:
        known = {x.predicate: x.positive for x in node.literals}
        choices = [(known[p],) if p in known else (False, True) for p in PREDICATES]
        for values in product(*choices):
            true = frozenset(p for p, v in zip(PREDICATES, values, strict=True) if v)
            edges = [e for e in diagram.edges if e.source == node.name]
            found += [Moment(node.name, true, e) for e in (*edges, None)]
    return found


def judged_length(diagram: Diagram, moments: list[Moment], claim: ltl.Formula) -> int | None:
    """The number of states of a shortest counterexample, if there is one."""
    initial = {n.name for n in diagram.nodes if n.initial}
    steps = {
        (i, j)
        for i, before in enumerate(moments)
        for j, after in enumerate(moments)
        if after.node == (before.node if before.edge is None else before.edge.target)
    }
    starts = frozenset(i for i, m in enumerate(moments) if m.node in initial)
    graph = ltl.Graph(len(moments), starts, frozenset(steps))
    lasso = shortest_lasso(graph, ltl.And((*_required(diagram, moments), ltl.Not(claim))))
    return None if lasso is None else len(lasso)


def _required(diagram: Diagram, moments: list[Moment]) -> list[ltl.Formula]:
    """What runs satisfy, as formulas."""
    found: list[ltl.Formula] = []
    for action in diagram.actions:
        if action.fairness is Fairness.NONE:
            continue
        nodes = {e.source for e in diagram.edges if action.name in e.actions}
        if action.enabled is not None:
            nodes = set(action.enabled)
        edges = {e for e in diagram.edges if action.name in e.actions}
        taken = ltl.Now(frozenset(i for i, m in enumerate(moments) if m.edge in edges))
        enabled = ltl.Now(frozenset(i for i, m in enumerate(moments) if m.node in nodes))
        often = ltl.Always(ltl.Eventually(taken))
        weak = action.fairness is Fairness.WEAK
        outer, inner = (ltl.Eventually, ltl.Always) if weak else (ltl.Always, ltl.Eventually)
        found.append(ltl.implies(outer(inner(enabled)), often))
    for ordering in diagram.orderings:
        changes = [_change(diagram, m, ordering.name) for m in moments]
        down, free = (
            ltl.Now(frozenset(i for i, change in enumerate(changes) if change == wanted))
            for wanted in ("<", "")
        )
        found.append(
            ltl.implies(ltl.Always(ltl.Eventually(down)), ltl.Always(ltl.Eventually(free)))
        )
    return found


def _change(diagram: Diagram, moment: Moment, ordering: str) -> str:
    """How an ordering changes in a step: `<`, `<=`, or anyhow."""
    if moment.edge is not None:
        return next(
            ("<" if a.strict else "<=" for a in moment.edge.annotations if a.ordering == ordering),
            "",
        )
    leaving = [e for e in diagram.edges if e.source == moment.node]
    return "<=" if any(a.ordering == ordering for e in leaving for a in e.annotations) else ""


def _where(moments: list[Moment], test: Callable[[Moment], bool]) -> ltl.Now:
    return ltl.Now(frozenset(i for i, m in enumerate(moments) if test(m)))


# ---- comparison ----


@cache
def generate(seed: int, most: int = 5) -> Case:
    """The case of a seed, judged."""
    random = Random(seed)
    diagram = random_diagram(random, most)
    moments = moments_of(diagram)
    text, formula = random_claim(random, diagram, moments, random.choice((1, 2, 2)))
    diagram = replace(diagram, claims=(Claim("Random", text),))
    return Case(seed, diagram, judged_length(diagram, moments, formula))


def disagreement(case: Case) -> str | None:
    """How the product differs from the judge, if it does."""
    formula = read_claim(case.diagram, case.diagram.claims[0])
    run = counterexample(case.diagram, formula)
    if run is not None:
        verify(case.diagram, formula, run)
    length = None if run is None else len(run.stages)
    if length == case.shortest:
        return None
    return f"seed {case.seed}: {length} states, the judge has {case.shortest}\n{case.diagram}"


def main() -> int:
    """Compare the cases that the command line names."""
    first, count = int(sys.argv[1]), int(sys.argv[2])
    lengths: Counter[int | None] = Counter()
    wrong = 0
    for seed in range(first, first + count):
        case = generate(seed)
        lengths[case.shortest] += 1
        text = disagreement(case)
        if text is not None:
            wrong += 1
            sys.stdout.write(f"{text}\n")
    sys.stdout.write(f"{dict(lengths)}\n{wrong} disagreements\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
