"""From a system to an instance: all reachable states, once for each value of the parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from holdfast.check.liveness.formulas import Atom
from holdfast.check.liveness.native_graph import NativeGraph, columns_of
from holdfast.check.liveness.reader import FormulaReader
from holdfast.diagram.diagram import Fairness
from holdfast.diagram.explicit import Instance, Rank, with_orderings
from holdfast.diagram.fair_actions import FairAction, Parameter, fair_actions
from holdfast.interp.machine import Machine
from holdfast.interp.sets import elements
from holdfast.interp.step import State
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import FiniteSet, Value
from holdfast.limits import Limits
from holdfast.native.run.engine import Engine
from holdfast.native.run.explore import explore_steps
from holdfast.native.run.state_graph import NoValue

Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """What is observed: formulas and terms by name, in which parameters may occur.

    `meant` are other forms of some of the predicates: they are compared.
    """

    predicates: Mapping[str, Expr]
    terms: Mapping[str, Expr]
    parameters: tuple[Parameter, ...] = ()
    meant: Mapping[str, Expr] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Observation:
    """An instance, the fair actions of its system, and whether all states were reached.

    The instance has no predicate that cannot be evaluated in some state, and no term that cannot
    or that is neither an integer nor a finite set; `sets` are the terms that are sets, `differing`
    the predicates that are not what is meant in all states.
    """

    instance: Instance
    fair: tuple[FairAction, ...]
    complete: bool
    sets: frozenset[str] = frozenset()
    differing: frozenset[str] = frozenset()


def observe(system: System, query: Query, limits: Limits) -> Observation:
    """Explore a system after all passes; raises SpecError if generated code cannot."""
    system = replace(system, symmetry=None, view=None)
    machine = Machine(system)
    with ranked_by(machine.ranks):
        return _Observer(machine, query).observe(limits)


class _Observer:
    def __init__(self, machine: Machine, query: Query) -> None:
        self.machine, self.system, self.query = machine, machine.system, query
        reader = FormulaReader(machine)
        self.fair = fair_actions(self.system, reader, query.parameters)
        self.names = tuple(p.name for p in query.parameters)
        domains = [list(elements(machine.value_of(p.domain))) for p in query.parameters]
        self.rows: tuple[Values, ...] = tuple(product(*domains))
        self.bindings = {
            action.name: tuple(
                tuple(choice[n] for n in action.names)
                for choice in reader.choices(action.bounds, {})
            )
            for action in self.fair
        }

    def observe(self, limits: Limits) -> Observation:
        """The instance; each value of the parameters has its own copy of the states."""
        atoms = [
            *(self._atom(e, row) for e in self._formulas() for row in self.rows),
            *(a for f in self.fair for b in self.bindings[f.name] for a in _atoms(f, b)),
        ]
        columns = columns_of(atoms)
        engine, complete = explore_steps(self.system, columns, self.machine, limits)
        with engine:
            graph = NativeGraph(engine, columns, 0, (), lambda *_: None)
            return self._observed(engine, graph, complete)

    def _formulas(self) -> Iterator[Expr]:
        yield from self.query.predicates.values()
        yield from self.query.meant.values()

    def _truth(self, graph: NativeGraph, formulas: Mapping[str, Expr]) -> dict[str, int]:
        """The states where formulas are true, of those that can be evaluated in all states."""
        truth: dict[str, int] = {}
        for name, e in formulas.items():
            try:
                bits = [graph.bits(self._atom(e, row)) for row in self.rows]
            except NoValue:
                continue
            truth[name] = _joined(bits, graph.states)
        return truth

    def _atom(self, e: Expr, row: Values) -> Atom:
        return Atom(e, self.names, row)

    def _observed(self, engine: Engine, graph: NativeGraph, complete: bool) -> Observation:
        size = graph.states
        truth = self._truth(graph, self.query.predicates)
        meant = self._truth(graph, self.query.meant)
        steps, enabled, fair = self._steps(engine, graph)
        values = self._values(list(engine.states()))
        copies = len(self.rows)
        first = (1 << graph.initial) - 1
        instance = Instance(
            size * copies,
            _joined([first] * copies, size),
            with_orderings(steps, tuple(values.values())),
            truth,
            enabled,
            tuple(values),
            tuple(_outside(each) for each in values.values()),
        )
        sets = frozenset(n for n, each in values.items() if isinstance(each[0], frozenset))
        differing = frozenset(n for n in self.query.meant if truth.get(n) != meant.get(n))
        return Observation(instance, fair, complete, sets, differing)

    # ---- steps ----

    def _steps(
        self, engine: Engine, graph: NativeGraph
    ) -> tuple[list[tuple[int, frozenset[str], int]], dict[str, int], tuple[FairAction, ...]]:
        """All steps with their actions, where fair actions are enabled, and these actions."""
        size, names = graph.states, [a.name for a in self.system.actions]
        taken: dict[tuple[int, int], set[str]] = {}
        for source, target, action in engine.steps():
            if source != target:
                taken.setdefault((source, target), set()).add(names[action])
        pairs = _pairs(graph)
        enabled: dict[str, int] = {}
        satisfied: dict[str, list[int]] = {}
        fair = []
        for each in self.fair:
            seen = self._fair_steps(graph, each, pairs)
            if seen is not None:
                named = self._named(each, seen[0], pairs, taken)
                fair.append(named)
                satisfied[named.name], enabled[named.name] = seen[0], _joined(seen[1], size)
        steps = []
        numbers = {pair: i for i, pair in enumerate(pairs)}
        for copy in range(len(self.rows)):
            for (source, target), actions in taken.items():
                number = numbers[source, target]
                others = {a for a, bits in satisfied.items() if bits[copy] >> number & 1}
                every = frozenset((actions - satisfied.keys()) | others)
                steps.append((copy * size + source, every, copy * size + target))
        return steps, enabled, tuple(fair)

    def _fair_steps(
        self, graph: NativeGraph, action: FairAction, pairs: Sequence[tuple[int, int]]
    ) -> tuple[list[int], list[int]] | None:
        """By value of the parameters, the steps of an action and the states that enable it.

        None if the system is not known to be fair to it.
        """
        steps, states = [], []
        for row in self.rows:
            chosen = dict(zip(self.names, row, strict=True))
            wanted = {n: chosen[p] for n, p in action.given}
            excluded = {n: chosen[p] for n, p in action.others}
            parts = []
            for binding in self.bindings[action.name]:
                named = dict(zip(action.names, binding, strict=True))
                if any(named[n] == value for n, value in excluded.items()):
                    continue
                if all(named[n] == value for n, value in wanted.items()):
                    enabled, step = (graph.bits(atom) for atom in _atoms(action, binding))
                    parts.append((enabled, step))
            of_steps = of_states = 0
            for enabled, step in parts:
                of_states, of_steps = of_states | enabled, of_steps | step
            weak = action.fairness is Fairness.WEAK
            if weak and len(parts) > 1 and not _persist(parts, of_steps, pairs):
                return None
            steps.append(of_steps)
            states.append(of_states)
        return steps, states

    def _named(
        self,
        action: FairAction,
        satisfied: Sequence[int],
        pairs: Sequence[tuple[int, int]],
        taken: Mapping[tuple[int, int], set[str]],
    ) -> FairAction:
        """The action, under another name if that of an action of the system means other steps."""
        if not action.plain or action.name not in {a.name for a in self.system.actions}:
            return action
        for number, pair in enumerate(pairs):
            if (action.name in taken.get(pair, ())) != bool(satisfied[0] >> number & 1):
                return replace(action, name=f"{action.name}_fair", plain=False)
        return action

    # ---- terms ----

    def _values(self, states: Sequence[State]) -> dict[str, list[Rank]]:
        ranks = ((n, self._value_everywhere(e, states)) for n, e in self.query.terms.items())
        return {name: values for name, values in ranks if values is not None}

    def _value_everywhere(self, e: Expr, states: Sequence[State]) -> list[Rank] | None:
        """The values of a term in all copies of all states; None if it has no order."""
        values: list[Rank] = []
        for row in self.rows:
            term = self._term(e, row)
            try:
                for state in states:
                    rank = _rank(term(state))
                    if rank is None:
                        return None
                    values.append(rank)
            except EvalError:
                return None
        return values if len({type(value) for value in values}) == 1 else None

    def _term(self, e: Expr, row: Values) -> Callable[[State], Value]:
        compiler = self.machine.compiler
        code, size = compiler.top(e, self.names)
        rest = [0, *row] + [None] * (size - len(row))

        def value(state: State) -> Value:
            compiler.restart()
            found: Value = code([state, None, *rest])
            return found

        return value


def _atoms(action: FairAction, binding: Values) -> tuple[Atom, Atom]:
    enabled = Atom(action.enabled, action.names, binding)
    return enabled, Atom(action.step, action.names, binding, step=True)


def _rank(value: Value) -> Rank | None:
    """A value that has an order: an integer or a finite set."""
    if isinstance(value, int):
        return value
    finite = canonical(value)
    return frozenset(finite.elements) if isinstance(finite, FiniteSet) else None


def _outside(values: Sequence[Rank]) -> int:
    """The states in which a number is negative."""
    return sum(1 << i for i, value in enumerate(values) if isinstance(value, int) and value < 0)


def _joined(bits: Sequence[int], size: int) -> int:
    """The states of all copies as one number."""
    return sum(each << copy * size for copy, each in enumerate(bits))


def _pairs(graph: NativeGraph) -> list[tuple[int, int]]:
    """The steps of a graph by number: the states that they leave and reach."""
    first, target = graph.first, graph.target
    return [(s, target[i]) for s in range(graph.states) for i in range(first[s], first[s + 1])]


def _persist(
    parts: Sequence[tuple[int, int]], taken: int, pairs: Sequence[tuple[int, int]]
) -> bool:
    """Whether each part stays enabled until the action is taken.

    Then a system that is weakly fair to each part is weakly fair to the action for some values.
    """
    others = [pair for i, pair in enumerate(pairs) if not taken >> i & 1]
    return not any(
        enabled >> source & 1 and not enabled >> target & 1
        for enabled, _ in parts
        for source, target in others
    )
