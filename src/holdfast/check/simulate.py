"""`simulate`: random behaviours of a model, with its properties checked on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from holdfast.cancellation import Cancellation, Interruption, ctrl_c_cancels, running
from holdfast.check.check import assumption_violated, reductions_of
from holdfast.check.combinations import require_supported
from holdfast.check.conclusion import aliased, explained, failed
from holdfast.check.engine import EVERY, BeyondEngine, Exploration, SearchOptions, memory_in_use
from holdfast.check.figures import Run, figure
from holdfast.check.simulation import (
    Found,
    Simulated,
    SimulationObserver,
    SimulationOptions,
    SimulationProgress,
    Watch,
    statistics_of,
)
from holdfast.check.temporal_limits import omitted
from holdfast.interp.context import ALLOW_ALL, Context, Permissions
from holdfast.interp.machine import Machine
from holdfast.interp.walks import Tally, action_names
from holdfast.ir.body import assertion_names
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Counts, Sampled, Unchecked, Unknown, Verdict, Violated

_NOT_SIMULATED = "a temporal property is not checked by simulation"
_AT_THE_END = "it is about all reachable states, which a simulation does not visit"
_OVERTIME = 5.0
"""How many seconds an explanation may take, although the time limit is over."""


class SimulationEngine(Protocol):
    """Simulates behaviours; all engines simulate the same ones for a seed."""

    def refusals(
        self, exploration: Exploration, options: SimulationOptions
    ) -> Sequence[Diagnostic]:
        """The reasons why the engine does not support this simulation; none if it does."""
        ...

    def run(self, exploration: Exploration, options: SimulationOptions, watch: Watch) -> Found:
        """Simulate; raises BeyondEngine if the engine reaches a limit of its own."""
        ...


def _native() -> SimulationEngine:
    from holdfast.check.simulate_native import NativeSimulation

    return NativeSimulation()


def _interpreted() -> SimulationEngine:
    from holdfast.check.simulate_interp import InterpretedSimulation

    return InterpretedSimulation()


_ENGINES: Mapping[str, Callable[[], SimulationEngine]] = {
    "native": _native,
    "interp": _interpreted,
}


def simulate(
    system: System,
    options: SimulationOptions,
    observer: SimulationObserver | None = None,
    cancellation: Cancellation | None = None,
) -> Simulated:
    """Simulate random behaviours of a system whose passes have run, and check them."""
    require_supported(system)
    started = time.monotonic()
    printed: list[str] = []
    context = Context(
        output=printed.append,
        permissions=ALLOW_ALL if options.allow_io else Permissions(),
        random=Random(options.seed),
    )
    token = cancellation or Cancellation()
    answer = Simulated(
        Sampled(0, options.depth),
        checked=_checked(system),
        not_checked=(
            *omitted(system),
            *(Unchecked(p.name, _NOT_SIMULATED) for p in system.temporal),
            *(Unchecked(p.name, _AT_THE_END) for p in (*system.postconditions, *system.possible)),
        ),
        reductions=reductions_of(replace(system, view=None, symmetry=None)),
        complete=False,
        asked_bound=True,
        statistics=statistics_of(_nothing(system, options), tuple(action_names(system)), options),
    )
    try:
        with ctrl_c_cancels(token):
            asked = _Question(options, observer, token, started, printed)
            answer = asked.answered(system, context, answer)
    except EvalError as error:
        answer = replace(answer, verdict=failed(error, system))
    return replace(answer, seconds=time.monotonic() - started, output=tuple(printed))


def _nothing(system: System, options: SimulationOptions) -> Tally:
    return Tally.empty(len(action_names(system)) + len(options.counted))


def _checked(system: System) -> tuple[str, ...]:
    groups = (system.invariants, system.initial_properties, system.step_properties)
    names = [p.name for group in groups for p in group]
    names += assertion_names(system)
    if system.check_deadlock and system.actions:
        names.append("deadlock")
    partly = {p.name for p in system.temporal}
    return tuple(n for n in dict.fromkeys(names) if n not in partly)


@dataclass(slots=True)
class _Question:
    """One run of `simulate`: its options, and the output of the spec during evaluation."""

    options: SimulationOptions
    observer: SimulationObserver | None
    token: Cancellation
    started: float
    printed: list[str]
    reported: float = 0.0

    def answered(self, system: System, context: Context, answer: Simulated) -> Simulated:
        """The result, as far as the time limit allows."""
        try:
            with running(self.token):
                machine = Machine(system, context)
                with ranked_by(machine.ranks):
                    exploration = self._exploration(machine)
                    wrong = self._assumption_violated(machine)
                    if wrong is not None:
                        return replace(answer, verdict=wrong)
                    if system.init is None:
                        reason = "there is no behaviour to simulate"
                        return replace(
                            answer, verdict=Unknown(cause="no-initial-state", reason=reason)
                        )
                    found, engine, notes = self._simulated(exploration)
        except Interruption as stop:
            reason = f"{_stopped(stop.cause, self.options)} before the first behaviour"
            return replace(answer, verdict=Unknown(cause=stop.cause, reason=reason))
        with ranked_by(machine.ranks):
            verdict, about = self._concluded(found, exploration)
        return replace(
            answer,
            verdict=verdict,
            counts=Counts(found.tally.generated, found.tally.states, initial=found.tally.initial),
            statistics=statistics_of(found.tally, tuple(action_names(system)), self.options),
            warnings=(*notes, *about),
            engine=engine,
        )

    def _exploration(self, machine: Machine) -> Exploration:
        limits = Limits(self.options.seconds)
        seed, started = self.options.seed, self.started
        options = SearchOptions(limits=limits, seed=seed, safety_only=True)
        exploration = Exploration(machine, options, started)
        run = Run(machine.system, seed, started, lambda: exploration.standing(), "simulate")
        machine.context.figure = lambda name: figure(run, name)
        return exploration

    def _assumption_violated(self, machine: Machine) -> Violated | None:
        with running(seconds=self._left()):
            return assumption_violated(machine)

    def _left(self) -> float | None:
        """The seconds until the time limit."""
        limit = self.options.seconds
        return None if limit is None else max(0.0, self.started + limit - time.monotonic())

    # ---- the simulation ----

    def _simulated(self, exploration: Exploration) -> tuple[Found, str, tuple[str, ...]]:
        """What the first engine that supports the system finds, its name, and why not another."""
        names = [name for name in _ENGINES if self.options.engine in ("auto", name)]
        notes: tuple[str, ...] = ()
        for name in names:
            engine = _ENGINES[name]()
            try:
                if problems := engine.refusals(exploration, self.options):
                    raise SpecError(*problems)
                with running(seconds=self._left()):
                    found = engine.run(exploration, self.options, self._watch)
                if found.conclude is not None:
                    found = replace(found, verdict=found.conclude())
                return found, name, notes
            except (SpecError, BeyondEngine) as error:
                if name == names[-1]:
                    raise _final(error) from None
                del self.printed[:]
                notes = (f"the interpreter was used: {_reason(error)}",)
        raise AssertionError("there is an engine")

    def _watch(self, tally: Tally) -> bool:
        """Enforce the limits, and report progress."""
        if self._is_late() or self.token.cancelled:
            return False
        now = time.monotonic()
        if self.observer is not None and now - self.reported >= EVERY:
            self.reported = now
            self.observer(
                SimulationProgress(
                    seconds=now - self.started,
                    behaviours=tally.behaviours,
                    states=tally.states,
                    generated=tally.generated,
                    memory=memory_in_use(),
                )
            )
        return True

    def _is_late(self) -> bool:
        limit = self.options.seconds
        return limit is not None and time.monotonic() - self.started > limit

    # ---- the result ----

    def _concluded(self, found: Found, exploration: Exploration) -> tuple[Verdict, tuple[str, ...]]:
        """The verdict, and warnings."""
        if isinstance(found.verdict, Violated):
            try:
                with running(seconds=_OVERTIME):
                    return aliased(explained(found.verdict, exploration), exploration)
            except Interruption:
                return found.verdict, ()
        if found.verdict is not None:
            return found.verdict, ()
        tally, wanted = found.tally, self.options.traces
        if self.token.cancelled:
            reason = f"interrupted after {tally.behaviours:,} behaviours"
            return Unknown(cause="cancelled", reason=reason), ()
        if exploration.machine.context.stopped:
            return Unknown(cause="exit", reason='stopped by TLCSet("exit", TRUE)'), ()
        if not tally.initial and found.cause is None and not self._is_late():
            reason = "there is no initial state: nothing was simulated or checked"
            return Unknown(cause="no-initial-state", reason=reason), ()
        if not tally.behaviours:
            reason = f"{_stopped('time', self.options)} before the first behaviour ended"
            return Unknown(cause="time", reason=reason), ()
        about: tuple[str, ...] = ()
        if wanted is not None and tally.behaviours < wanted:
            about = (f"{_stopped('time', self.options)}, before all {wanted:,} behaviours",)
        return Sampled(tally.behaviours, self.options.depth), about


def _stopped(cause: str, options: SimulationOptions) -> str:
    return "interrupted" if cause == "cancelled" else f"stopped after {options.seconds:g} s"


def _final(error: SpecError | BeyondEngine) -> SpecError:
    if isinstance(error, SpecError):
        return error
    help = "`--engine auto` goes on with the interpreter"
    return SpecError(Diagnostic("native-limit", str(error), error.span, help))


def _reason(error: SpecError | BeyondEngine) -> str:
    if isinstance(error, SpecError):
        problem = error.diagnostics[0]
        message, span = problem.message, problem.span
    else:
        message, span = str(error), error.span
    return message if span is None else f"{message} ({span.location()})"
