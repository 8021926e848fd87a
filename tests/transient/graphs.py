"""Graphs with transient states, and the systems that behave as they do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body, Property, System
from holdfast.passes.pipeline import run_pipeline

VARIABLES = ("x", "y")
WIDTH = 3
"""How many values `x` has."""
ASSERTIONS = ("first", "second")


@dataclass(frozen=True, slots=True)
class Edge:
    """A step of an action, and the assertions that it violates."""

    action: int
    source: int
    target: int
    broken: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Graph:
    """States are numbers; the edges of one action come in their order."""

    initial: tuple[int, ...]
    actions: int
    edges: tuple[Edge, ...]
    transient: frozenset[int] = frozenset()
    may_end: frozenset[int] = frozenset()
    bad: frozenset[int] = frozenset()
    outside: frozenset[int] = field(default=frozenset())

    def steps(self, state: int) -> list[Edge]:
        """The steps from a state, action by action."""
        return sorted((e for e in self.edges if e.source == state), key=lambda e: e.action)


def random_graph(seed: int, size: int = 9) -> Graph:
    """A graph of some states, many of which are transient."""
    random = Random(seed)
    actions = random.randint(1, 3)
    chance = random.choice((0.0, 0.3, 0.6, 0.9))
    wrong = random.choice((0.0, 0.0, 0.2))

    def some(share: float) -> frozenset[int]:
        return frozenset(s for s in range(size) if random.random() < share)

    def edge() -> Edge:
        broken = frozenset(name for name in ASSERTIONS if random.random() < wrong)
        return Edge(
            random.randrange(actions), random.randrange(size), random.randrange(size), broken
        )

    return Graph(
        tuple(random.sample(range(size), random.choice((1, 1, 2)))),
        actions,
        tuple(edge() for _ in range(random.randint(2, 2 * size))),
        some(chance),
        some(random.choice((0.0, 0.5))),
        some(random.choice((0.0, 0.2))),
        some(random.choice((0.0, 0.0, 0.2))),
    )


# ---- as a system ----


def system_of(graph: Graph, deadlock: bool = True) -> System:
    """The system that behaves as the graph does."""
    init = bodies.Branch(
        tuple(_assignments(s, primed=False) for s in graph.initial),
        ir.Apply(Op.OR, tuple(_is(s) for s in graph.initial)),
    )
    system = System(
        "Graph",
        variables=VARIABLES,
        init=init,
        actions=tuple(_action(graph, a) for a in range(graph.actions)),
        transient=_among(graph.transient) if graph.transient else None,
        may_end=_among(graph.may_end) if graph.may_end else None,
        invariants=(Property("Good", _not(_among(graph.bad))),) if graph.bad else (),
        constraints=(Property("Inside", _not(_among(graph.outside))),) if graph.outside else (),
        check_deadlock=deadlock,
    )
    return run_pipeline(system)


def state_of(number: int) -> tuple[int, int]:
    """The values of the variables."""
    return number % WIDTH, number // WIDTH


def number_of(values: Iterable[object]) -> int:
    """The number of a state."""
    x, y = values
    assert isinstance(x, int)
    assert isinstance(y, int)
    return x + WIDTH * y


def _action(graph: Graph, number: int) -> Action:
    items = tuple(_step(e) for e in graph.edges if e.action == number)
    formula = ir.Apply(Op.OR, tuple(item.expr for item in items))
    return Action(f"A{number}", bodies.Branch(items, formula))


def _step(edge: Edge) -> Body:
    items: list[Body] = [bodies.Test(_is(edge.source))]
    # A condition that is false only on this edge, and one that is always true.
    items += [bodies.Assert(n, _not(_is(edge.source)), ir.TRUE) for n in sorted(edge.broken)]
    items += [bodies.Assert(n, _is(edge.source), ir.TRUE) for n in ASSERTIONS[:1]]
    items.append(_assignments(edge.target, primed=True))
    return bodies.Sequence(tuple(items), ir.Apply(Op.AND, tuple(i.expr for i in items)))


def _assignments(state: int, primed: bool) -> Body:
    items = []
    for name, value in zip(VARIABLES, state_of(state), strict=True):
        left = ir.Prime(ir.Name(name)) if primed else ir.Name(name)
        formula = ir.Apply(Op.EQ, (left, ir.Literal(value)))
        items.append(bodies.Assign(name, ir.Literal(value), formula))
    return bodies.Sequence(tuple(items), ir.Apply(Op.AND, tuple(i.expr for i in items)))


def _is(state: int) -> ir.Expr:
    pairs = zip(VARIABLES, state_of(state), strict=True)
    return ir.Apply(
        Op.AND, tuple(ir.Apply(Op.EQ, (ir.Name(n), ir.Literal(value))) for n, value in pairs)
    )


def _among(states: Iterable[int]) -> ir.Expr:
    return ir.Apply(Op.OR, tuple(_is(s) for s in sorted(states)))


def _not(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.NOT, (e,))
