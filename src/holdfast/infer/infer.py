"""`infer`: find the lemmas that make a property inductive, and prove them.

`phases.py` lists what is done, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable

from holdfast.infer.clock import OutOfTime, heard, is_urgent, limited, watched
from holdfast.infer.grammar.grammar import mine, show_grammar
from holdfast.infer.inference import Inference
from holdfast.infer.journal import Journal
from holdfast.infer.lift import lift, lift_expr, machine_of
from holdfast.infer.open_results import partial_result, reached_result, stuck_result
from holdfast.infer.phases import PHASES, finished, next_phase, run_phase
from holdfast.infer.result import Inferred, Options, Progress
from holdfast.infer.samples.instances import read_model, with_chosen_constants
from holdfast.infer.samples.samples import Budget, Sampler
from holdfast.infer.search.search import Reached, Stuck
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System


def infer(
    system: System,
    property: Property,
    options: Options,
    progress: Callable[[Progress], None] | None = None,
) -> Inferred:
    """An inductive invariant with the property, proved; or what is known if there is none."""
    journal = Journal(options.seconds, progress)
    with watched(), ranked_by(Ranks(system.names)):
        return _run(Inference(system, property, options, journal))


def _run(now: Inference) -> Inferred:
    """All phases, one after the other; what there is, if they cannot be completed."""
    number = 0
    try:
        with limited(now.journal.until):
            try:
                while number < len(PHASES):
                    after = run_phase(PHASES[number], now)
                    if isinstance(after, Inferred):
                        return after
                    now = after
                    number = next_phase(now, number)
                return finished(now)
            except Reached as reached:
                return reached_result(reached, now)
            except Stuck as stuck:
                return stuck_result(stuck, now)
    except KeyboardInterrupt:
        if is_urgent():
            raise
        heard()
        return partial_result("interrupted", now)
    except OutOfTime:
        return partial_result(f"out of time after {now.journal.elapsed():.0f} s", now)
    except EvalError as error:
        reason = f"an expression has no value in a state that was tried: {error}"
        return partial_result(reason, now)


def mined_grammar(system: System, property: Property, options: Options) -> str:
    """The grammar for a property, as text."""
    system = with_chosen_constants(system)
    model = read_model(system)
    lifted = lift(system, model.names)
    machine = machine_of(lifted)
    with ranked_by(machine.ranks):
        sampler = Sampler(system, lifted, machine, model, options.seed)
        states = sampler.run(Budget()).states
        atoms = tuple(lift_expr(e, lifted) for e in options.atoms)
        goal = lift_expr(property.expr, lifted)
        return show_grammar(mine(system, lifted, machine, states, goal, atoms))
