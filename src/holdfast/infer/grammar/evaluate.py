"""Evaluation of candidates in sample states, here and nowhere else in `infer`.

A formula becomes a function of a state when it is compiled: a Python function (`quick.py`) if
that supports all of its operators, otherwise the interpreter's closures. Both raise EvalError if
the formula cannot be evaluated, and such a formula counts as false, here and nowhere else. Any
other exception is a bug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from holdfast.cancellation import tick
from holdfast.infer.grammar.language import Atom, Shape, Sort
from holdfast.infer.grammar.quick import Quick
from holdfast.interp.closures import not_boolean
from holdfast.interp.errors import too_deep
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.order import ordered
from holdfast.ir.values import FALSE, TRUE, FiniteSet, LazySet, Value
from holdfast.native.emit.reach import variables_of

Domains: TypeAlias = tuple[tuple[Value, ...], ...]
"""The elements of each sort, in order."""
Setting: TypeAlias = tuple[int, Domains]
Numbered: TypeAlias = tuple[int, Domains, Sequence[int]]
"""The number of a setting, the elements of each sort, and the numbers of the variables' values."""


class Evaluator:
    """Evaluates expressions with parameters that range over sorts, on one machine.

    The first `constants` variables of its system are constants, on which alone sorts depend.
    """

    def __init__(self, machine: Machine, sorts: tuple[Sort, ...], constants: int) -> None:
        self.machine = machine
        self.sorts = sorts
        self.quick = Quick(machine.system, constants)
        self.constants = constants
        self._settings: dict[State, Setting] = {}
        self._same: dict[tuple[int, ...], tuple[State, Setting]] = {}

    def domains(self, state: State) -> Domains:
        """The elements of each sort in a state, in order."""
        return self.setting(state)[1]

    def setting(self, state: State) -> Setting:
        """The number of the values of the constants in a state, and the elements of each sort."""
        values = state[: self.constants]
        # Most states of an instance share the objects, which are faster to compare than values. The
        # objects are stored, so that no other one has the identity of one of them.
        same = self._same.get(key := tuple(map(id, values)))
        if same is not None:
            return same[1]
        found = self._settings.get(values)
        if found is None:
            domains = tuple(self._elements(sort, state) for sort in self.sorts)
            found = self._settings[values] = len(self._settings), domains
        self._same[key] = values, found
        return found

    def _elements(self, sort: Sort, state: State) -> tuple[Value, ...]:
        value = self.machine.value(sort.domain, state)
        if isinstance(value, LazySet):
            value = value.finite()
        assert isinstance(value, FiniteSet)
        return ordered(value)

    def function(self, e: ir.Expr, params: tuple[str, ...] = ()) -> Callable[..., bool]:
        """The truth of a formula as a function of a state and the values of its parameters.

        It raises EvalError if the formula cannot be evaluated.
        """
        return self.quick.function(e, params) or self._interpreted(e, params)

    def can_compile(self, e: ir.Expr, params: tuple[str, ...]) -> bool:
        """Whether all names of a formula are defined outside its context."""
        try:
            self.function(e, params)
        except EvalError:
            return False
        return True

    def _interpreted(self, e: ir.Expr, params: tuple[str, ...]) -> Callable[..., bool]:
        value_of = self._closure(e, params)

        def holds(state: State, *values: Value) -> bool:
            value = value_of(state, *values)
            if value is not TRUE and value is not FALSE:
                raise not_boolean(value).at(e.span)
            return value is TRUE

        return holds

    def _closure(self, e: ir.Expr, params: tuple[str, ...]) -> Callable[..., Value]:
        """The interpreter's code for an expression."""
        compiler = self.machine.compiler
        code, size = compiler.top(e, params)
        rest = [None] * size

        def value_of(state: State, *values: Value) -> Value:
            compiler.restart()
            try:
                value: Value = code([state, None, 0, *values, *rest])
            except RecursionError:
                raise too_deep().at(e.span) from None
            return value

        return value_of

    def test(self, e: ir.Expr) -> Callable[[State], bool]:
        """Whether a closed formula holds in a state; false if it cannot be evaluated."""
        function = self.function(e)

        def holds(state: State) -> bool:
            try:
                return function(state)
            except EvalError:
                return False

        return holds

    def values(self, e: ir.Expr, params: Iterable[tuple[str, int]], state: State) -> list[Value]:
        """The values of an expression for all values of its parameters, the last fastest.

        Raises EvalError if it cannot be evaluated.
        """
        tick()
        params = tuple(params)
        value_of = self._closure(e, tuple(name for name, _ in params))
        domains = self.domains(state)
        return [value_of(state, *values) for values in product(*(domains[s] for _, s in params))]


