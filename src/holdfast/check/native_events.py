"""What happened in a native search or simulation, as the interpreter reports it."""

from __future__ import annotations

import time
from dataclasses import replace

from holdfast.cancellation import Interruption, running
from holdfast.check.advice import diagnose
from holdfast.check.engine import BeyondEngine, Exploration
from holdfast.check.reductions import key_function
from holdfast.check.replay import NotFoundAgain, Paths, Replay
from holdfast.ir.errors import EvalError
from holdfast.ir.system import Property
from holdfast.limits import Limits
from holdfast.native.emit.emit import predicates
from holdfast.native.run import events as native
from holdfast.native.run.events import Event, Trap
from holdfast.source import Span
from holdfast.verdict import Failed, Kind, Unknown, Violated

_TRACE_GRACE = 0.6
"""Seconds to reconstruct traces after a search was stopped."""


class EnginesDisagree(Exception):
    """Generated code failed where the interpreter does not: a bug of ours."""


# The interpreter may be able to evaluate these. Any other difference is a bug.
_LIMITS = {
    Trap.OVERFLOW: "a value beyond 61 bits",
    Trap.CAPACITY: "more successors of one state, or elements of one set, than it can number",
    Trap.ENDLESS: "recursion that is too deep for it",
    Trap.UNSUPPORTED: "a string that it would have to take apart",
    Trap.HOST: "a value that it cannot hold",
}


class NativeEvents:
    """Turns events of generated code into verdicts; `talks` if it calls operators of Python."""

    def __init__(self, exploration: Exploration, limits: Limits, talks: bool) -> None:
        self._exploration, self._limits, self._talks = exploration, limits, talks
        self._system = exploration.system
        self._replay = Replay(exploration.machine, key_function(exploration.machine))
        self._ended = time.monotonic()

    def end_search(self) -> None:
        """From now on, there is little time for traces if the search was stopped."""
        self._ended = time.monotonic()

    @property
    def level(self) -> int | None:
        """The level of the state that is evaluated again, if any."""
        return self._replay.level

    def property_name(self, event: Event) -> str:
        """The name of the property that an event violates."""
        return "deadlock" if event.what == native.DEADLOCK else self._predicate(event).name

    def _predicate(self, event: Event) -> Property:
        return predicates(self._system)[event.what]

    def violation(self, paths: Paths, event: Event) -> Violated:
        """The violation that an event is, with its trace."""
        trace = None
        try:
            with running(grace=self._grace()):
                trace, _, _ = self._replay.trace(paths, event)
        except Interruption:
            pass  # It is violated all the same; a warning reports that there is no trace.
        except NotFoundAgain as error:
            raise self._lost(str(error)) from None
        if event.what == native.DEADLOCK:
            return Violated("deadlock", "deadlock", trace)
        prop = self._predicate(event)
        return Violated(self._kind(prop), prop.name, trace)

    def _kind(self, prop: Property) -> Kind:
        if any(prop is p for p in self._system.invariants):
            return "invariant"
        return "action" if any(prop is p for p in self._system.step_properties) else "temporal"

    def _lost(self, what: str) -> Exception:
        """The error for a step of the C code that the interpreter cannot reproduce."""
        if self._talks:
            # Registers have changed since the step was first taken.
            return BeyondEngine(f"{what}, because it depends on more than the state", None)
        return EnginesDisagree(what)

    def failure(self, paths: Paths, event: Event) -> Failed | Unknown:
        """Evaluate again what C could not, for the error message."""
        trace, reason = None, _LIMITS.get(Trap(event.trap))
        beyond = f"the native engine met {reason}, in {self._place(event)}"
        if event.trap == Trap.CAPACITY:
            # The interpreter would need minutes to evaluate as many states again.
            raise BeyondEngine(beyond, self._span(event))
        try:
            with running(grace=self._grace()):
                trace, before, after = self._replay.trace(paths, event)
                self._replay.evaluate(event, trace, before, after)
        except Interruption as stop:
            stopped = self._exploration.stopped(stop.cause, self._limits)
            reason = f"{stopped.reason}, while {self._place(event)} was evaluated again"
            return replace(stopped, reason=reason)
        except EvalError as error:
            kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
            return Failed(kind, (diagnose(error, self._system),), trace)
        except NotFoundAgain as error:
            raise self._lost(str(error)) from None
        if reason is not None:
            raise BeyondEngine(beyond, self._span(event))
        raise self._lost(f"{Trap(event.trap).name} in {self._place(event)}")

    def _grace(self) -> float:
        """The remaining seconds for traces after the search; all traces share them."""
        return max(0.0, self._ended + _TRACE_GRACE - time.monotonic())

    def _place(self, event: Event) -> str:
        if event.what < native.DEADLOCK:
            return self._predicate(event).name
        if event.what == native.KEY and self._system.view is not None:
            return "the view"
        if event.parent:
            return self._system.actions[event.action].name
        return "the initial predicate"

    def _span(self, event: Event) -> Span | None:
        if event.what < native.DEADLOCK:
            return self._predicate(event).span
        if event.what == native.KEY and self._system.view is not None:
            return self._system.view.span
        if event.parent:
            return self._system.actions[event.action].span
        return None if self._system.init is None else self._system.init.span
