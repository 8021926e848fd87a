"""The reachable states of the configured model, and the conditions that they violate.

Formulas are evaluated as columns over the state graph. Steps that look alike to the diagram are
judged once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from holdfast.cancellation import is_over, tick
from holdfast.check.advice import diagnose
from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.check.liveness.formulas import Atom
from holdfast.check.liveness.interpreted_graph import InterpretedGraph
from holdfast.check.liveness.native_graph import NativeGraph, columns_of
from holdfast.check.liveness.problem import StateGraph
from holdfast.check.unjudged import unjudged
from holdfast.diagram.conditions import Condition
from holdfast.diagram.meaning import Meaning
from holdfast.diagram.views import (
    Formulas,
    StateView,
    StepView,
    initial_problems,
    state_problems,
    step_problems,
)
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Expr
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.limits import NO_LIMITS, Limits
from holdfast.native.emit.support import unsupported
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Figures, Run
from holdfast.native.run.state_graph import NoValue
from holdfast.prove.encodings import require_subscript
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Failed, Step

_MOST_EXAMINED = 10_000
"""How many violating steps the interpreter looks at for the names of their actions."""


@dataclass(frozen=True, slots=True)
class Example:
    """A state, or a step from it, that violates a condition.

    `constants` are given where a solver chose them; `reachable` is None if that is not known.
    """

    before: Mapping[str, Value]
    step: Step | None = None
    constants: Mapping[str, Value] = field(default_factory=dict)
    reachable: bool | None = True


@dataclass(frozen=True, slots=True)
class Explored:
    """The violated conditions of an instance, each with the first example.

    If the search is not `complete`, other conditions may be violated by states beyond it.
    `unnamed` are nodes with violating steps whose actions were not all examined.
    """

    violated: Mapping[Condition, Example]
    complete: bool
    states: int
    steps: int
    engine: str
    unnamed: frozenset[str] = frozenset()
    seen: frozenset[str] = field(default=frozenset())


def explore(meaning: Meaning, limits: Limits = NO_LIMITS, engine: str = "auto") -> Explored:
    """Explore all reachable states of an instance, and judge all conditions that they decide."""
    require_supported(meaning.system)
    try:
        return _explored(meaning, limits, engine)
    except NoValue:  # where the interpreter can evaluate a formula that C cannot
        return _explored(meaning, limits, "interp")
    except EvalError as error:
        raise SpecError(diagnose(error, meaning.system)) from None


def _explored(meaning: Meaning, limits: Limits, engine: str) -> Explored:
    system = observed(meaning.system)
    atoms = _Atoms.of(Formulas.of(meaning))
    with _graph(system, atoms.all(), limits, engine) as (graph, complete, used):
        return _Judge(meaning, Machine(system), graph, atoms).run(complete, used)


def require_supported(system: System) -> None:
    """Reject incomplete subscripts, and steps through transient states (`atomic` in Promela)."""
    require_subscript(system)
    if system.transient is not None:
        message = "a diagram of a system with transient states (`atomic` or `d_step`)"
        raise SpecError(Diagnostic("unsupported", message, system.transient.span))


def observed(system: System) -> System:
    """The system without what identifies states or ends a search early, but with its fairness."""
    return replace(unjudged(system), fairness=system.fairness, alias=None, compared=())


@dataclass(frozen=True, slots=True)
class _Atoms:
    """The formulas of views as atoms of a state graph, by name."""

    nodes: dict[str, Atom]
    enabled: dict[str, Atom]
    ordered: dict[str, Atom]
    steps: dict[str, Atom]
    decreasing: dict[str, Atom]
    kept: dict[str, Atom]

    @staticmethod
    def of(f: Formulas) -> _Atoms:
        def states(formulas: Mapping[str, Expr]) -> dict[str, Atom]:
            return {name: Atom(e) for name, e in formulas.items()}

        def steps(formulas: Mapping[str, Expr]) -> dict[str, Atom]:
            return {name: Atom(e, step=True) for name, e in formulas.items()}

        enabled = states(f.enabled)
        taken = {n: Atom(e, step=True, guard=enabled[n]) for n, e in f.steps.items()}
        return _Atoms(
            states(f.nodes), enabled, states(f.ordered), taken, steps(f.decreasing), steps(f.kept)
        )

    def all(self) -> list[Atom]:
        """All atoms."""
        groups = (self.nodes, self.enabled, self.ordered, self.steps, self.decreasing, self.kept)
        return [atom for group in groups for atom in group.values()]


# ---- the graph ----


@contextmanager
def _graph(
    system: System, atoms: Sequence[Atom], limits: Limits, engine: str
) -> Iterator[tuple[StateGraph, bool, str]]:
    """The state graph, whether it is complete, and the engine."""
    columns = columns_of(atoms)
    problems = unsupported(system, tuple(column.expr for column in columns))
    if engine == "native" and problems:
        raise SpecError(*problems)
    if engine == "interp" or problems:
        yield (*_interpreted(system, limits), "interp")
        return
    machine = Machine(system)
    with Engine(system, keep_steps=True, columns=columns, machine=machine) as native:
        run = native.run(_pause(limits))
        tick()
        if native.event() is None and native.trap() is None:
            fail = _failing(machine)
            yield NativeGraph(native, columns, 0, (), fail), run is Run.DONE, "native"
            return
    yield (*_interpreted(system, limits), "interp")  # it words the error


def _pause(limits: Limits) -> Callable[[Figures], bool]:
    started = time.monotonic()

    def pause(figures: Figures) -> bool:
        late = limits.seconds is not None and time.monotonic() - started > limits.seconds
        many = limits.states is not None and figures.distinct > limits.states
        return not late and not many and not is_over()

    return pause


def _failing(machine: Machine) -> Callable[[Atom, State, State | None], None]:
    def fail(atom: Atom, state: State, after: State | None) -> None:
        machine.test(atom.expr, atom.names, atom.values)(state, after)

    return fail


def _interpreted(system: System, limits: Limits) -> tuple[StateGraph, bool]:
    answer = check(system, SearchOptions(limits, keep_graph=True, engine="interp"))
    if isinstance(answer.verdict, Failed):
        raise SpecError(*answer.verdict.diagnostics)
    graph = answer.graph
    assert graph is not None, "the graph is kept"
    found = InterpretedGraph(Machine(system), graph.states, len(graph.initial), graph.edges)
    return found, answer.complete


# ---- judging ----


class _Judge:
    def __init__(
        self, meaning: Meaning, machine: Machine, graph: StateGraph, atoms: _Atoms
    ) -> None:
        self.meaning = meaning
        self.diagram = meaning.diagram
        self.machine = machine
        self.graph = graph
        self.atoms = atoms
        self.violated: dict[Condition, Example] = {}

    def run(self, complete: bool, engine: str) -> Explored:
        """All violations, of states and of steps."""
        graph = self.graph
        nodes = _by_place([graph.bits(a) for a in self.atoms.nodes.values()], graph.states)
        self._states(nodes)
        unnamed = self._steps(nodes)
        names = tuple(self.atoms.nodes)
        seen = frozenset(n for mask in set(nodes) for n in _chosen(names, mask))
        return Explored(
            self.violated, complete, graph.states, graph.steps, engine, frozenset(unnamed), seen
        )

    def _states(self, nodes: Sequence[int]) -> None:
        graph, atoms = self.graph, self.atoms
        names = tuple(atoms.nodes), tuple(atoms.enabled), tuple(atoms.ordered)
        enabled = _by_place([graph.bits(a) for a in atoms.enabled.values()], graph.states)
        ordered = _by_place([graph.bits(a) for a in atoms.ordered.values()], graph.states)
        known: dict[tuple[int, int, int, bool], None] = {}
        for number, masks in enumerate(zip(nodes, enabled, ordered, strict=True)):
            key = (*masks, number < graph.initial)
            if key in known:
                continue
            known[key] = None
            view = StateView(*(_chosen(n, m) for n, m in zip(names, masks, strict=True)))
            found = list(state_problems(view, self.diagram))
            if number < graph.initial:
                found += initial_problems(view, self.diagram)
            for condition in found:
                self.violated.setdefault(condition, Example(self._named(number)))

    def _steps(self, nodes: Sequence[int]) -> set[str]:
        graph, atoms = self.graph, self.atoms
        groups = (atoms.steps, atoms.decreasing, atoms.kept)
        masks = [
            _by_place([graph.bits(a) for a in group.values()], graph.steps) for group in groups
        ]
        names = tuple(atoms.nodes), *(tuple(group) for group in groups)
        problems: dict[tuple[int, ...], tuple[Condition, ...]] = {}
        wrong: list[tuple[int, int, tuple[Condition, ...]]] = []
        first, target = graph.first, graph.target
        for source in range(graph.states):
            for step in range(first[source], first[source + 1]):
                if target[step] == source:
                    continue  # a step that changes nothing stutters
                key = (nodes[source], nodes[target[step]], *(m[step] for m in masks))
                if key not in problems:
                    view = StepView(
                        _chosen(names[0], key[0]),
                        _chosen(names[0], key[1]),
                        *(_chosen(n, m) for n, m in zip(names[1:], key[2:], strict=True)),
                    )
                    problems[key] = tuple(step_problems(view, self.diagram))
                if problems[key]:
                    wrong.append((source, target[step], problems[key]))
        return self._named_problems(wrong)

    def _named_problems(self, wrong: Sequence[tuple[int, int, tuple[Condition, ...]]]) -> set[str]:
        """Violations with the actions of their steps; the nodes where some were not examined."""
        for before, after, conditions in wrong[:_MOST_EXAMINED]:
            tick()
            state = self.graph.state(before)
            steps = self._taken(state, self.graph.state(after))
            for condition in conditions:
                for step in steps:
                    named = condition
                    if condition.kind == "O2":
                        named = replace(condition, action=step.action or "")
                    self.violated.setdefault(named, Example(self._row(state), step))
        rest = wrong[_MOST_EXAMINED:]
        return {c.node for _, _, found in rest for c in found if c.kind == "O2"}

    def _taken(self, before: State, after: State) -> list[Step]:
        """The steps between two states, one for each action."""
        found: dict[str, Step] = {}
        for mover in self.machine.movers:
            name = mover.action.name
            for move in self.machine.moves(before, mover):
                if move.state == after and name not in found:
                    found[name] = Step(self._row(after), name, move.arguments, mover.action.span)
        assert found, "a step of the state graph is one of an action"
        return list(found.values())

    def _named(self, number: int) -> dict[str, Value]:
        return self._row(self.graph.state(number))

    def _row(self, state: State) -> dict[str, Value]:
        return dict(zip(self.machine.system.variables, state, strict=True))


def _by_place(columns: Sequence[int], count: int) -> list[int]:
    """For each place, the columns that have its bit, as bits."""
    found = [0] * count
    for number, column in enumerate(columns):
        digits = bin(column)[:1:-1]
        for place, digit in enumerate(digits):
            if digit == "1":
                found[place] |= 1 << number
    return found


def _chosen(names: Sequence[str], mask: int) -> frozenset[str]:
    return frozenset(name for i, name in enumerate(names) if mask >> i & 1)
