"""Reachable states of several instances: all states of small ones, random walks in others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

from holdfast.cancellation import is_over, tick, uninterrupted
from holdfast.infer.lift import Lifted, lift_body
from holdfast.infer.samples.instances import (
    Instance,
    Model,
    instances,
    instantiate,
    larger_instances,
    meets_assumptions,
)
from holdfast.infer.samples.rare import rare_states
from holdfast.interp.machine import Machine, Mover
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.errors import EvalError
from holdfast.ir.literals import expr_of
from holdfast.ir.system import Body, System
from holdfast.ir.values import LazySet, Value
from holdfast.native.emit.reach import variables_of
from holdfast.native.emit.support import unsupported
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Run


@dataclass(frozen=True, slots=True)
class Budget:
    """How much to sample: states of one instance and in all, random walks, steps of an instance.

    Seconds are only a safety net: a result must not depend on the load of the machine.
    """

    per_instance: int = 250
    states: int = 1600
    walks: int = 25
    depth: int = 40
    generated: int = 8_000
    native: int = 18_000
    seconds: float = 30.0
    rare: int = 0
    """How many steps of walks that continue from rarely seen states."""


@dataclass(slots=True)
class Samples:
    """Reachable states, in the order in which they were found, and which actions fired."""

    states: list[State] = field(default_factory=list)
    sizes: list[str] = field(default_factory=list)
    fired: set[str] = field(default_factory=set)
    known: set[State] = field(default_factory=set)
    undefined: EvalError | None = None
    """The error because of which some steps are missing."""

    def add(self, state: State) -> bool:
        """Store a state if it is new."""
        if state in self.known:
            return False
        self.known.add(state)
        self.states.append(state)
        return True


_MOST_INITIAL = 2000
_MOST_CHOICES = 20_000


def _domains(b: Body) -> Iterator[ir.Expr]:
    """The sets that an initial predicate chooses from."""
    match b:
        case bodies.AssignFrom(_, domain, _):
            yield domain
        case bodies.Sequence(items, _):
            for item in items:
                yield from _domains(item)
        case bodies.ForSome(bounds, inner, _):
            yield from (x.domain for x in bounds if x.domain is not None)
            yield from _domains(inner)
        case bodies.Within(_, inner, _):
            yield from _domains(inner)
        case _:
            return


class _Enough(Exception):
    """The limit on initial states is reached; the rest are skipped."""


class Sampler:
    """Explores instances of one system with one machine."""

    def __init__(
        self, system: System, lifted: Lifted, machine: Machine, model: Model, seed: int = 0
    ) -> None:
        assert system.init is not None
        self.system = system
        self.lifted = lifted
        self.init = lift_body(system.init, lifted)
        self.machine = machine
        self.model = model
        self.random = Random(seed)
        self.samples = Samples()
        self.generated = 0

    def run(self, budget: Budget, stop: Callable[[], bool] = lambda: False) -> Samples:
        """Sample until the budget is spent: the configured instance, then small to large."""
        started = time.monotonic()
        if budget.native:
            self.explore_natively(self.model.instance(), budget.native)
        first = len(self.samples.states)
        for instance in self._chosen():
            spent = time.monotonic() - started
            if spent > budget.seconds or len(self.samples.states) - first > budget.states or stop():
                break
            self.explore(instance, budget)
        return self.samples

    def run_larger(self, budget: Budget, is_fine: Callable[[State], bool]) -> None:
        """Sample larger instances than the configured one, unless their states are not fine."""
        for instance in larger_instances(self.model):
            if not meets_assumptions(instance, self.lifted, self.machine):
                continue
            own, self.samples = self.samples, Samples()
            self.explore(instance, budget)
            initial = self._some(self.initial_states(instance), budget.per_instance)
            for state in rare_states(initial, self._all_moves, budget.rare, self.random):
                self.samples.add(state)
            found, self.samples = self.samples, own
            if all(map(is_fine, found.states)):
                own.sizes += found.sizes
                for state in found.states:
                    own.add(state)

    def states_of(self, constants: tuple[Value, ...], budget: Budget) -> list[State]:
        """Reachable states of the instance with these constants."""
        named = dict(zip(self.lifted.constants, constants, strict=True))
        own, self.samples = self.samples, Samples()
        self.explore(Instance(named, {}), budget)
        found, self.samples = self.samples.states, own
        return found

    def _chosen(self) -> Iterable[Instance]:
        """The configured instance, then those with sets of one size, then the others."""
        every = list(islice(instances(self.model, self.system, self.lifted, self.machine), 120))
        sorts = self.model.sorts

        def order(i: Instance) -> tuple[bool, int]:
            sizes = [i.sizes[s] for s in sorts]
            return (len(set(sizes)) > 1 or 1 in sizes, sum(sizes))

        return (self.model.instance(), *sorted(every, key=order)[:40])

    def explore_natively(self, instance: Instance, most: int) -> bool:
        """All states of an instance within its constraints, if they are not too many."""
        system = replace(
            instantiate(self.system, instance, self.model.names),
            invariants=(),
            properties=(),
            step_properties=(),
            temporal=(),
            check_deadlock=False,
        )
        if unsupported(system):
            return False
        with uninterrupted(), Engine(system, keep_states=True) as engine:
            end = engine.run(lambda figures: figures.distinct <= most and not is_over())
            if end is not Run.DONE or engine.figures().distinct > most:
                return False
            self.samples.sizes.append(instance.label())
            for state in engine.states():
                tick()
                self.samples.add(self.lifted.row(instance.constants, state))
            names = [a.name for a in system.actions]
            self.samples.fired |= {n for i, n in enumerate(names) if engine.fired(i)}
        return True

    def explore(self, instance: Instance, budget: Budget) -> bool:
        """Sample one instance; returns whether all of its states were found."""
        if self._choices(instance) > _MOST_CHOICES and self.samples.states:
            return False
        initial = self.initial_states(instance)
        before = len(self.samples.states)
        self.samples.sizes.append(instance.label())
        self.generated = 0
        complete = self._breadth_first(initial, budget.per_instance, budget.generated // 2)
        if not complete and initial:
            for _ in range(budget.walks):
                self.walk(self.random.choice(initial), budget.depth, budget.generated)
        return complete and len(self.samples.states) > before

    def _choices(self, instance: Instance) -> int:
        """An estimate of the choices in Init: enumerating too many would take too long."""
        state = self.lifted.row(instance.constants, (None,) * len(self.lifted.variables))  # type: ignore[arg-type]
        total = 1
        for domain in _domains(self.init):
            if not variables_of(domain, self.lifted.system).isdisjoint(self.lifted.variables):
                continue  # it depends on what was chosen before
            try:
                found = self.machine.value(domain, state)
            except EvalError:
                continue  # the same, by a name that is bound around it
            total *= found.size() if isinstance(found, LazySet) else 1
        return total

    def initial_states(self, instance: Instance) -> list[State]:
        """The initial states of an instance, each once."""
        fixed = tuple(
            bodies.Assign(name, expr_of(instance.constants[name]), ir.TRUE)
            for name in self.lifted.constants
        )
        init = bodies.Sequence((*fixed, self.init), ir.TRUE)
        machine = Machine(replace(self.lifted.system, init=init, actions=()))
        found: dict[State, None] = {}

        def visit(state: State) -> None:
            tick()
            found[state] = None
            if len(found) >= _MOST_INITIAL:
                raise _Enough

        try:
            machine.initial_states(visit)
        except EvalError:
            return []
        except _Enough:
            pass
        return list(found)

    def _breadth_first(self, initial: list[State], most: int, steps: int) -> bool:
        frontier = [s for s in self._some(initial, most) if self.samples.add(s)]
        count = len(frontier)
        while frontier:
            following = []
            for state in frontier:
                for after in self.successors(state):
                    if self.samples.add(after):
                        following.append(after)
                        count += 1
                if count > most or self.generated > steps:
                    return False
            frontier = following
        return count >= len(initial)

    def _some(self, states: list[State], most: int) -> list[State]:
        return states if len(states) <= most else self.random.sample(states, most)

    def walk(self, state: State, depth: int, steps: int) -> None:
        """Store the states of a random walk; rare actions are as likely as frequent ones."""
        for _ in range(depth):
            self.samples.add(state)
            if self.generated > steps:
                return
            movers = list(self.machine.movers)
            self.random.shuffle(movers)
            for mover in movers:
                found = self._moves(state, mover)
                if found:
                    state = self.random.choice(found)
                    break
            else:
                return

    def successors(self, state: State) -> list[State]:
        """All successors. Constraints are ignored: lemmas must hold beyond them."""
        return [after for mover in self.machine.movers for after in self._moves(state, mover)]

    def _all_moves(self, state: State) -> list[list[State]]:
        return [self._moves(state, mover) for mover in self.machine.movers]

    def _moves(self, state: State, mover: Mover) -> list[State]:
        tick()
        try:
            found = self.machine.successors(state, mover)
        except EvalError as error:
            # Beyond a constraint, or with constants that the spec is not meant for.
            self.samples.undefined = self.samples.undefined or error
            return []
        if found:
            self.samples.fired.add(mover.action.name)
        self.generated += len(found)
        return [s for s in found if s != state]
