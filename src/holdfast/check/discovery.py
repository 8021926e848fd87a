"""The states that a search with the interpreter has found, and what is checked of each.

States are counted, checked and stored in TLC's order, so that counts and the length of a
counterexample agree with it: a successor is generated, its constraint decides whether it
is stored, and it is checked if it is new or outside the constraint.
"""

from __future__ import annotations

from typing import Any

from holdfast.check.advice import diagnose
from holdfast.check.coverage import Profile
from holdfast.check.engine import Exploration, Search
from holdfast.check.explored_traces import Traces
from holdfast.check.reductions import key_function
from holdfast.check.trace_values import trace_value
from holdfast.interp.counters import Counters
from holdfast.interp.machine import Machine, Mover
from holdfast.interp.observe import Observer
from holdfast.interp.step import State
from holdfast.interp.transient import Paths
from holdfast.ir.body import split_invariants
from holdfast.ir.errors import EvalError
from holdfast.ir.sites import Sites
from holdfast.ir.values import Value
from holdfast.verdict import Failed, Kind, Trace, Violated


class Stop(Exception):
    """Ends the search with the recorded verdict."""


class Discovery:
    """The states of one search."""

    def __init__(self, exploration: Exploration) -> None:
        self.exploration = exploration
        self.system = system = exploration.system
        # Traces and reasons are evaluated by a machine that counts nothing.
        self.machine, self.profile = exploration.machine, self._profile()
        self.running = machine = self._running()
        self.search = Search()
        self.traces = Traces(exploration, self.search)
        self.paths: Paths | None = None
        self.known: dict[Any, int] = {}
        self.key = key_function(machine)
        self.constraints = [machine.test(p.expr) for p in system.constraints]
        self.action_constraints = [machine.test(p.expr) for p in system.action_constraints]
        self.proper, self.everywhere = (
            [(p.name, machine.test(p.expr)) for p in group] for group in split_invariants(system)
        )
        self.invariants = [*self.proper, *self.everywhere]
        self.starts = [(p.name, machine.test(p.expr)) for p in system.initial_properties]
        self.steps = [(p.name, machine.test(p.expr)) for p in system.step_properties]
        self.possible = exploration.possible
        observation = exploration.options.observation
        self.terms = None if observation is None else Observer(self.machine, observation)
        transient = system.transient if exploration.exposes else None
        self.exposed = None if transient is None else machine.test(transient)
        taken = () if exploration.liveness is None else exploration.liveness.taken()
        test = self.machine.test  # temporal properties are not counted
        self.step_tests = {a: test(a.expr, a.names, a.values) for a in taken}
        self.keep_edges = exploration.options.keep_graph or exploration.liveness is not None
        self.entering = 0
        self.looked_at: tuple[int, State | None] = -1, None
        machine.context.trace = self._states_so_far

    def _profile(self) -> Profile | None:
        """Where evaluations are counted, if they are."""
        if not self.exploration.options.coverage:
            return None
        return Profile(self.system, Counters(Sites(self.system)))

    def _running(self) -> Machine:
        """The machine that explores."""
        if self.profile is None:
            return self.machine
        return self.machine.counting(self.profile.counters)

    # ---- states ----

    def meet(self, state: State, parent: int, mover: Mover | None) -> None:
        """Handle a generated state: store it if new and within the constraints, and check it."""
        before = self.search.states[parent] if parent >= 0 else None
        level, index = self.exploration.level, -1
        try:
            self.exploration.level, self.looked_at = level + 1, (parent, state)
            transient = self.exposed is not None and self.exposed(state)
            free = transient or not self.constraints
            inside = free or all(holds(state) for holds in self.constraints)
            if inside and before is not None:
                inside = self._allowed(before, state, level)
            new = not inside
            if inside:
                key = self.key(state)
                index = self.known.get(key, -1)
                if index < 0:
                    new, index = True, self._keep(state, key, parent)
                    if self.profile is not None:
                        self.profile.found(mover.action if mover and parent >= 0 else None)
            if new:
                if self.terms is not None and not transient:
                    self.terms.observe(state, inside)
                for name, holds in self.everywhere if transient else self.invariants:
                    if not holds(state):
                        self.violated("invariant", name, parent, state, mover)
            self.exploration.level, self.looked_at = level, (parent, None)
            self._check_step(state, parent, mover, before)
        except EvalError as error:
            self.fail(error, self._trace_with(state, parent, mover))
        self.entering = 0
        if self.keep_edges and parent >= 0 and index >= 0 and mover is not None:
            self.search.edges.append((parent, index, mover.action.name))
            if self.step_tests and before is not None:
                self._keep_taken(before, state)

    def _keep_taken(self, before: State, after: State) -> None:
        """Which atoms are true over a step to a state that may not be kept itself."""
        still = before == after and not self.system.maximal
        found = 0
        for i, (atom, holds) in enumerate(self.step_tests.items()):
            found |= (atom.still if still else holds(before, after)) << i
        self.search.taken.append(found)

    def _allowed(self, before: State, after: State, level: int) -> bool:
        """Whether the action constraints allow a step; if so, `_POSSIBLE` sees it."""
        looked_at, self.exploration.level = self.looked_at, level
        self.looked_at = looked_at[0], None
        allowed = all(holds(before, after) for holds in self.action_constraints)
        if allowed:
            self.possible.observe_step(before, after)
        self.exploration.level, self.looked_at = level + 1, looked_at
        return allowed

    def _keep(self, state: State, key: Any, parent: int) -> int:
        search = self.search
        self.entering = 0 if parent < 0 else 1  # TLC queues a successor once it is checked
        index = len(search.states)
        self.known[key] = index
        search.states.append(state)
        search.parents.append(parent)
        search.levels.append(search.levels[parent] + 1 if parent >= 0 else 1)
        self.possible.observe(state)
        self.exploration.vacuity.observe(state)
        return index

    # ---- checks ----

    def _check_step(
        self, state: State, parent: int, mover: Mover | None, before: State | None
    ) -> None:
        if before is None:
            for name, holds in self.starts:
                if not holds(state):
                    self.violated("temporal", name, -1, state)
            return
        for name, holds in self.steps:
            if not holds(before, state):
                self.violated("action", name, parent, state, mover)

    def violated(
        self,
        kind: Kind,
        name: str,
        at: int,
        after: State | None = None,
        mover: Mover | None = None,
    ) -> None:
        """Record the first violation, and with `keep_going` the first of each other property.

        It is violated in a state of the search, or in a state after that or over the step there.
        """
        self.search.violations[name] += 1
        known = (self.search.verdict, *self.search.more)
        if any(isinstance(v, Violated) and v.property == name for v in known):
            return
        trace = self.traces.to(at) if after is None else self._trace_with(after, at, mover)
        found = Violated(kind, name, trace)
        if self.search.verdict is None:
            self.search.verdict = found
        else:
            self.search.more.append(found)
        if not self.exploration.options.keep_going:
            raise Stop

    def fail(self, error: EvalError, trace: Trace | None) -> None:
        """End the search: something cannot be evaluated."""
        kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
        if isinstance(self.search.verdict, Violated):
            self.search.more.insert(0, self.search.verdict)
        self.search.verdict = Failed(kind, (diagnose(error, self.system),), trace)
        raise Stop

    # ---- traces ----

    def _states_so_far(self) -> Value | None:
        """`Trace`: the states up to the current one."""
        return trace_value(self.traces.values_to(*self.looked_at)) or None

    def _trace_with(self, state: State, parent: int, mover: Mover | None) -> Trace:
        if self.paths is not None:
            return self.traces.along(parent, self.paths.path)
        return self.traces.with_step(state, parent, mover)
