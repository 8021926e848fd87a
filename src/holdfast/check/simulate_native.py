"""Random behaviours in generated C; the interpreter reconstructs the trace of a violation."""

from __future__ import annotations

from dataclasses import replace

from holdfast.cancellation import Interruption, cancel_by, honour
from holdfast.check.advice import diagnose
from holdfast.check.engine import BeyondEngine, Exploration
from holdfast.check.native_events import NativeEvents
from holdfast.check.replay import Replay
from holdfast.check.simulation import Counted, Found, SimulationOptions, Watch
from holdfast.interp.walks import Tally
from holdfast.ir.errors import EvalError
from holdfast.limits import Limits
from holdfast.native.emit.reach import host_operators
from holdfast.native.emit.support import unsupported
from holdfast.native.run import simulate as native
from holdfast.native.run.simulate import Happened, Simulator
from holdfast.processors import processors
from holdfast.source import Diagnostic
from holdfast.verdict import Failed, Unknown, Violated


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
        verdict = None if happened is None else _verdict(exploration, options, happened)
        return Found(simulator.tally, verdict, None if verdict is not None else cause)


def _verdict(
    exploration: Exploration, options: SimulationOptions, happened: Happened
) -> Violated | Failed | Unknown:
    event = happened.event
    if event.what >= native.COLUMN:
        return _uncounted(exploration, options.counted[event.what - native.COLUMN], happened)
    events = NativeEvents(exploration, Limits(options.seconds), talks=False)
    return events.failure(happened, event) if event.trap else events.violation(happened, event)


def _uncounted(exploration: Exploration, counted: Counted, happened: Happened) -> Failed:
    """The error of a counted formula that C could not evaluate."""
    machine, system = exploration.machine, exploration.system
    trace, _, _ = Replay(machine, lambda state: state).trace(happened, happened.event)
    assert trace is not None, "a formula is counted in states"
    states = [tuple(step.state[v] for v in system.variables) for step in trace.steps]
    try:
        machine.holds(counted.expr, *states[-2 if counted.of_steps else -1 :])
    except EvalError as error:
        return Failed("evaluation", (diagnose(error, system),), trace)
    raise BeyondEngine(f"the native engine cannot evaluate {counted.text}", counted.expr.span)
