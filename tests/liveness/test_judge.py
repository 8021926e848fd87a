"""The judge is right: formulas by hand, and all short lassos of tiny graphs one by one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.liveness.formula import (
    Always,
    And,
    Eventually,
    Formula,
    Graph,
    Lasso,
    Next,
    Not,
    Now,
    Or,
    Step,
    Until,
    equivalent,
    graph,
    holds,
    implies,
    is_behaviour,
    leads_to,
    maximal_graph,
    release,
    weak_until,
)
from tests.liveness.generate import generate
from tests.liveness.judge import shortest_lasso

LONGEST = 5
ZERO, ONE, TWO = (Now(frozenset({state})) for state in range(3))
CIRCLE = graph(3, [0], [(0, 1), (1, 2), (2, 0)])


def weak(enabled: Formula, taken: Formula) -> Formula:
    return Or((Always(Eventually(Not(enabled))), Always(Eventually(taken))))


def strong(enabled: Formula, taken: Formula) -> Formula:
    return Or((Eventually(Always(Not(enabled))), Always(Eventually(taken))))


MOVES = Step(frozenset({(0, 1), (1, 2), (2, 0)}))
FAIR = weak(Now(frozenset({0, 1, 2})), MOVES)


@pytest.mark.parametrize(
    ("formula", "length"),
    [
        (ZERO, 1),
        (ONE, None),
        (Eventually(TWO), 3),
        (Always(Eventually(TWO)), 3),
        (FAIR, 3),
        (And((FAIR, Not(Eventually(TWO)))), None),
        (And((FAIR, Not(leads_to(ONE, ZERO)))), None),
        (Not(leads_to(ONE, ZERO)), 2),
        (And((Eventually(TWO), Eventually(Always(ZERO)))), 4),
        (And((Always(Eventually(MOVES)), Always(Not(TWO)))), None),
        (Eventually(And((TWO, Eventually(Always(ONE))))), 5),
        (Eventually(And((TWO, Always(Eventually(ONE))))), 3),
        (equivalent(ZERO, Always(implies(ONE, TWO))), 1),
    ],
)
def test_lassos_of_a_circle_are_as_short_as_by_hand(formula: Formula, length: int | None) -> None:
    lasso = shortest_lasso(CIRCLE, formula)
    assert (lasso and len(lasso)) == length


@pytest.mark.parametrize(
    ("formula", "length"),
    [
        (Next(ONE), 3),
        (Next(Next(TWO)), 3),
        (Next(TWO), None),
        (Until(ZERO, ONE), 3),
        (Until(ZERO, TWO), None),
        (Until(Or((ZERO, ONE)), TWO), 3),
        (weak_until(ZERO, TWO), None),
        (release(ONE, Or((ZERO, ONE))), 3),
        (Always(implies(TWO, Next(ZERO))), 3),
        (Eventually(Always(ZERO)), None),
    ],
)
def test_a_maximal_behaviour_of_a_circle_goes_round(formula: Formula, length: int | None) -> None:
    circle = maximal_graph(3, [0], [(0, 1), (1, 2), (2, 0)])
    lasso = shortest_lasso(circle, formula)
    assert (lasso and len(lasso)) == length


def test_a_maximal_behaviour_stutters_only_at_its_end() -> None:
    line = maximal_graph(3, [0], [(0, 1), (1, 1), (1, 2)])
    assert shortest_lasso(line, Always(ZERO)) is None
    assert shortest_lasso(line, Eventually(Always(ONE))) == Lasso((0, 1), 1)
    assert shortest_lasso(line, Eventually(Always(TWO))) == Lasso((0, 1, 2), 2)


def test_strong_fairness_is_stronger_than_weak_fairness() -> None:
    # 0 and 1 alternate; only 0 has a step to 2.
    system = graph(3, [0], [(0, 1), (1, 0), (0, 2)])
    leave = Step(frozenset({(0, 2)}))
    moves = weak(Not(TWO), Step(frozenset({(0, 1), (1, 0), (0, 2)})))
    never = Not(Eventually(TWO))
    assert shortest_lasso(system, And((moves, weak(ZERO, leave), never))) == Lasso((0, 1), 0)
    assert shortest_lasso(system, And((moves, strong(ZERO, leave), never))) is None


def test_a_lasso_repeats_its_loop_for_ever() -> None:
    lasso = Lasso((0, 1, 2), 1)
    assert holds(Always(Eventually(ONE)), lasso)
    assert not holds(Eventually(And((TWO, Eventually(ZERO)))), lasso)
    assert holds(Always(Eventually(Step(frozenset({(2, 1)})))), lasso)
    assert not is_behaviour(lasso, CIRCLE)
    assert is_behaviour(Lasso((0, 1, 1), 2), CIRCLE)


def lassos(graph: Graph, longest: int) -> Iterator[Lasso]:
    """All lassos of a graph up to a length, the shortest first."""
    paths: list[tuple[int, ...]] = [(state,) for state in sorted(graph.initial)]
    for _ in range(longest):
        for path in paths:
            yield from (
                Lasso(path, loop)
                for loop, state in enumerate(path)
                if (path[-1], state) in graph.steps
            )
        paths = [(*path, after) for path in paths for s, after in graph.steps if s == path[-1]]


def assert_right(graph: Graph, formula: Formula, longest: int) -> None:
    """Compare the lasso of the judge with the first that is found among all short ones."""
    found = shortest_lasso(graph, formula)
    if found is not None:
        assert is_behaviour(found, graph)
        assert holds(formula, found)
    shortest = next((len(each) for each in lassos(graph, longest) if holds(formula, each)), None)
    assert shortest == (len(found) if found is not None and len(found) <= longest else None)


def random_graph(random: Random) -> Graph:
    size = random.randint(1, 4)
    pairs = [(s, t) for s in range(size) for t in range(size)]
    steps = random.sample(pairs, random.randint(0, min(len(pairs), size + 2)))
    make = random.choice((graph, maximal_graph))
    return make(size, random.sample(range(size), random.choice((1, 1, min(2, size)))), steps)


def random_formula(random: Random, graph: Graph, depth: int, under: bool) -> Formula:
    """A formula; a step is an atom only under a temporal operator."""

    def part(under: bool = under) -> Formula:
        return random_formula(random, graph, depth - 1, under)

    if depth == 0:
        if under and random.random() < 0.4:
            steps = sorted(graph.steps)
            return Step(frozenset(random.sample(steps, random.randint(0, len(steps)))))
        states = random.sample(range(graph.size), random.randint(0, graph.size))
        return Now(frozenset(states))
    match random.randrange(12):
        case 9:
            return Until(part(True), part(True))
        case 10:
            return random.choice((weak_until, release))(part(True), part(True))
        case 11:
            return Next(part(True))
        case 0:
            return Not(part())
        case 1:
            return And((part(), part()))
        case 2:
            return Or((part(), part()))
        case 3:
            return implies(part(), part())
        case 4:
            return leads_to(part(True), part(True))
        case 5:
            return random.choice((weak, strong))(part(False), part(True))
        case 6:
            return Always(Eventually(part(True)))
        case 7:
            return Always(part(True))
        case _:
            return Eventually(part(True))


@pytest.mark.parametrize("seed", range(300))
def test_the_judge_finds_what_trying_all_short_lassos_finds(seed: int) -> None:
    random = Random(seed)
    tiny = random_graph(random)
    formula = random_formula(random, tiny, random.randint(1, 4), False)
    assert_right(tiny, formula, LONGEST)


@pytest.mark.parametrize("seed", range(100))
def test_no_short_lasso_of_a_generated_case_is_overlooked(seed: int) -> None:
    case = generate(seed)
    assert_right(case.model.graph, And((case.fairness, Not(case.property))), 3)
