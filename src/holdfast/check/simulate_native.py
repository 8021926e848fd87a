"""Random behaviours in generated C; the interpreter simulates the one with a violation again."""

from __future__ import annotations

from dataclasses import replace

from holdfast.cancellation import Interruption, cancel_by, honour, running
from holdfast.check.engine import BeyondEngine, Exploration
from holdfast.check.native_limits import LIMITS, EnginesDisagree
from holdfast.check.simulate_interp import Stopped, Walker
from holdfast.check.simulation import Found, SimulationOptions, Watch
from holdfast.interp.walks import Tally
from holdfast.ir.body import assertion_names
from holdfast.ir.system import System
from holdfast.native.emit.emit import predicates
from holdfast.native.emit.reach import host_operators
from holdfast.native.emit.support import unsupported
from holdfast.native.run import simulate as native
from holdfast.native.run.events import DEADLOCK, Event, Trap
from holdfast.native.run.simulate import Happened, Simulator
from holdfast.processors import processors
from holdfast.source import Diagnostic
from holdfast.verdict import Failed, Violated

_OVERTIME = 5.0
"""How many seconds a behaviour may take again, although the time limit is over."""


class NativeSimulation:
    """A simulation in generated C, on all processors."""

    def refusals(self, exploration: Exploration, options: SimulationOptions) -> list[Diagnostic]:
        """The constructs that the native engine does not support."""
        asked = tuple(c.expr for c in options.counted)
        found = unsupported(exploration.system, asked)
        for name in host_operators(exploration.system, asked):
            # Its value may depend on what other behaviours have done.
            message = f"the native engine does not simulate {name.rpartition('!')[2]}"
            found.append(Diagnostic("native-unsupported", message, None))
        return found

    def run(self, exploration: Exploration, options: SimulationOptions, watch: Watch) -> Found:
        """Simulate until there are enough behaviours, or `watch` returns False."""
        system = replace(exploration.system, view=None, symmetry=None)
        counted = [native.Counted(c.expr, c.of_steps) for c in options.counted]
        workers = options.workers or processors()
        wanted = native.Wanted(options.seed, options.depth, options.traces, workers)
        simulator = None
        cause = None
        try:
            simulator = Simulator(system, counted, wanted, options.compiler)
            simulator.run(watch)
            honour()
        except Interruption as stop:
            honour()
            cause = stop.cause
        except KeyboardInterrupt as error:
            cancel_by(error)
            cause = "cancelled"
        if simulator is None:
            return Found(Tally.empty(0), cause=cause)
        happened = simulator.first
        if happened is None:
            return Found(simulator.tally, cause=cause)
        return Found(simulator.tally, conclude=lambda: _verdict(exploration, options, happened))


def _verdict(
    exploration: Exploration, options: SimulationOptions, happened: Happened
) -> Violated | Failed:
    """The result of the behaviour in which something happened, by the interpreter."""
    event = happened.event
    beyond = LIMITS.get(Trap(event.trap)) if event.trap else None
    try:
        # The interpreter would need minutes to generate as many states again.
        if event.trap != Trap.CAPACITY:
            with running(seconds=_OVERTIME):
                walker = Walker(exploration, options)
                walker.start(check=not happened.behaviour)
                if happened.behaviour:
                    walker.walk(happened.behaviour)
    except Stopped as stopped:
        return stopped.verdict
    except Interruption:
        if event.trap:
            raise
        # It is violated all the same; a warning reports that there is no trace.
        return _without_trace(exploration.system, event)
    if beyond is not None:
        raise BeyondEngine(f"the native engine met {beyond}", None)
    raise EnginesDisagree(f"behaviour {happened.behaviour} of seed {options.seed}")


def _without_trace(system: System, event: Event) -> Violated:
    if event.what == DEADLOCK:
        return Violated("deadlock", "deadlock", None)
    known = predicates(system)
    if event.what >= len(known):
        return Violated("assert", assertion_names(system)[event.what - len(known)], None)
    prop = known[event.what]
    if any(prop is p for p in system.invariants):
        return Violated("invariant", prop.name, None)
    of_steps = any(prop is p for p in system.step_properties)
    return Violated("action" if of_steps else "temporal", prop.name, None)
