"""The search of `check` in generated C: the same answer, with traces rebuilt by the interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from holdfast.check.advice import diagnose
from holdfast.check.explore import Explorer, Progress, Search, memory_in_use
from holdfast.check.reductions import permutations_of
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.system import Property, System
from holdfast.native import engine as native
from holdfast.native.build import Faster
from holdfast.native.emit import emit_model, predicates
from holdfast.native.engine import Engine, Event, Figures, Run
from holdfast.native.support import unsupported
from holdfast.source import Diagnostic
from holdfast.verdict import Counts, Failed, Kind, Step, Trace, Unknown, Violated


@dataclass(slots=True)
class NativeSearch(Search):
    """What a native search has found; its states stayed in C."""

    figures: Figures | None = None
    remarks: list[str] = field(default_factory=list)

    def counts(self) -> Counts:
        """The figures that TLC prints."""
        f = self.figures
        return Counts() if f is None else Counts(f.generated, f.distinct, f.depth, f.initial)

    def collision_probability(self) -> float:
        """The chance that two different states were taken for one, as TLC estimates it."""
        f = self.figures
        return 0.0 if f is None else f.distinct * max(f.generated - f.distinct, 1) / 2.0**64


def why_not_native(explorer: Explorer) -> list[Diagnostic]:
    """What keeps the native engine from this search: constructs, or what is asked for."""
    if explorer.options.keep_graph:
        return [Diagnostic("native-unsupported", "the native engine keeps no graph", None)]
    return unsupported(explorer.system)


class Disagreement(Exception):
    """The native engine stopped where the interpreter goes on, as for an integer beyond 61 bits."""


class _Reached(Exception):
    """The initial state that was looked for."""

    def __init__(self, state: State) -> None:
        self.state = state


def search_natively(explorer: Explorer) -> NativeSearch:
    """Search all reachable states in C; raises Disagreement if the interpreter must do it."""
    return _NativeSearch(explorer).run()


class _NativeSearch:
    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.machine: Machine = explorer.machine
        self.system: System = explorer.system
        self.found = NativeSearch()
        self.faster: Faster | None = None

    def run(self) -> NativeSearch:
        """Search, perhaps first with code that was compiled quickly and then with better code."""
        options, found = self.explorer.options, self.found
        moved = permutations_of(self.machine)
        text = emit_model(self.system, moved)
        self.faster = Faster(text, options.compiler)
        try:
            while True:
                with Engine(
                    self.system,
                    program=self.faster.program,
                    workers=options.workers,
                    keep_going=options.keep_going,
                    permutations=moved,
                ) as engine:
                    state = self._run_engine(engine)
                    if state is not Run.MORE or self.found.verdict or not self.faster.take():
                        self._conclude(engine, state)
                        return found
        finally:
            self.faster.end()

    def _run_engine(self, engine: Engine) -> Run:
        try:
            return engine.run(self._pause)
        except KeyboardInterrupt:
            self.found.verdict = Unknown("interrupted: only a part was explored")
            return Run.MORE

    def _pause(self, figures: Figures) -> bool:
        """Limits, progress, and whether better code is ready."""
        explorer, limits = self.explorer, self.explorer.options
        now = time.monotonic()
        elapsed = now - explorer.started
        reason = None
        if limits.depth is not None and figures.depth >= limits.depth:
            reason = f"stopped at depth {limits.depth}"
        elif limits.seconds is not None and elapsed > limits.seconds:
            reason = f"stopped after {limits.seconds:g} s"
        elif limits.max_states is not None and figures.distinct > limits.max_states:
            reason = f"stopped after {limits.max_states} distinct states"
        elif limits.memory is not None and memory_in_use() > limits.memory:
            reason = f"stopped: more than {limits.memory >> 20} MiB of memory in use"
        if reason is not None:
            self.found.verdict = Unknown(reason)
            return False
        if explorer.progress is not None and now - explorer.reported >= 0.5:
            explorer.reported = now
            explorer.progress(
                Progress(
                    figures.generated, figures.distinct, figures.frontier, figures.depth, elapsed
                )
            )
        return self.faster is None or not self.faster.ready()

    # ---- what came of it ----

    def _conclude(self, engine: Engine, state: Run) -> None:
        found = self.found
        found.figures = engine.figures()
        found.generated, found.initial = found.figures.generated, found.figures.initial
        names = [a.name for a in self.system.actions]
        found.fired = {n for i, n in enumerate(names) if engine.fired(i)}
        event = engine.event()
        found.complete = state is Run.DONE or (state is Run.STOPPED and self._keeps_going())
        if event is None:
            return
        if event.trap:
            self._trapped(engine, event)
            found.complete = False
            return
        found.verdict = self._violation(engine, event)
        if self._keeps_going():
            others = [engine.event(w) for w in self._properties() if w != event.what]
            seen = sorted((e for e in others if e is not None), key=_when)
            found.more = [self._violation(engine, e) for e in seen]

    def _keeps_going(self) -> bool:
        return self.explorer.options.keep_going

    def _properties(self) -> Iterator[int]:
        yield from range(len(predicates(self.system)))
        yield native.DEADLOCK

    def _violation(self, engine: Engine, event: Event) -> Violated:
        trace, _, _ = self._replayed(engine, event)
        if event.what == native.DEADLOCK:
            return Violated("deadlock", "deadlock", trace)
        prop = predicates(self.system)[event.what]
        return Violated(self._kind(prop), prop.name, trace)

    def _kind(self, prop: Property) -> Kind:
        if any(prop is p for p in self.system.invariants):
            return "invariant"
        return "action" if any(prop is p for p in self.system.step_properties) else "temporal"

    def _trapped(self, engine: Engine, event: Event) -> None:
        """Evaluate again what C could not, for the words of the error."""
        trace = None
        try:
            trace, before, after = self._replayed(engine, event)
            self._evaluate_again(event, before, after)
        except EvalError as error:
            kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
            self.found.verdict = Failed(kind, (diagnose(error, self.system),), trace)
            return
        raise Disagreement(f"the native engine stopped for a reason of its own ({event.trap})")

    def _evaluate_again(self, event: Event, before: State | None, after: State | None) -> None:
        machine = self.machine
        if event.what == native.ACTION:
            if before is not None:
                machine.successors(before, machine.movers[event.action])
        elif event.what == native.KEY:
            assert after is not None
            self.explorer.key(after)
        elif event.what < native.DEADLOCK:
            prop = predicates(self.system)[event.what]
            steps = (*self.system.step_properties, *self.system.action_constraints)
            if any(prop is p for p in steps):
                machine.holds(prop.expr, before, after)
            else:
                machine.holds(prop.expr, after)

    # ---- traces ----

    def _replayed(
        self, engine: Engine, event: Event
    ) -> tuple[Trace | None, State | None, State | None]:
        """The trace to where something happened, the state before it and the state reached."""
        places = engine.path(event.parent)
        if event.place and (event.what != native.ACTION or event.parent == 0):
            places.append(event.place)
        steps: list[Step] = []
        before: State | None = None
        after: State | None = None
        for place in places:
            before = after
            step, after = self._first(place) if before is None else self._next(before, place)
            steps.append(step)
        if not event.place:
            before = after
        return Trace(tuple(steps)) if steps else None, before, after

    def _first(self, place: int) -> tuple[Step, State]:
        seen = 0

        def visit(state: State) -> None:
            nonlocal seen
            seen += 1
            if seen == place:
                raise _Reached(state)

        try:
            self.machine.initial_states(visit)
        except _Reached as reached:
            return self._step(reached.state), reached.state
        raise Disagreement("an initial state cannot be found again")

    def _next(self, state: State, place: int) -> tuple[Step, State]:
        for mover in self.machine.movers:
            moves = self.machine.moves(state, mover)
            if place <= len(moves):
                after, arguments = moves[place - 1]
                action = mover.action
                step = self._step(after)
                step = replace(step, action=action.name, arguments=arguments, span=action.span)
                return step, after
            place -= len(moves)
        raise Disagreement("a step cannot be found again")

    def _step(self, state: State) -> Step:
        return Step(dict(zip(self.system.variables, state, strict=True)))


def _when(event: Event) -> tuple[int, int, int]:
    return event.parent, event.action, event.place
