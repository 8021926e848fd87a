"""The shortest lasso of a graph that satisfies a formula: explicit product with a tableau.

A node of the product is a state with the formulas `[]F` and `F U G` that are true from there on,
exactly these, and with F for each `X F`: the set before a step follows from the step and from the
set after it. On a lasso the set is the same whenever the loop returns, so the product has a lasso
of the same shape, and none that is shorter. The loop must visit some formulas and avoid others,
which `core.py` chooses; a formula `[]F` that is said to be false must not wait for its reason for
ever, nor `F U G` that is said to be true for G.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, assert_never

from tests.liveness.components import components
from tests.liveness.core import Always, And, Choice, Core, Next, Not, Often, Until, choices, core
from tests.liveness.formula import Formula, Graph, Lasso, Now, Step

Node: TypeAlias = tuple[int, int]
"""A state and the bits of the formulas that are true."""

Value: TypeAlias = Callable[[int, int, int, int], bool]
"""The value of a formula, given the first state and the second, and the bits of both."""


class Edge(NamedTuple):
    """A step to a node: what it visits, as bits, and whether a loop may take it."""

    target: Node
    visits: int
    allowed: bool


Product: TypeAlias = dict[Node, list[Edge]]


def shortest_lasso(graph: Graph, formula: Formula) -> Lasso | None:
    """The shortest lasso of a graph on which a formula is true, if there is one."""
    best: Lasso | None = None
    for choice in choices(core(formula), {}):
        search = Search.of(graph, choice)
        for node, path in search.reached():
            if best is not None and len(path) >= len(best):
                break
            longest = None if best is None else len(best) - len(path)
            loop = search.shortest_loop(node, longest)
            if loop is not None:
                states = tuple(state for state, _ in (*path, *loop))
                best = Lasso(states, len(path))
    return best


@dataclass(frozen=True, slots=True)
class Search:
    """A product, its initial nodes, all that a loop visits, and where loops may be."""

    product: Product
    initial: tuple[Node, ...]
    goal: int
    component: dict[Node, int]

    @staticmethod
    def of(graph: Graph, choice: Choice) -> Search:
        """The search for a lasso with what was chosen."""
        tableau = Tableau.of(choice)
        product = tableau.product(graph)
        starts = tuple(
            (state, bits)
            for state, bits in product
            if state in graph.initial and bits >> tableau.whole & 1
        )
        goal = (1 << len(tableau.visited)) - 1
        return Search(product, starts, goal, _accepting(product, starts, goal))

    def reached(self) -> Iterator[tuple[Node, tuple[Node, ...]]]:
        """The nodes on accepting loops with the nodes before them, nearest first."""
        paths: dict[Node, tuple[Node, ...]] = dict.fromkeys(self.initial, ())
        queue = deque(self.initial)
        while queue:
            node = queue.popleft()
            if node in self.component:
                yield node, paths[node]
            for edge in self.product[node]:
                if edge.target not in paths:
                    paths[edge.target] = (*paths[node], node)
                    queue.append(edge.target)

    def shortest_loop(self, start: Node, longest: int | None) -> tuple[Node, ...] | None:
        """The shortest loop from a node that visits everything, below a length."""
        paths: dict[tuple[Node, int], tuple[Node, ...]] = {(start, 0): (start,)}
        queue = deque(paths)
        while queue:
            node, visited = queue.popleft()
            path = paths[node, visited]
            if longest is not None and len(path) >= longest:
                return None
            for edge in self.product[node]:
                more = visited | edge.visits
                if edge.target == start and edge.allowed and more == self.goal:
                    return path
                if self.component.get(edge.target) != self.component[start] or not edge.allowed:
                    continue
                if (edge.target, more) not in paths:
                    paths[edge.target, more] = (*path, edge.target)
                    queue.append((edge.target, more))
        return None


def _accepting(product: Product, starts: tuple[Node, ...], goal: int) -> dict[Node, int]:
    """The number of its component for each reachable node of those that visit everything."""
    known, todo = set(starts), list(starts)
    while todo:
        fresh = {edge.target for edge in product[todo.pop()]} - known
        known |= fresh
        todo += fresh
    edges = {node: [e for e in product[node] if e.allowed] for node in known}
    numbers = components({node: [e.target for e in out] for node, out in edges.items()})
    visits = dict.fromkeys(numbers.values(), 0)
    inside = set[int]()
    for node, out in edges.items():
        for edge in out:
            if numbers[edge.target] == numbers[node]:
                inside.add(numbers[node])
                visits[numbers[node]] |= edge.visits
    return {n: k for n, k in numbers.items() if k in inside and visits[k] == goal}


@dataclass(frozen=True, slots=True)
class Tableau:
    """The formulas of a choice, evaluated with one bit for each elementary formula among them.

    That of `X F` is the value of F; `whole` is the bit of the formula itself.
    """

    elementary: tuple[Value, ...]
    whole: int
    visited: tuple[Value, ...]
    avoided: tuple[Value, ...]

    @staticmethod
    def of(choice: Choice) -> Tableau:
        """The tableau of a choice."""
        bits: dict[Core, int] = {}
        for each in (choice.formula, *choice.visited, *choice.avoided):
            for elementary in elementary_formulas(each):
                bits.setdefault(elementary, len(bits))
        whole = bits.setdefault(Next(choice.formula), len(bits))
        reasons = (_reason(e, bits) for e in bits)
        return Tableau(
            tuple(_bit(e, bits) for e in bits),
            whole,
            (*(_value(v, bits) for v in choice.visited), *reasons),
            tuple(_value(v, bits) for v in choice.avoided),
        )

    def product(self, graph: Graph) -> Product:
        """All nodes with a step to another."""
        product: Product = {}
        for before, after in sorted(graph.steps):
            for bits in range(1 << len(self.elementary)):
                earlier = self.bits_before(before, after, bits)
                here = before, after, earlier, bits
                visits = sum(1 << k for k, v in enumerate(self.visited) if v(*here))
                allowed = not any(v(*here) for v in self.avoided)
                edges = product.setdefault((before, earlier), [])
                edges.append(Edge((after, bits), visits, allowed))
        return _without_dead_ends(product)

    def bits_before(self, before: int, after: int, bits: int) -> int:
        """The bits before a step, given those after it; a formula has bits of inner ones."""
        earlier = 0
        for bit, value in enumerate(self.elementary):
            if value(before, after, earlier, bits):
                earlier |= 1 << bit
        return earlier


def _without_dead_ends(product: Product) -> Product:
    while any(e.target not in product for out in product.values() for e in out):
        kept = {n: [e for e in out if e.target in product] for n, out in product.items()}
        product = {node: out for node, out in kept.items() if out}
    return product


def _bit(formula: Core, bits: dict[Core, int]) -> Value:
    """The bit of an elementary formula before a step."""
    bit = bits[formula]
    match formula:
        case Always(body):
            value = _value(body, bits)
            return lambda *at: bool(at[3] >> bit & 1) and value(*at)
        case Until(left, right):
            first, second = _value(left, bits), _value(right, bits)
            return lambda *at: second(*at) or (first(*at) and bool(at[3] >> bit & 1))
        case Next(body):
            return _value(body, bits)
        case _:
            raise AssertionError(formula)


def _reason(formula: Core, bits: dict[Core, int]) -> Value:
    """What happens again and again: `[]F` is true or F is false; `F U G` is false or G is true."""
    match formula:
        case Always(body):
            claimed, value = _value(formula, bits), _value(body, bits)
            return lambda *at: claimed(*at) or not value(*at)
        case Until(_, right):
            claimed, value = _value(formula, bits), _value(right, bits)
            return lambda *at: not claimed(*at) or value(*at)
        case _:
            return lambda *_at: True


def elementary_formulas(formula: Core) -> Iterator[Always | Until | Next]:
    """All formulas `[]F`, `F U G` and `X F`, inner ones first."""
    match formula:
        case Now() | Step():
            return
        case And(parts):
            for part in parts:
                yield from elementary_formulas(part)
        case Not(body) | Often(body):
            yield from elementary_formulas(body)
        case Always(body) | Next(body):
            yield from elementary_formulas(body)
            yield formula
        case Until(left, right):
            yield from elementary_formulas(left)
            yield from elementary_formulas(right)
            yield formula
        case _:
            assert_never(formula)


def _value(formula: Core, bits: dict[Core, int]) -> Value:
    match formula:
        case Now(states):
            return lambda before, *_: before in states
        case Step(steps):
            return lambda before, after, *_: (before, after) in steps
        case Not(body):
            denied = _value(body, bits)
            return lambda *at: not denied(*at)
        case And(parts):
            values = [_value(part, bits) for part in parts]
            return lambda *at: all(value(*at) for value in values)
        case Always() | Until():
            bit = bits[formula]
            return lambda *at: bool(at[2] >> bit & 1)
        case Next():
            later = bits[formula]
            return lambda *at: bool(at[3] >> later & 1)
        case Often():
            raise AssertionError("the value of `[]<>F` is chosen")
        case _:
            assert_never(formula)