class AtomEvaluator:
    """Compiled atoms of a grammar; `bits` gives their truth in a state.

    States differ more than the variables of one atom do, so what is known is found by their values.
    These are numbered, because it takes long to compare large ones.
    """

    def __init__(self, evaluator: Evaluator, atoms: tuple[Atom, ...]) -> None:
        self.evaluator = evaluator
        system = evaluator.machine.system
        varying = system.variables[evaluator.constants :]
        read = [variables_of(a.expr, system) for a in atoms]
        self._read = [tuple(i for i, v in enumerate(varying) if v in names) for names in read]
        self._known: list[dict[tuple[int, ...], tuple[int, bool]]] = [{} for _ in atoms]
        self._numbers: list[dict[Value, int]] = [{} for _ in varying]
        self._last: tuple[State, Numbered] = ((), (0, (), ()))
        self.functions = [evaluator.function(a.expr, tuple(n for n, _ in a.params)) for a in atoms]
        self.sorts = [tuple(s for _, s in a.params) for a in atoms]

    def bits(self, state: State, index: int) -> int:
        """The truth of an atom: bit i for the i-th choice of parameters, the last fastest.

        A choice for which the atom cannot be evaluated has the bit of a false one.
        """
        return self.bits_and_errors(state, index)[0]

    def bits_and_errors(self, state: State, index: int) -> tuple[int, bool]:
        """The same, and whether there is a choice for which the atom cannot be evaluated."""
        last, numbered = self._last
        if last is not state:
            numbered = self.numbered(state)
            self._last = state, numbered
        return self.bits_of(state, numbered, index)

    def numbered(self, state: State) -> Numbered:
        """What identifies the values in a state, for many questions about it."""
        setting, domains = self.evaluator.setting(state)
        values = zip(self._numbers, state[self.evaluator.constants :], strict=True)
        return setting, domains, [known.setdefault(v, len(known)) for known, v in values]

    def bits_of(self, state: State, numbered: Numbered, index: int) -> tuple[int, bool]:
        """The truth of an atom in a state whose values are numbered, as `bits_and_errors`."""
        setting, domains, numbers = numbered
        key = (setting, *[numbers[i] for i in self._read[index]])
        known = self._known[index].get(key)
        if known is None:
            known = self._known[index][key] = self._evaluated(state, index, domains)
        return known

    def _evaluated(self, state: State, index: int, domains: Domains) -> tuple[int, bool]:
        tick()
        function = self.functions[index]
        found = 0
        bit = 1
        errors = False
        for values in product(*[domains[s] for s in self.sorts[index]]):
            try:
                if function(state, *values):
                    found |= bit
            except EvalError:
                errors = True
            bit <<= 1
        return found, errors

    def choices(self, state: State, index: int) -> int:
        """How many choices of its parameters an atom has in a state."""
        domains = self.evaluator.domains(state)
        return prod(len(domains[s]) for s in self.sorts[index])

    def sizes(self, state: State) -> Shape:
        """The sizes of the sorts in a state."""
        return tuple(map(len, self.evaluator.domains(state)))
