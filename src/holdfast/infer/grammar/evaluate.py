"""Atoms in states: for each state a bit for every atom and every choice of its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import prod
from typing import Any

from holdfast.cancellation import tick
from holdfast.infer.grammar.language import Atom, Grammar, Shape, Sort
from holdfast.infer.grammar.quick import Quick
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.order import ordered
from holdfast.ir.values import TRUE, FiniteSet, LazySet, Value


class Evaluator:
    """Evaluates expressions with parameters that range over sorts, on one machine."""

    def __init__(self, machine: Machine, sorts: tuple[Sort, ...]) -> None:
        self.machine = machine
        self.sorts = sorts
        self._domains: dict[tuple[Value, ...], tuple[tuple[Value, ...], ...]] = {}
        self._constants = len(machine.system.variables)
        self.quick = Quick(machine.system, 0)

    def domains(self, state: State) -> tuple[tuple[Value, ...], ...]:
        """The elements of each sort in a state, in order."""
        key = state[: self._constants]
        found = self._domains.get(key)
        if found is None:
            found = tuple(self._elements(sort, state) for sort in self.sorts)
            self._domains[key] = found
        return found

    def constants_are(self, count: int) -> Evaluator:
        """Say how many of the first variables are constants, on which alone sorts depend."""
        self._constants = count
        self.quick = Quick(self.machine.system, count)
        return self

    def _elements(self, sort: Sort, state: State) -> tuple[Value, ...]:
        value = self.machine.value(sort.domain, state)
        if isinstance(value, LazySet):
            value = value.finite()
        assert isinstance(value, FiniteSet)
        return ordered(value)

    def test(self, e: ir.Expr) -> Callable[[State], bool]:
        """Whether a closed formula holds in a state; an error counts as false."""
        quick = self.quick.function(e, ())
        slow = self.machine.test(e)

        def holds(state: State) -> bool:
            if quick is not None:
                try:
                    return bool(quick(state))
                except (KeyError, TypeError, AttributeError):
                    pass  # as the interpreter says
            try:
                return slow(state)
            except EvalError:
                return False

        return holds

    def values(self, e: ir.Expr, params: Iterable[tuple[str, int]], state: State) -> list[Value]:
        """The values of an expression for all values of its parameters, the last fastest."""
        tick()
        params = tuple(params)
        code, size = self.machine.compiler.top(e, tuple(name for name, _ in params))
        return self._run(code, size, [s for _, s in params], state)

    def _run(self, code: Any, size: int, sorts: list[int], state: State) -> list[Value]:
        domains = self.domains(state)
        rest = [None] * size
        self.machine.compiler.restart()
        return [
            code([state, None, 0, *values, *rest])
            for values in product(*(domains[s] for s in sorts))
        ]


class AtomEvaluator:
    """Compiled atoms of a grammar; `bits` gives their truth in a state."""

    def __init__(self, evaluator: Evaluator, atoms: tuple[Atom, ...]) -> None:
        self.evaluator = evaluator
        quick = evaluator.quick
        self.quick = [quick.function(a.expr, tuple(n for n, _ in a.params)) for a in atoms]
        top = evaluator.machine.compiler.top
        self.codes = [
            (*top(a.expr, tuple(n for n, _ in a.params)), tuple(s for _, s in a.params))
            for a in atoms
        ]
        self.sorts = [sorts for _, _, sorts in self.codes]

    def bits(self, state: State, index: int) -> int:
        """The truth of an atom: bit i for the i-th choice of parameters, the last fastest."""
        tick()
        quick = self.quick[index]
        if quick is not None:
            try:
                return self._quick_bits(quick, state, index)
            except (KeyError, TypeError, AttributeError):
                pass  # outside a domain, or not of the type expected: as the interpreter says
        code, size, sorts = self.codes[index]
        domains = self.evaluator.domains(state)
        rest = [None] * size
        found = 0
        bit = 1
        self.evaluator.machine.compiler.restart()
        for values in product(*[domains[s] for s in sorts]):
            try:
                if code([state, None, 0, *values, *rest]) is TRUE:
                    found |= bit
            except EvalError:
                pass  # an atom without a value counts as false: a proof would not take it
            bit <<= 1
        return found

    def _quick_bits(self, quick: Callable[..., Any], state: State, index: int) -> int:
        domains = self.evaluator.domains(state)
        found = 0
        bit = 1
        for values in product(*[domains[s] for s in self.sorts[index]]):
            if quick(state, *values):
                found |= bit
            bit <<= 1
        return found

    def choices(self, state: State, index: int) -> int:
        """How many choices of its parameters an atom has in a state."""
        domains = self.evaluator.domains(state)
        return prod(len(domains[s]) for s in self.codes[index][2])

    def sizes(self, state: State) -> Shape:
        """The sizes of the sorts in a state."""
        return tuple(map(len, self.evaluator.domains(state)))


def is_defined(atom: Atom, evaluator: Evaluator, states: Iterable[State]) -> bool:
    """Whether an atom has a truth value in all of some states, for all parameters."""
    try:
        one = AtomEvaluator(evaluator, (atom,))
        for state in states:
            one.bits(state, 0)
    except EvalError:
        return False
    return True


def atom_evaluator(evaluator: Evaluator, grammar: Grammar) -> AtomEvaluator:
    """The evaluator of a grammar's atoms."""
    return AtomEvaluator(evaluator, grammar.atoms)
