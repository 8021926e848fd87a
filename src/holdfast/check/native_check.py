"""The search of `check` in generated C: the same answer, with traces rebuilt by the interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from holdfast.check.advice import diagnose
from holdfast.check.deadline import TimeIsUp, deadline
from holdfast.check.explore import GRACE, Explorer, Progress, Search, memory_in_use
from holdfast.check.figures import Standing, figure
from holdfast.check.reductions import permutations_of
from holdfast.check.replay import NotFoundAgain, Replay
from holdfast.interp.vacuity import Vacuity
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Levels
from holdfast.ir.system import Property
from holdfast.ir.values import Value
from holdfast.native.build.build import Faster
from holdfast.native.emit.column import Column
from holdfast.native.emit.emit import emit_model, predicates
from holdfast.native.emit.reach import host_operators
from holdfast.native.emit.support import unsupported
from holdfast.native.run import engine as native
from holdfast.native.run.engine import Engine, Event, Figures, Run, Trap
from holdfast.processors import processors
from holdfast.source import Diagnostic, Span
from holdfast.verdict import Counts, Failed, Kind, Unknown, Violated

_EVERY = 0.5
"""Seconds between two reports of how far a search is."""


@dataclass(slots=True)
class NativeSearch(Search):
    """What a native search has found; its states stay in C unless a graph is asked for."""

    figures: Figures | None = None
    exact: bool = False
    pending: int = 0

    def counts(self) -> Counts:
        """The figures that TLC prints."""
        f = self.figures
        if f is None:
            return Counts()
        # A search that is stopped has not yet counted what the last states lead to.
        return Counts(max(f.generated, f.distinct), f.distinct, f.depth, f.initial)

    def uncounted(self) -> tuple[str, ...]:
        """What the progress line told and the figures of a search that was stopped leave out."""
        if self.complete or not self.pending:
            return ()
        states = f"about {self.pending:,} more states of a level that was not finished"
        return (f"{states} were seen, and are not counted",)

    def collision_probability(self) -> float:
        """The chance that two different states were taken for one, as TLC estimates it."""
        f = self.figures
        if f is None or self.exact:
            return 0.0
        return f.distinct * max(f.generated - f.distinct, 1) / 2.0**64


def why_not_native(explorer: Explorer) -> list[Diagnostic]:
    """What keeps the native engine from this search: constructs, or what is asked for."""
    symmetric = permutations_of(explorer.machine) and explorer.system.view is None
    if explorer.options.exact and symmetric:
        message = "the native engine compares states under SYMMETRY by fingerprints only"
        return [Diagnostic("native-unsupported", message, None, help="leave out --exact")]
    possible = explorer.possible
    message = "the native engine does not watch steps for what is possible"
    steps = [Diagnostic("native-unsupported", message, p.span) for p in possible.of_steps]
    return [*steps, *unsupported(explorer.system, tuple(p.expr for p in possible.of_states))]


class BeyondNative(Exception):
    """The native engine reached a limit of its own, where the interpreter goes on."""

    def __init__(self, reason: str, span: Span | None) -> None:
        super().__init__(reason)
        self.span = span


class EnginesDisagree(Exception):
    """Generated code failed where the interpreter does not: a bug of ours."""


# Where these happen, the interpreter may well have a value. Nowhere else: that is a bug.
_LIMITS = {
    Trap.OVERFLOW: "a value beyond 61 bits",
    Trap.CAPACITY: "more next states of one state, or elements of one set, than it can number",
    Trap.ENDLESS: "recursion that is too deep for it",
    Trap.UNSUPPORTED: "a string that it would have to take apart",
    Trap.HOST: "a value that it cannot hold",
}


def search_natively(explorer: Explorer, vacuity: Vacuity) -> NativeSearch:
    """Search all reachable states in C; raises BeyondNative if the interpreter must do it."""
    return _NativeSearch(explorer, vacuity).run()


class _NativeSearch:
    def __init__(self, explorer: Explorer, vacuity: Vacuity) -> None:
        self.explorer = explorer
        self.machine, self.system = explorer.machine, explorer.system
        self.options = explorer.options
        self.vacuity = vacuity
        quiet = Levels(self.system.variables, self.system.definitions).is_quiet
        self.watched = [Column(e) for e in vacuity.awaited() if quiet(e)]
        self.possible = explorer.possible.of_states
        self.watched += [Column(p.expr) for p in self.possible]
        self.found = NativeSearch(exact=self.options.exact)
        self.talks = bool(host_operators(self.system, tuple(c.expr for c in self.watched)))
        self.replay = Replay(self.machine, explorer.key)

    def run(self) -> NativeSearch:
        """Search, perhaps first with code that was compiled quickly and then with better code."""
        moved = permutations_of(self.machine)
        text = emit_model(self.system, moved, self.watched, len(self.watched))
        faster = Faster(text, self.options.compiler)
        try:
            with Engine(
                self.system,
                program=faster.program,
                workers=self.options.workers or processors(),
                keep_going=self.options.keep_going,
                keep_steps=self.options.keep_graph,
                exact=self.options.exact,
                permutations=moved,
                machine=self.machine,
                columns=self.watched,
            ) as engine:
                self.machine.context.figure = lambda name: self._figure(engine, name)
                state = self._run_engine(engine, faster)
                self._conclude(engine, state)
                return self.found
        finally:
            faster.end()

    def _figure(self, engine: Engine, name: str) -> Value | None:
        level = engine.level() if self.replay.level is None else self.replay.level
        return figure(self.explorer, name, _standing(engine.figures(), level))

    def _run_engine(self, engine: Engine, faster: Faster) -> Run:
        try:
            return engine.run(self._pause, faster.better)
        except KeyboardInterrupt:
            self.found.verdict = Unknown("interrupted: only a part was explored")
            return Run.MORE

    # ---- now and then ----

    def _pause(self, figures: Figures) -> bool:
        """Limits and progress."""
        self.found.pending = figures.pending
        reason = self._limit(figures)
        if reason is not None:
            self.found.verdict = Unknown(reason)
            return False
        explorer, now = self.explorer, time.monotonic()
        if explorer.progress is not None and now - explorer.reported >= _EVERY:
            explorer.reported = now
            explorer.progress(
                Progress(
                    max(figures.generated, figures.distinct + figures.pending),
                    figures.distinct + figures.pending,
                    figures.frontier,
                    figures.depth,
                    now - explorer.started,
                    memory_in_use(),
                )
            )
        return True

    def _limit(self, figures: Figures) -> str | None:
        limits, elapsed = self.options, time.monotonic() - self.explorer.started
        if limits.depth is not None and figures.depth >= limits.depth:
            return f"stopped at depth {limits.depth}"
        if limits.seconds is not None and elapsed > limits.seconds:
            return f"stopped after {limits.seconds:g} s"
        if limits.max_states is not None and figures.distinct > limits.max_states:
            return f"stopped after {limits.max_states} distinct states"
        if limits.memory is not None and memory_in_use() > limits.memory:
            return f"stopped: more than {limits.memory >> 20} MiB of memory in use"
        if self.machine.context.stopped:
            return 'stopped by TLCSet("exit", TRUE)'
        return None

    # ---- what came of it ----

    def _conclude(self, engine: Engine, state: Run) -> None:
        found = self.found
        figures = found.figures = engine.figures()
        found.generated, found.initial = figures.generated, figures.initial
        names = [a.name for a in self.system.actions]
        found.fired = {n for i, n in enumerate(names) if engine.fired(i)}
        found.complete = state is Run.DONE or (state is Run.STOPPED and self.options.keep_going)
        self.vacuity.keep(c.expr for i, c in enumerate(self.watched) if not engine.seen(i))
        self._conclude_possible(engine)
        self._conclude_events(engine)
        if self.options.keep_graph:
            found.states = list(engine.states())
            found.edges = [(a, b, names[action]) for a, b, action in engine.steps()]
        # The engine is gone when POSTCONDITION asks.
        last, explorer = _standing(figures, 0), self.explorer
        self.machine.context.figure = lambda name: figure(
            explorer, name, replace(last, level=explorer.level)
        )

    def _conclude_possible(self, engine: Engine) -> None:
        places = range(len(self.watched) - len(self.possible), len(self.watched))
        for place, prop in zip(places, self.possible, strict=True):
            if engine.failed(place):
                reason = f"the native engine met a state in which {prop.name} has no value"
                raise BeyondNative(reason, prop.span)
        pairs = zip(places, self.possible, strict=True)
        self.explorer.possible.keep([p for place, p in pairs if not engine.seen(place)])

    def _conclude_events(self, engine: Engine) -> None:
        found, event = self.found, engine.event()
        if event is None:
            return
        if not self.options.keep_going:
            if event.trap:
                self._trapped(engine, event)
            else:
                found.verdict = self._violation(engine, event)
            return
        each = [engine.event(w) for w in self._properties()]
        seen = sorted((e for e in each if e is not None), key=_when)
        for e in seen:
            found.violations[self._property(e)] = engine.violations(e.what)
        trap = engine.trap()
        if trap is None:
            found.verdict, *found.more = [self._violation(engine, e) for e in seen]
        else:
            self._trapped(engine, trap)
            found.more = [self._violation(engine, e) for e in seen if _when(e) < _when(trap)]

    def _properties(self) -> Iterator[int]:
        yield from range(len(predicates(self.system)))
        yield native.DEADLOCK

    def _property(self, event: Event) -> str:
        return "deadlock" if event.what == native.DEADLOCK else self._predicate(event).name

    def _predicate(self, event: Event) -> Property:
        return predicates(self.system)[event.what]

    def _violation(self, engine: Engine, event: Event) -> Violated:
        trace = None
        try:
            with deadline(self._time_left()):
                trace, _, _ = self.replay.trace(engine, event)
        except TimeIsUp:
            pass  # It is violated all the same; that there is no trace is said with the answer.
        except NotFoundAgain as error:
            raise self._lost(str(error)) from None
        if event.what == native.DEADLOCK:
            return Violated("deadlock", "deadlock", trace)
        prop = self._predicate(event)
        return Violated(self._kind(prop), prop.name, trace)

    def _kind(self, prop: Property) -> Kind:
        if any(prop is p for p in self.system.invariants):
            return "invariant"
        return "action" if any(prop is p for p in self.system.step_properties) else "temporal"

    def _lost(self, what: str) -> Exception:
        """For what C found and the interpreter does not find again."""
        if self.talks:
            # Registers and output are not what they were when the step was first taken.
            return BeyondNative(f"{what}, because it depends on more than the state", None)
        return EnginesDisagree(what)

    def _trapped(self, engine: Engine, event: Event) -> None:
        """Evaluate again what C could not, for the words of the error."""
        trace, reason = None, _LIMITS.get(Trap(event.trap))
        beyond = f"the native engine met {reason}, in {self._place(event)}"
        if event.trap == Trap.CAPACITY:
            # To look at as many states again would take the interpreter minutes.
            raise BeyondNative(beyond, self._span(event))
        try:
            with deadline(self._time_left()):
                trace, before, after = self.replay.trace(engine, event)
                self.replay.evaluate(event, trace, before, after)
        except TimeIsUp:
            self.found.complete = False
            late = f"stopped after {self.options.seconds:g} s, while {self._place(event)}"
            self.found.verdict = Unknown(f"{late} was evaluated again")
            return
        except EvalError as error:
            kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
            self.found.verdict = Failed(kind, (diagnose(error, self.system),), trace)
            return
        except NotFoundAgain as error:
            raise self._lost(str(error)) from None
        if reason is not None:
            raise BeyondNative(beyond, self._span(event))
        raise self._lost(f"{Trap(event.trap).name} in {self._place(event)}")

    def _time_left(self) -> float | None:
        if self.options.seconds is None:
            return None
        spent = time.monotonic() - self.explorer.started
        return max(self.options.seconds - spent, 0) + GRACE

    def _place(self, event: Event) -> str:
        if event.what < native.DEADLOCK:
            return self._predicate(event).name
        if event.what == native.KEY and self.system.view is not None:
            return "the view"
        if event.parent:
            return self.system.actions[event.action].name
        return "the initial predicate"

    def _span(self, event: Event) -> Span | None:
        if event.what < native.DEADLOCK:
            return self._predicate(event).span
        if event.what == native.KEY and self.system.view is not None:
            return self.system.view.span
        if event.parent:
            return self.system.actions[event.action].span
        return None if self.system.init is None else self.system.init.span


def _standing(f: Figures, level: int) -> Standing:
    initial = f.initial or f.distinct
    return Standing(level, f.newest, f.distinct, f.generated, f.frontier, initial)


def _when(event: Event) -> tuple[int, int, int, int]:
    return event.parent, event.action, event.place, event.stage
