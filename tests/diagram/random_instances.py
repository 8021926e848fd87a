"""Random instances with predicates, fairness, orderings and claims, for computed diagrams.

`python -m tests.diagram.random_instances 0 1000` compares computed diagrams of a thousand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from holdfast.check.liveness import formulas as checked
from holdfast.diagram.asked import Asked
from holdfast.diagram.assemble import assemble
from holdfast.diagram.diagram import Action, Diagram, Edge, Fairness, Node, Ordering, Predicate
from holdfast.diagram.explicit import Instance, with_orderings
from holdfast.diagram.fair_lasso import predicate_atom
from holdfast.diagram.goal import Found, Goal
from holdfast.diagram.search import search
from tests.liveness import formula as naive
from tests.liveness.judge import shortest_lasso

LARGEST = 60
Both: TypeAlias = tuple[checked.Formula, naive.Formula]


@dataclass(frozen=True)
class Case:
    """An instance, its steps as pairs by action, and a claim in both forms."""

    instance: Instance
    steps: dict[str, frozenset[tuple[int, int]]]
    values: dict[str, list[int]]
    fairness: dict[str, Fairness]
    claim: Asked
    meant: naive.Formula
    given: tuple[str, ...]
    pool: tuple[str, ...]


def case(seed: int, exact: bool = False) -> Case:
    """A random case; if `exact`, the predicates of the pool tell all states apart."""
    random = Random(seed)
    size, initial, steps = _graph(random)
    names = [f"P{i}" for i in range(random.randint(1, 4))]
    truth = {name: random.getrandbits(size) for name in names}
    values = {
        f"t{i}": [random.randrange(1 + size // 3) for _ in range(size)]
        for i in range(random.randint(0, 2))
    }
    if random.random() < 0.5:
        values["down"] = [size - s for s in range(size)]
    pool = tuple(names[1:])
    if exact:
        for bit in range(size.bit_length()):
            truth[f"B{bit}"] = sum(1 << s for s in range(size) if s >> bit & 1)
        pool += tuple(f"B{bit}" for bit in range(size.bit_length()))
    claim, meant = _claim(random, truth, names, size, 2)
    every: dict[tuple[int, int], frozenset[str]] = {}
    for action, pairs in steps.items():
        for pair in pairs:
            every[pair] = every.get(pair, frozenset()) | {action}
    moves = with_orderings(((s, a, t) for (s, t), a in every.items()), tuple(values.values()))
    enabled = {a: sum({1 << s for s, _ in pairs}) for a, pairs in steps.items()}
    instance = Instance(size, initial, moves, truth, enabled, tuple(values))
    fairness = {a: random.choice(list(Fairness)) for a in steps}
    used = tuple(a.expr.name for a in checked.atoms_of(claim))  # type: ignore[union-attr]
    asked = Asked("claim", "", claim, used)
    return Case(instance, steps, values, fairness, asked, meant, tuple(names[:1]), pool)


def _graph(random: Random) -> tuple[int, int, dict[str, frozenset[tuple[int, int]]]]:
    """The reachable part of a random graph."""
    size = random.choice((2, 3, 5, 8, 12, 20, LARGEST))
    steps: dict[str, set[tuple[int, int]]] = {}
    for action in "ABC"[: random.randint(1, 3)]:
        pairs = {
            (random.randrange(size), random.randrange(size))
            for _ in range(random.randint(1, 2 * size))
        }
        if random.random() < 0.4:
            pairs |= {(s, s + 1) for s in range(size - 1)}
        steps[action] = {(s, t) for s, t in pairs if s != t}
    first = random.sample(range(size), random.choice((1, 1, 2)))
    reached = dict.fromkeys(first)
    for state in list(reached):
        _reach(state, steps, reached)
    number = {state: i for i, state in enumerate(reached)}
    kept = {
        a: frozenset((number[s], number[t]) for s, t in pairs if s in number)
        for a, pairs in steps.items()
    }
    return len(number), (1 << len(first)) - 1, kept


def _reach(state: int, steps: dict[str, set[tuple[int, int]]], reached: dict[int, None]) -> None:
    for pairs in steps.values():
        for s, t in sorted(pairs):
            if s == state and t not in reached:
                reached[t] = None
                _reach(t, steps, reached)


def _claim(random: Random, truth: dict[str, int], names: list[str], size: int, depth: int) -> Both:
    def inner() -> Both:
        return _claim(random, truth, names, size, depth - 1)

    if depth == 0:
        name = random.choice(names)
        states = frozenset(s for s in range(size) if truth[name] >> s & 1)
        one: Both = checked.Literal(predicate_atom(name)), naive.Now(states)
        if random.random() < 0.5:
            return one
        return checked.negation(one[0]), naive.Not(one[1])
    left, right = inner(), inner()
    forms: list[Callable[[], Both]] = [
        lambda: (checked.always(left[0]), naive.Always(left[1])),
        lambda: (checked.eventually(left[0]), naive.Eventually(left[1])),
        lambda: (
            checked.always(checked.eventually(left[0])),
            naive.Always(naive.Eventually(left[1])),
        ),
        lambda: (
            checked.always(
                checked.disjunction((checked.negation(left[0]), checked.eventually(right[0])))
            ),
            naive.leads_to(left[1], right[1]),
        ),
        lambda: (checked.disjunction((left[0], right[0])), naive.Or((left[1], right[1]))),
        lambda: (checked.until(left[0], right[0]), naive.Until(left[1], right[1])),
    ]
    return random.choice(forms)()


# ---- what is compared ----


def goal_of(case: Case) -> Goal:
    """The goal of a case."""
    return Goal(case.instance, (case.claim,), case.fairness, case.given, case.pool)


def diagram_of(case: Case, found: Found) -> Diagram:
    """The diagram of a result."""
    orderings = case.instance.orderings
    frame = Diagram(
        "Random",
        tuple(Predicate(p, p) for p in found.predicates),
        tuple(Action(a, found.fairness[a]) for a in case.steps),
        tuple(Ordering(t, t) for i, t in enumerate(orderings) if found.orderings >> i & 1),
    )
    return assemble(frame, found.quotient, orderings, found.dropped)


def holds(case: Case) -> bool:
    """Whether the claim holds in the instance, by the naive procedure."""
    size = case.instance.states
    pairs = frozenset().union(*case.steps.values())
    first = frozenset(s for s in range(size) if case.instance.initial >> s & 1)
    graph = naive.graph(size, sorted(first), sorted(pairs))
    fair = tuple(_fairness(case, a, kind) for a, kind in case.fairness.items())
    return shortest_lasso(graph, naive.And((*fair, naive.Not(case.meant)))) is None


def _fairness(case: Case, action: str, kind: Fairness) -> naive.Formula:
    enabled = naive.Now(frozenset(s for s, _ in case.steps[action]))
    often: naive.Formula = naive.Always(naive.Eventually(naive.Step(case.steps[action])))
    match kind:
        case Fairness.NONE:
            return naive.And(())
        case Fairness.WEAK:
            return naive.Or((often, naive.Always(naive.Eventually(naive.Not(enabled)))))
        case Fairness.STRONG:
            return naive.Or((often, naive.Eventually(naive.Always(naive.Not(enabled)))))


def uncovered(case: Case, diagram: Diagram) -> list[str]:
    """Why a diagram does not cover an instance, by the conditions of decision 19."""
    size = case.instance.states
    inside = {n.name: [s for s in range(size) if _is_in(case, n, s)] for n in diagram.nodes}
    fair = {a.name for a in diagram.actions if a.fairness is not Fairness.NONE}
    problems = [
        f"initial state {s}"
        for s in range(size)
        if case.instance.initial >> s & 1 and not any(s in inside[n.name] for n in diagram.initial)
    ]
    pairs = frozenset().union(*case.steps.values())
    for node in diagram.nodes:
        for s, t in sorted(pairs):
            taken = {a for a, each in case.steps.items() if (s, t) in each}
            if s in inside[node.name] and not _has_step(case, diagram, node, (s, t), taken, fair):
                problems.append(f"step {s} -> {t} from {node.name}")
    for action in diagram.actions:
        for name in diagram.enabled_at(action) if action.name in fair else ():
            sources = {s for s, _ in case.steps[action.name]}
            if not sources >= set(inside[name]):
                problems.append(f"{action.name} in {name}")
    return problems


def _is_in(case: Case, node: Node, state: int) -> bool:
    truth = case.instance.truth
    return all(bool(truth[x.predicate] >> state & 1) is x.positive for x in node.literals)


def _has_step(  # noqa: PLR0913  # a step and where it is
    case: Case,
    diagram: Diagram,
    node: Node,
    step: tuple[int, int],
    taken: set[str],
    fair: set[str],
) -> bool:
    s, t = step
    if _is_in(case, node, t) and not taken & fair:
        bounded = diagram.bounded_at(node.name)
        if all(case.values[o][t] <= case.values[o][s] for o in bounded):
            return True
    return any(
        _takes(case, diagram, edge, step, taken, fair) for edge in diagram.leaving(node.name)
    )


def _takes(  # noqa: PLR0913  # a step and where it is
    case: Case,
    diagram: Diagram,
    edge: Edge,
    step: tuple[int, int],
    taken: set[str],
    fair: set[str],
) -> bool:
    s, t = step
    for annotation in edge.annotations:
        before, after = case.values[annotation.ordering][s], case.values[annotation.ordering][t]
        if after > before or (annotation.strict and after == before):
            return False
    actions = set(edge.actions)
    return (
        _is_in(case, diagram.node(edge.target), t) and actions <= taken and taken & fair <= actions
    )


def compare(seed: int, exact: bool = False) -> tuple[bool, bool]:
    """Compute a diagram and judge it; whether it proves the claim, and whether that holds."""
    random_case = case(seed, exact)
    found = search(goal_of(random_case))
    problems = uncovered(random_case, diagram_of(random_case, found))
    assert not problems, (seed, problems[:3])
    proved, true = found.loop is None, holds(random_case)
    assert true or not proved, (seed, "a claim that does not hold is proved")
    assert proved or not true or not exact, (seed, "all states are told apart")
    return proved, true


if __name__ == "__main__":
    results = [
        compare(seed, exact)
        for seed in range(int(sys.argv[1]), int(sys.argv[2]))
        for exact in (False, True)
    ]
    proved, true = sum(p for p, _ in results), sum(t for _, t in results)
    sys.stdout.write(f"{len(results)} diagrams, {proved} prove their claim, {true} claims hold\n")
