"""Random behaviours with the interpreter: what they are is defined here.

A behaviour begins in one of the initial states. In each state, instances of actions are run in a
random order until one of them has a successor within the constraints. Of these one is chosen, all
with the same probability. Every generated state is checked. Transient states are states of a
behaviour, but invariants and constraints are not about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from random import Random

from holdfast.cancellation import Interruption, cancel_by, honour, tick
from holdfast.check.advice import diagnose
from holdfast.check.engine import Exploration
from holdfast.check.figures import Standing
from holdfast.check.simulation import Found, SimulationOptions, Watch
from holdfast.check.steps import action_step, state_step, step_between
from holdfast.check.trace_values import trace_value
from holdfast.interp.context import Context
from holdfast.interp.machine import Binding, Machine, Move, Mover
from holdfast.interp.step import State
from holdfast.interp.walks import MOST_BINDINGS, MOST_INITIAL, Stream, Tally, action_names
from holdfast.ir.body import assertion_names, split_invariants, without_assertions
from holdfast.ir.errors import EvalError
from holdfast.ir.fingerprint import MASK, fingerprint, mix
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.source import Diagnostic
from holdfast.verdict import Failed, Kind, Trace, Violated


class Stopped(Exception):
    """A violation or an error ends the simulation."""

    def __init__(self, verdict: Violated | Failed) -> None:
        super().__init__()
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Walked:
    """A behaviour: its states, and the action of each step."""

    states: tuple[State, ...]
    movers: tuple[Mover, ...]


class Walker:
    """Random behaviours of one system."""

    def __init__(self, exploration: Exploration, options: SimulationOptions) -> None:
        self.exploration, self.options = exploration, options
        self.machine = machine = exploration.machine
        self.system = system = exploration.system
        self.names = action_names(system)
        self.tally = Tally.empty(len(self.names) + len(options.counted))
        self.constraints = [machine.test(p.expr) for p in system.constraints]
        self.action_constraints = [machine.test(p.expr) for p in system.action_constraints]
        self.proper, self.everywhere = (
            [(p.name, machine.test(p.expr)) for p in group] for group in split_invariants(system)
        )
        self.starts = [(p.name, machine.test(p.expr)) for p in system.initial_properties]
        self.steps = [(p.name, machine.test(p.expr)) for p in system.step_properties]
        transient, may_end = system.transient, system.may_end
        self.transient = None if transient is None else machine.test(transient)
        self.may_end = None if may_end is None else machine.test(may_end)
        self.assertions = assertion_names(system)
        self.counted = [(c.of_steps, machine.test(c.expr)) for c in options.counted]
        self.initial: list[State] = []
        self.instances: list[tuple[Mover, Binding | None]] | None = None
        self._order: list[int] = []
        self._states: list[State] = []
        self._movers: list[Mover] = []
        self._generated = 0
        exploration.standing = self._standing
        machine.context.trace = self._states_so_far

    def start(self, check: bool = True) -> None:
        """Compute the initial states, and keep a sample of them; usually check them."""
        stream = Stream(self.options.seed, 0)
        tally = self.tally

        def visit(state: State) -> None:
            tick()
            tally.generated += 1
            if not (self._offered(None, state, None) if check else self._is_inside(state)):
                return
            tally.initial += 1
            if tally.initial <= MOST_INITIAL:
                self.initial.append(state)
                return
            place = stream.below(tally.initial)
            if place < MOST_INITIAL:
                self.initial[place] = state

        try:
            self.machine.initial_states(visit)
        except EvalError as error:
            raise self._failed(error) from None

    def walk(self, number: int) -> Walked:
        """Simulate one behaviour, and count it; raises Stopped."""
        stream = Stream(self.options.seed, number)
        # Random choices of the spec itself do not depend on other behaviours either.
        self.machine.context.random.seed(f"{self.options.seed} {number}")
        self._states = [self.initial[stream.below(len(self.initial))]]
        self._movers, self._generated, self._order = [], 0, []
        occurred = [0] * len(self.tally.counts)
        digest = 0
        try:
            while True:
                digest = mix((digest + fingerprint(self._states[-1])) & MASK)
                self._count(occurred)
                if len(self._states) > self.options.depth or not self._step(stream, occurred):
                    break
        except Stopped:
            self.tally.add_behaviour(len(self._states), self._generated, occurred)
            raise
        tally = self.tally
        tally.add_behaviour(len(self._states), self._generated, occurred)
        tally.stuck += len(self._states) <= self.options.depth
        tally.digest = (tally.digest + mix(digest)) & MASK
        return Walked(tuple(self._states), tuple(self._movers))

    def _count(self, occurred: list[int]) -> None:
        state, before = self._states[-1], self._states[-2:-1]
        self.exploration.level = len(self._states)
        try:
            for i, (of_steps, holds) in enumerate(self.counted, len(self.names)):
                if of_steps and before:
                    occurred[i] += holds(before[0], state)
                elif not of_steps:
                    occurred[i] += holds(state)
        except EvalError as error:
            raise self._failed(error) from None

    def _step(self, stream: Stream, occurred: list[int]) -> bool:
        """Choose a successor; False if there is none to choose."""
        tick()
        state, moved = self._states[-1], False
        for mover, binding in self._in_random_order(stream):
            offered, chosen = 0, None
            successors = self._successors(state, mover, binding)
            violated = self.machine.context.violated
            for i, successor in enumerate(successors):
                moved = True
                for number in violated.get(i, ()):
                    trace = self._trace((successor, mover))
                    raise Stopped(Violated("assert", self.assertions[number], trace))
                if self._offered(state, successor, mover):
                    offered += 1
                    if offered == 1 or stream.below(offered) == 0:
                        chosen = successor
            if chosen is not None:
                self._movers.append(mover)
                self._states.append(chosen)
                occurred[self.names[mover.action.name]] += 1
                return True
        if not moved:
            self._check_stuck(state)
        return False

    def _in_random_order(self, stream: Stream) -> Iterator[tuple[Mover, Binding | None]]:
        """The instances of actions (Fisher-Yates, as far as they are asked for)."""
        instances = self._instances()
        order = self._order = self._order or list(range(len(instances)))
        for i in range(len(order)):
            at = i + stream.below(len(order) - i)
            order[i], order[at] = order[at], order[i]
            yield instances[order[i]]

    def _instances(self) -> list[tuple[Mover, Binding | None]]:
        """Each action for each binding of the names around it, which does not depend on states."""
        if self.instances is None:
            try:
                movers = self.machine.movers
                self.instances = [(m, b) for m in movers for b in self._bindings(m)]
            except EvalError as error:
                raise self._failed(error) from None
        return self.instances

    def _bindings(self, mover: Mover) -> list[Binding | None]:
        found = list(islice(self.machine.bindings(mover), MOST_BINDINGS + 1))
        return [*found] if len(found) <= MOST_BINDINGS else [None]

    def _successors(self, state: State, mover: Mover, binding: Binding | None) -> list[State]:
        context = self.machine.context
        context.composed = 0
        self.exploration.level = len(self._states)
        try:
            successors = self.machine.successors(state, mover, binding)
        except EvalError as error:
            raise self._failed(error) from None
        self._generated += context.composed + len(successors)
        return successors

    # ---- checks ----

    def _offered(self, before: State | None, state: State, mover: Mover | None) -> bool:
        """Check a generated state; whether it is within the constraints."""
        level = 0 if before is None else len(self._states)
        try:
            self.exploration.level = level + 1
            inside = self._is_inside(state)
            if inside and before is not None:
                self.exploration.level = level
                inside = all(holds(before, state) for holds in self.action_constraints)
                self.exploration.level = level + 1
            if not self._is_transient(state):
                self._check_invariants(self.proper, state, (state, mover))
            self._check_invariants(self.everywhere, state, (state, mover))
            self.exploration.level = level
            self._check_step(before, state, mover)
        except EvalError as error:
            raise self._failed(error, (state, mover)) from None
        return inside

    def _check_invariants(
        self,
        invariants: list[tuple[str, Callable[..., bool]]],
        state: State,
        last: tuple[State, Mover | None] | None,
    ) -> None:
        for name, holds in invariants:
            if not holds(state):
                raise Stopped(Violated("invariant", name, self._trace(last)))

    def _check_stuck(self, state: State) -> None:
        """Check a state without successors, which is proper even if it is transient."""
        try:
            if self._is_transient(state):
                self._check_invariants(self.proper, state, None)
            if not self.system.check_deadlock or (self.may_end and self.may_end(state)):
                return
        except EvalError as error:
            raise self._failed(error) from None
        raise Stopped(Violated("deadlock", "deadlock", self._trace()))

    def _is_inside(self, state: State) -> bool:
        return self._is_transient(state) or all(holds(state) for holds in self.constraints)

    def _is_transient(self, state: State) -> bool:
        return self.transient is not None and self.transient(state)

    def _check_step(self, before: State | None, state: State, mover: Mover | None) -> None:
        if before is None:
            for name, holds in self.starts:
                if not holds(state):
                    raise Stopped(Violated("temporal", name, self._trace((state, mover))))
            return
        for name, holds in self.steps:
            if not holds(before, state):
                raise Stopped(Violated("action", name, self._trace((state, mover))))

    def _failed(self, error: EvalError, last: tuple[State, Mover | None] | None = None) -> Stopped:
        kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
        trace = self._trace(last) if last is not None or self._states else None
        return Stopped(Failed(kind, (diagnose(error, self.system),), trace))

    # ---- traces ----

    def _trace(self, last: tuple[State, Mover | None] | None = None) -> Trace:
        """The behaviour so far, and one more state."""
        states, movers = list(self._states), list(self._movers)
        if last is not None:
            states.append(last[0])
            movers += [] if last[1] is None else [last[1]]
        return trace_of_walk(self.exploration, Walked(tuple(states), tuple(movers)))

    def _standing(self) -> Standing:
        generated = self.tally.generated + self._generated
        return Standing(self.exploration.level, generated=generated, initial=self.tally.initial)

    def _states_so_far(self) -> Value | None:
        variables = self.system.variables
        states = self._states[: max(self.exploration.level, 1)]
        return trace_value(dict(zip(variables, s, strict=True)) for s in states) or None


def trace_of_walk(exploration: Exploration, walked: Walked) -> Trace:
    """A behaviour as a trace; the arguments of its actions are computed again."""
    machine, system = exploration.machine, exploration.system
    steps = [state_step(system, walked.states[0])]
    pairs = zip(pairwise(walked.states), walked.movers, strict=True)
    for exploration.level, ((before, after), mover) in enumerate(pairs, 1):
        # A choice that depends on more than the state is perhaps not found again.
        step = step_between(machine, before, after, [mover])
        steps.append(step or action_step(system, mover.action, Move(after, ())))
    return Trace(tuple(steps))


class InterpretedSimulation:
    """A simulation with the interpreter, which supports every system."""

    def refusals(self, exploration: Exploration, options: SimulationOptions) -> list[Diagnostic]:
        """None: the interpreter supports every system."""
        return []

    def run(self, exploration: Exploration, options: SimulationOptions, watch: Watch) -> Found:
        """Simulate until there are enough behaviours, or `watch` returns False."""
        walker = Walker(exploration, options)
        try:
            self._walk(walker, options, watch)
            honour()
        except Stopped as stopped:
            honour()
            return Found(walker.tally, stopped.verdict)
        except Interruption as stop:
            honour()
            return Found(walker.tally, cause=stop.cause)
        except KeyboardInterrupt as error:
            cancel_by(error)
            return Found(walker.tally, cause="cancelled")
        return Found(walker.tally)

    def _walk(self, walker: Walker, options: SimulationOptions, watch: Watch) -> None:
        walker.start()
        number = 1
        while walker.initial and (options.traces is None or number <= options.traces):
            walker.walk(number)
            number += 1
            if not watch(walker.tally):
                return


def behaviour_traces(system: System, options: SimulationOptions, number: int) -> Iterator[Trace]:
    """The first behaviours of a simulation, without checking them again."""
    system = replace(
        without_assertions(system),
        invariants=(),
        initial_properties=(),
        step_properties=(),
        check_deadlock=False,
    )
    context = Context(output=lambda line: None, random=Random(options.seed))
    exploration = Exploration(Machine(system, context))
    with ranked_by(exploration.machine.ranks):
        walker = Walker(exploration, replace(options, counted=()))
        walker.start()
        for i in range(1, number + 1 if walker.initial else 1):
            yield trace_of_walk(exploration, walker.walk(i))
