"""`infer`: find the lemmas that make a property inductive, and prove them.

`phases.py` lists the phases in order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from holdfast.cancellation import (
    Cancellation,
    Interruption,
    OutOfTime,
    cancel_by,
    ctrl_c_cancels,
    running,
    tick,
)
from holdfast.infer.defined_goal import defined_at, weakened
from holdfast.infer.fallback import (
    Overtaken,
    fallback_of,
    fallen_back,
    for_one_size,
    heard,
    overtaken,
)
from holdfast.infer.grammar.grammar import mine, show_grammar
from holdfast.infer.inference import Inference, Sampled
from holdfast.infer.journal import Journal
from holdfast.infer.lift import lift, lift_expr, machine_of
from holdfast.infer.one_size import (
    can_narrow,
    may_number,
    may_type,
    numbered,
    numbers_of,
    typed,
)
from holdfast.infer.open_results import (
    interrupted_result,
    partial_result,
    reached_result,
    stuck_result,
    unsupported_result,
    why_stuck,
)
from holdfast.infer.phases import PHASES, Phase, finished, next_phase, run_phase
from holdfast.infer.result import InferenceOptions, InferenceProgress, Inferred
from holdfast.infer.samples.instances import read_model, with_chosen_constants
from holdfast.infer.samples.samples import Budget, Sampler
from holdfast.infer.search.outcomes import Reached, Stuck, Undefined
from holdfast.infer.second_search import Offer, Offered, Request, SecondSearch
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System
from holdfast.processors import processors
from holdfast.smt.solvers.pool import Pool
from holdfast.source import SpecError

_SHARE = 0.6
"""The share of the time limit after which a search for all sizes ends."""
_LONG_SHARE = 0.85
"""The same if there is a second search for one size."""
_SHARE_WITHOUT_NUMBERS = 0.25
"""The share of the remaining time for a search that does not quantify numbers in messages."""


def infer(
    system: System,
    property: Property,
    options: InferenceOptions,
    observer: Callable[[InferenceProgress], None] | None = None,
    cancellation: Cancellation | None = None,
) -> Inferred:
    """An inductive invariant that implies the property, with its proof; or a partial result."""
    options.limits.allow("infer", "seconds")
    journal = Journal(options.limits.seconds, observer)
    token = cancellation or Cancellation()
    with (
        ctrl_c_cancels(token),
        ranked_by(Ranks(system.names)),
        SecondSearch(options.remember) as second,
        Pool(options.workers, options.remember, second.shared) as solvers,
    ):
        now = Inference(system, property, options, journal, solvers, one_size=options.one_size)
        return _run(replace(now, second=second if _has_room(now) else None), token)


def _has_room(now: Inference) -> bool:
    """Whether a second search may be started: it is for specs with sizes, on a second processor."""
    options = now.options
    several = (options.workers or processors()) > 1
    wanted = options.algorithm == "holdfast" and not options.one_size
    return several and wanted and now.system.notation.has_sizes


def infer_for_one_size(request: Request, offer: Callable[[Offer], None]) -> None:
    """A second search, which offers what it has proved."""
    options = request.options
    journal = Journal(options.limits.seconds, None, offer=offer)
    with (
        ranked_by(Ranks(request.system.names)),
        Pool(options.workers, options.remember, request.shared) as solvers,
    ):
        asked = (request.system, request.property, options, journal, solvers)
        _run(Inference(*asked, one_size=True), Cancellation())


def _run(now: Inference, token: Cancellation) -> Inferred:
    """Run all phases in order; a partial result if they cannot be completed."""
    number = 0
    try:
        with running(token, seconds=now.journal.limit):
            try:
                while number < len(PHASES):
                    after = _run_phase(PHASES[number], now)
                    if isinstance(after, Inferred):
                        return after
                    now = after
                    number = next_phase(now, number)
                return finished(now)
            except Reached as reached:
                return reached_result(reached, now)
            except EvalError as error:
                reason = f"an expression cannot be evaluated in a sampled state: {error}"
                return partial_result("undecided", reason, now)
    except Interruption as stop:
        if fallback_of(now) is not None and stop.cause != "cancelled":
            return fallen_back(now, f"out of time after {now.journal.elapsed():.0f} s")
        if now.weaker is not None and now.weaker.found is not None and stop.cause != "cancelled":
            return finished(now.weaker)
        return interrupted_result(stop.cause, now)
    except KeyboardInterrupt as error:
        cancel_by(error)
        return interrupted_result("cancelled", now)


def _run_phase(phase: Phase, now: Inference) -> Inference | Inferred:
    """Run one phase; if the lemmas for all sizes are not found, continue with one size."""
    try:
        if not (phase.is_search and (can_narrow(now) or may_number(now))):
            return run_phase(phase, now)
        with running(seconds=_seconds_for_search(now)):
            return run_phase(phase, now)
    except Stuck as stuck:
        return _after_stuck(stuck, now)
    except Overtaken as better:
        return overtaken(now, better.found)
    except Offered:
        return _run_phase(Phase(phase.name, partial(heard, phase=phase.name)), now)
    except Undefined as found:
        return defined_at(now, found.state)
    except SpecError as problem:
        if now.weaker is not None:
            return weakened(now)
        message = problem.diagnostics[0].message
        if can_narrow(now):
            return for_one_size(now, message, partial(unsupported_result, problem, now))
        if now.otherwise is None:
            raise
        now.journal.warnings.append(f"not for the configured size: {message}")
        return now.otherwise()
    except OutOfTime:
        tick()
        if may_number(now):
            return numbered(now)
        if now.fallback is not None and not now.thorough:
            return replace(now, thorough=True, again="prove")  # the lemmas found before
        if not can_narrow(now) or now.fallback is not None:
            raise
        reason = f"out of time after {now.journal.elapsed():.0f} s"
        return for_one_size(now, reason, partial(partial_result, "time", reason, now))


def _after_stuck(stuck: Stuck, now: Inference) -> Inference | Inferred:
    """Continue with more lemmas, with fewer conditions, or with one size."""
    if may_number(now):
        return numbered(now)
    if now.fallback is not None:
        return fallen_back(now, why_stuck(stuck))
    if now.weaker is not None:
        return weakened(now)
    result = partial(stuck_result, stuck, now)
    if can_narrow(now):
        return for_one_size(now, why_stuck(stuck), result)
    return typed(now) if now.one_size and may_type(now) else result()


def _seconds_for_search(now: Inference) -> float | None:
    if not may_number(now):
        return now.journal.left_for(_SHARE if now.second is None else _LONG_SHARE)
    left = now.journal.left(None)
    return None if left is None else left * _SHARE_WITHOUT_NUMBERS


def mined_grammar(system: System, property: Property, options: InferenceOptions) -> str:
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
        found = Sampled(model, lifted, machine, goal, states)
        now = Inference(system, property, options, Journal(None, None), sampled=found)
        numbers, only = numbers_of(now), options.only_grammar
        return show_grammar(mine(system, lifted, machine, states, goal, atoms, numbers, only))
