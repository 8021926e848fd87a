"""Violations and errors that a native search has met, as verdicts with traces."""

from __future__ import annotations

import time
from dataclasses import replace

from holdfast.cancellation import Interruption, running
from holdfast.check.advice import diagnose
from holdfast.check.engine import BeyondEngine, Exploration, Search
from holdfast.check.native_limits import LIMITS, EnginesDisagree
from holdfast.check.native_places import place_of, span_of
from holdfast.check.replay import NotFoundAgain, Replay
from holdfast.ir.body import assertion_names
from holdfast.ir.errors import EvalError
from holdfast.ir.system import Property
from holdfast.limits import Limits
from holdfast.native.emit.emit import predicates
from holdfast.native.run import events as native
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Event, Trap
from holdfast.verdict import Failed, Kind, Violated

_TRACE_GRACE = 0.6
"""Seconds to reconstruct traces after a search was stopped."""


class NativeEvents:
    """Adds what a native search has met to its result; `talks` if Python took part in it."""

    def __init__(
        self, exploration: Exploration, limits: Limits, replay: Replay, found: Search, talks: bool
    ) -> None:
        self.exploration, self.limits = exploration, limits
        self.system, self.options = exploration.system, exploration.options
        self.replay, self.found, self.talks = replay, found, talks
        self.predicates = predicates(self.system)
        self.assertions = assertion_names(self.system)
        self.ended = time.monotonic()

    def conclude(self, engine: Engine, ended: float) -> None:
        """The verdict of the search, which has ended at a moment."""
        self.ended = ended
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
        seen = sorted((e for e in each if e is not None), key=self._when)
        first: dict[str, Event] = {}  # of the parts that a property may have
        for e in seen:
            found.violations[self._property(e)] += engine.violations(e.what)
            first.setdefault(self._property(e), e)
        seen = list(first.values())
        trap = engine.trap()
        if trap is None:
            found.verdict, *found.more = [self._violation(engine, e) for e in seen]
        else:
            self._trapped(engine, trap)
            earlier = [e for e in seen if self._when(e) <= self._when(trap)]
            found.more = [self._violation(engine, e) for e in earlier]

    def _properties(self) -> tuple[int, ...]:
        return *range(len(self.predicates) + len(self.assertions)), native.DEADLOCK

    def _property(self, event: Event) -> str:
        if event.what == native.DEADLOCK:
            return "deadlock"
        return self._assertion(event) or self.predicates[event.what].name

    def _assertion(self, event: Event) -> str | None:
        number = event.what - len(self.predicates)
        return self.assertions[number] if 0 <= number < len(self.assertions) else None

    def _when(self, event: Event) -> tuple[int, ...]:
        if self.replay.passes:
            return event.parent, event.place, event.stage
        return event.parent, event.action, event.place, event.stage

    def _violation(self, engine: Engine, event: Event) -> Violated:
        trace = None
        try:
            with running(grace=self._grace()):
                trace, _, _ = self.replay.trace(engine, event)
        except Interruption:
            pass  # It is violated all the same; a warning reports that there is no trace.
        except NotFoundAgain as error:
            raise self._lost(str(error)) from None
        if event.what == native.DEADLOCK:
            return Violated("deadlock", "deadlock", trace)
        if self._assertion(event) is not None:
            return Violated("assert", self._property(event), trace)
        prop = self.predicates[event.what]
        return Violated(self._kind(prop), prop.name, trace)

    def _kind(self, prop: Property) -> Kind:
        if any(prop is p for p in self.system.invariants):
            return "invariant"
        return "action" if any(prop is p for p in self.system.step_properties) else "temporal"

    def _lost(self, what: str) -> Exception:
        """The error for a step of the C code that the interpreter cannot reproduce."""
        if self.talks:
            # Registers have changed since the step was first taken.
            return BeyondEngine(f"{what}, because it depends on more than the state", None)
        return EnginesDisagree(what)

    def _trapped(self, engine: Engine, event: Event) -> None:
        """Evaluate again what C could not, for the error message."""
        trace, reason = None, LIMITS.get(Trap(event.trap))
        beyond = f"the native engine met {reason}, in {place_of(event, self.system)}"
        if event.trap == Trap.CAPACITY:
            # The interpreter would need minutes to evaluate as many states again.
            raise BeyondEngine(beyond, span_of(event, self.system))
        try:
            with running(grace=self._grace()):
                trace, before, after = self.replay.trace(engine, event)
                self.replay.evaluate(event, trace, before, after)
        except Interruption as stop:
            self.found.complete = False
            stopped = self.exploration.stopped(stop.cause, self.limits)
            reason = f"{stopped.reason}, while {place_of(event, self.system)} was evaluated again"
            self.found.verdict = replace(stopped, reason=reason)
            return
        except EvalError as error:
            kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
            trace = self.replay.to_the_error(trace)
            self.found.verdict = Failed(kind, (diagnose(error, self.system),), trace)
            return
        except NotFoundAgain as error:
            raise self._lost(str(error)) from None
        if reason is not None:
            raise BeyondEngine(beyond, span_of(event, self.system))
        raise self._lost(f"{Trap(event.trap).name} in {place_of(event, self.system)}")

    def _grace(self) -> float:
        """The remaining seconds for traces after the search; all traces share them."""
        return max(0.0, self.ended + _TRACE_GRACE - time.monotonic())
