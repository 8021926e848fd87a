"""The search of `check` in generated C; the interpreter reconstructs its traces."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from holdfast.cancellation import Interruption, cancel_by, honour, running
from holdfast.check.engine import (
    EVERY,
    BeyondEngine,
    Exploration,
    Search,
    SearchObserver,
    SearchProgress,
    memory_in_use,
)
from holdfast.check.figures import Standing
from holdfast.check.native_events import NativeEvents
from holdfast.check.reductions import key_function, permutations_of
from holdfast.check.replay import Replay
from holdfast.check.temporal import check_temporal
from holdfast.interp.step import State
from holdfast.ir.body import store_sites
from holdfast.ir.levels import Levels
from holdfast.ir.sites import Sites
from holdfast.ir.values import Value
from holdfast.limits import Limits
from holdfast.native.build.build import Faster
from holdfast.native.build.cache import trouble
from holdfast.native.emit.column import Column
from holdfast.native.emit.emit import emit_model
from holdfast.native.emit.numbering import number_system
from holdfast.native.emit.support import unsupported
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Figures, Run
from holdfast.native.run.observed import observed_columns, read_observed
from holdfast.processors import processors
from holdfast.source import Diagnostic
from holdfast.verdict import Counts

if TYPE_CHECKING:
    from holdfast.check.liveness.formulas import Atom
    from holdfast.check.liveness.native_graph import NativeGraph


@dataclass(slots=True)
class NativeSearch(Search):
    """The result of a native search; its states stay in C unless a graph is requested."""

    figures: Figures | None = None
    exact: bool = False
    pending: int = 0

    def counts(self) -> Counts:
        """The figures that TLC prints."""
        f = self.figures
        if f is None:
            return Counts()
        # A search that was stopped has not yet counted the successors of the last states.
        return Counts(max(f.generated, f.distinct), f.distinct, f.depth, f.initial)

    def uncounted(self) -> tuple[str, ...]:
        """A remark on states that the progress line included but the final counts do not."""
        if self.complete or not self.pending:
            return ()
        states = f"about {self.pending:,} more states of a level that was not finished"
        return (f"{states} were seen, and are not counted",)

    def collision_probability(self) -> float:
        """The probability of a fingerprint collision, as TLC estimates it."""
        f = self.figures
        if f is None or self.exact:
            return 0.0
        return f.distinct * max(f.generated - f.distinct, 1) / 2.0**64


class NativeEngine:
    """The search in generated C."""

    def refusals(self, exploration: Exploration) -> list[Diagnostic]:
        """The constructs and options that the native engine does not support."""
        symmetric = permutations_of(exploration.machine) and exploration.system.view is None
        if exploration.options.exact and symmetric:
            message = "the native engine compares states under SYMMETRY by fingerprints only"
            return [Diagnostic("native-unsupported", message, None, help="leave out --exact")]
        possible = exploration.possible
        message = "the native engine does not watch steps for what is possible"
        steps = [Diagnostic("native-unsupported", message, p.span) for p in possible.of_steps]
        asked = [p.expr for p in possible.of_states]
        asked += [column.expr for column in _temporal_columns(exploration)]
        asked += [column.expr for column in _terms(exploration)]
        return [*steps, *unsupported(exploration.system, tuple(asked))]

    def run(
        self, exploration: Exploration, limits: Limits, observer: SearchObserver | None
    ) -> NativeSearch:
        """Search all reachable states in C."""
        return _NativeRun(exploration, limits, observer).run()


class _NativeRun:
    def __init__(
        self, exploration: Exploration, limits: Limits, observer: SearchObserver | None
    ) -> None:
        self.exploration = exploration
        self.machine, self.system = exploration.machine, exploration.system
        self.options = exploration.options
        self.limits, self.observer = limits, observer
        quiet = Levels(self.system.variables, self.system.definitions).is_quiet
        self.watched = [Column(e) for e in exploration.vacuity.awaited() if quiet(e)]
        self.possible = exploration.possible.of_states
        self.watched += [Column(p.expr) for p in self.possible]
        self.temporal = _temporal_columns(exploration)
        self.columns = (*self.watched, *self.temporal, *_terms(exploration))
        liveness = exploration.liveness
        self.taken = () if liveness is None else liveness.taken()
        self.sites = Sites(self.system) if self.options.coverage else None
        self.found = NativeSearch(exact=self.options.exact)
        self.moved = permutations_of(self.machine)
        self.numbering = number_system(self.system, self.moved, self.columns)
        self.talks = bool(self.numbering.hosted)
        self.replay = Replay(self.machine, key_function(self.machine), not exploration.exposes)
        self.events = NativeEvents(exploration, limits, self.replay, self.found, self.talks)
        self.reported = self.ended = time.monotonic()

    def run(self) -> NativeSearch:
        """Search, perhaps first with quickly compiled code and then with optimised code."""
        try:
            self._search()
        except Interruption as stop:
            # The search has not started: there is no engine yet.
            honour()
            self.found.verdict = self.exploration.stopped(stop.cause, self.limits)
        self.found.notes = (*self.found.notes, *_not_kept(), *self.found.uncounted())
        return self.found

    def _search(self) -> None:
        observation = self.options.observation
        text = emit_model(
            self.system,
            self.moved,
            self.columns,
            len(self.watched),
            sites=self.sites,
            observed=None if observation is None else observed_columns(observation),
            numbering=self.numbering,
        )
        faster = Faster(text, self.options.compiler)
        try:
            with Engine(
                self.system,
                program=faster.program,
                workers=self.options.workers or processors(),
                keep_going=self.options.keep_going,
                keep_steps=self.options.keep_graph or bool(self.temporal),
                exact=self.options.exact,
                exposed=self.exploration.exposes,
                permutations=self.moved,
                numbering=self.numbering,
                machine=self.machine,
                columns=self.columns,
                taken=self._taken_columns(),
            ) as engine:
                self.exploration.standing = lambda: self._standing(engine)
                state = self._run_engine(engine, faster)
                self._conclude(engine, state)
        finally:
            faster.end()

    def _standing(self, engine: Engine) -> Standing:
        level = engine.level() if self.replay.level is None else self.replay.level
        return _standing(engine.figures(), level)

    def _run_engine(self, engine: Engine, faster: Faster) -> Run:
        try:
            state = engine.run(self._pause, faster.better)
            honour()
            return state
        except Interruption as stop:
            honour()
            stopped = self.exploration.stopped(stop.cause, self.limits)
            self.found.verdict = self.found.verdict or stopped
        except KeyboardInterrupt as error:
            cancel_by(error)
            self.found.verdict = self.exploration.stopped("cancelled", self.limits)
        return Run.MORE

    # ---- limits and progress ----

    def _pause(self, figures: Figures) -> bool:
        """Enforce the limits, and report progress."""
        if self.found.verdict is not None:
            return False
        self.found.pending = figures.pending
        limits, exploration, now = self.limits, self.exploration, time.monotonic()
        if limits.depth is not None and figures.depth >= limits.depth:
            self.found.verdict = exploration.stopped("depth", limits)
            return False
        self.found.verdict = exploration.limit_reached(limits, figures.distinct)
        if self.found.verdict is not None:
            return False
        if self.observer is not None and now - self.reported >= EVERY:
            self.reported = now
            self.observer(
                SearchProgress(
                    seconds=now - exploration.started,
                    generated=max(figures.generated, figures.distinct + figures.pending),
                    distinct=figures.distinct + figures.pending,
                    frontier=figures.frontier,
                    depth=figures.depth,
                    memory=memory_in_use(),
                    initial=figures.initial,
                )
            )
        return True

    # ---- results ----

    def _conclude(self, engine: Engine, state: Run) -> None:
        found, self.ended = self.found, time.monotonic()
        figures = found.figures = engine.figures()
        found.generated, found.initial = figures.generated, figures.initial
        found.fired = {id(a) for i, a in enumerate(self.system.actions) if engine.fired(i)}
        found.complete = state is Run.DONE or (state is Run.STOPPED and self.options.keep_going)
        self.exploration.vacuity.keep(
            c.expr for i, c in enumerate(self.watched) if not engine.seen(i)
        )
        if self.sites is not None:
            from holdfast.check.native_coverage import native_coverage

            found.coverage = native_coverage(self.sites, engine)
        if self.options.observation is not None:
            found.observed = read_observed(engine, self.options.observation)
        self._conclude_possible(engine)
        self._conclude_stores(engine)
        self.events.conclude(engine, self.ended)
        graph = partial(self._graph, engine)
        check_temporal(self.exploration, found, self.limits, graph, self.observer)
        if self.options.keep_graph:
            with suppress(Interruption), running():
                states = list(engine.states())
                names = [a.name for a in self.system.actions]
                edges = [(a, b, names[action]) for a, b, action in engine.steps()]
                found.states, found.edges = states, edges
        # The engine is closed before POSTCONDITION reads this.
        last, exploration = _standing(figures, 0), self.exploration
        exploration.standing = lambda: replace(last, level=exploration.level)

    def _taken_columns(self) -> list[tuple[int, tuple[Value, ...]]]:
        """The columns to evaluate when a step is taken, with their arguments."""
        if not self.taken:
            return []
        from holdfast.check.liveness.native_graph import column_numbers

        numbers = column_numbers(self.temporal, len(self.watched))
        return [(numbers[atom.expr, atom.names], atom.values) for atom in self.taken]

    def _graph(self, engine: Engine) -> NativeGraph:
        from holdfast.check.liveness.native_graph import NativeGraph

        fail = self._without_value
        return NativeGraph(engine, self.temporal, len(self.watched), self.taken, fail)

    def _without_value(self, atom: Atom, state: State, after: State | None) -> None:
        """Raise the error of an atom that C could not evaluate."""
        self.machine.test(atom.expr, atom.names, atom.values)(state, after)
        raise BeyondEngine("the native engine cannot evaluate a part of a property", atom.expr.span)

    def _conclude_stores(self, engine: Engine) -> None:
        for i, site in enumerate(store_sites(self.system)):
            least = engine.stored(i)
            if least is not None:
                self.exploration.machine.context.truncated[site] = least

    def _conclude_possible(self, engine: Engine) -> None:
        places = range(len(self.watched) - len(self.possible), len(self.watched))
        for place, prop in zip(places, self.possible, strict=True):
            if engine.failed(place):
                reason = f"the native engine met a state in which {prop.name} cannot be evaluated"
                raise BeyondEngine(reason, prop.span)
        pairs = zip(places, self.possible, strict=True)
        self.exploration.possible.keep([p for place, p in pairs if not engine.seen(place)])


def _temporal_columns(exploration: Exploration) -> list[Column]:
    """The formulas about states and steps in temporal properties."""
    if exploration.liveness is None:
        return []
    from holdfast.check.liveness.native_graph import columns_of

    return columns_of(exploration.liveness.atoms())


def _terms(exploration: Exploration) -> tuple[Column, ...]:
    """The terms that are observed."""
    observation = exploration.options.observation
    return () if observation is None else observed_columns(observation).terms


def _not_kept() -> tuple[str, ...]:
    reason = trouble()
    return () if reason is None else (f"compiled code is not cached: {reason}",)


def _standing(f: Figures, level: int) -> Standing:
    initial = f.initial or f.distinct
    return Standing(level, f.newest, f.distinct, f.generated, f.frontier, initial)
