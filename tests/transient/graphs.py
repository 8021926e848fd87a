"""Graphs with transient states, and the systems that behave as they do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
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
    outside: frozenset[int] = frozenset()
    errors: frozenset[tuple[str, int]] = frozenset()
    """What cannot be evaluated in which states: an action, or a predicate."""

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


def with_errors(graph: Graph, seed: int) -> Graph:
    """The same graph, in which some actions and predicates cannot be evaluated in some states."""
    random = Random(seed)
    states = sorted({e.target for e in graph.edges})
    kinds = ["transient", "may_end", "Good", "Inside", *(f"A{i}" for i in range(graph.actions))]
    errors = {(random.choice(kinds), random.choice(states)) for _ in range(random.randint(1, 2))}
    return replace(graph, errors=frozenset(errors))


# ---- as a system ----


def system_of(graph: Graph, deadlock: bool = True, flat: bool = False) -> System:
    """The system that behaves as the graph does; if it is flat, each step has its own action."""
    init = bodies.Branch(
        tuple(_assignments(s, primed=False) for s in graph.initial),
        ir.Apply(Op.OR, tuple(_is(s) for s in graph.initial)),
    )
    system = System(
        "Graph",
        variables=VARIABLES,
        init=init,
        actions=tuple(a for i in range(graph.actions) for a in _actions(graph, i, flat)),
        transient=_predicate(graph, "transient", graph.transient),
        may_end=_predicate(graph, "may_end", graph.may_end),
        invariants=_property(graph, "Good", graph.bad),
        constraints=_property(graph, "Inside", graph.outside),
        check_deadlock=deadlock,
    )
    return run_pipeline(system)


def _predicate(graph: Graph, name: str, states: frozenset[int]) -> ir.Expr | None:
    wrong = [s for what, s in sorted(graph.errors) if what == name]
    if not states and not wrong:
        return None
    return _unless(wrong, _among(states))


def _property(graph: Graph, name: str, states: frozenset[int]) -> tuple[Property, ...]:
    wrong = _predicate(graph, name, states)
    return () if wrong is None else (Property(name, _not(wrong)),)


def _unless(wrong: Iterable[int], e: ir.Expr) -> ir.Expr:
    """A formula that cannot be evaluated in some states."""
    for state in wrong:
        error = ir.Apply(Op.INDEX, (ir.Apply(Op.TUPLE, (ir.TRUE,)), ir.Literal(state + 2)))
        e = ir.If(_is(state), error, e)
    return e


def state_of(number: int) -> tuple[int, int]:
    """The two parts of a state."""
    return number % WIDTH, number // WIDTH


def number_of(values: Iterable[object]) -> int:
    """The number of a state."""
    x, y = values
    assert isinstance(x, int)
    assert isinstance(y, tuple)
    return x + WIDTH * int(y[0])


def _actions(graph: Graph, number: int, flat: bool) -> list[Action]:
    items = [_step(e) for e in graph.edges if e.action == number]
    wrong = [s for what, s in sorted(graph.errors) if what == f"A{number}"]
    if wrong:
        items.insert(len(items) // 2, bodies.Test(_unless(wrong, ir.FALSE)))
    if flat:
        return [Action(f"A{number}", item) for item in items]
    formula = ir.Apply(Op.OR, tuple(item.expr for item in items))
    return [Action(f"A{number}", bodies.Branch(tuple(items), formula))]


def _step(edge: Edge) -> Body:
    items: list[Body] = [bodies.Test(_is(edge.source))]
    # A condition that is false only on this edge, and one that is always true.
    items += [bodies.Assert(n, _not(_is(edge.source)), ir.TRUE) for n in sorted(edge.broken)]
    items += [bodies.Assert(n, _is(edge.source), ir.TRUE) for n in ASSERTIONS[:1]]
    items.append(_assignments(edge.target, primed=True))
    return bodies.Sequence(tuple(items), ir.Apply(Op.AND, tuple(i.expr for i in items)))


def _assignments(state: int, primed: bool) -> Body:
    items = []
    for name, value in _values(state, computed=primed):
        left = ir.Prime(ir.Name(name)) if primed else ir.Name(name)
        formula = ir.Apply(Op.EQ, (left, value))
        items.append(bodies.Assign(name, value, formula))
    return bodies.Sequence(tuple(items), ir.Apply(Op.AND, tuple(i.expr for i in items)))


def _is(state: int) -> ir.Expr:
    pairs = _values(state, computed=False)
    return ir.Apply(Op.AND, tuple(ir.Apply(Op.EQ, (ir.Name(n), value)) for n, value in pairs))


def _values(state: int, computed: bool) -> list[tuple[str, ir.Expr]]:
    """The values of the variables: a number, and a tuple that is perhaps computed from it."""
    low, high = state_of(state)
    x = ir.Name("x")
    zero = ir.Apply(Op.SUB, (x, x)) if computed else ir.Literal(0)
    second = ir.Apply(Op.SET, (ir.Apply(Op.ADD, (zero, ir.Literal(high))),))
    return [("x", ir.Literal(low)), ("y", ir.Apply(Op.TUPLE, (ir.Literal(high), second)))]


def _among(states: Iterable[int]) -> ir.Expr:
    return ir.Apply(Op.OR, tuple(_is(s) for s in sorted(states)))


def _not(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.NOT, (e,))
