"""The result of `check` as TLC reports it: messages in TLC's order, with its texts.

The first line of a text is TLC's, because scripts search for it.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from holdfast.check.simulation import Simulated, Statistics
from holdfast.processors import processors
from holdfast.report.tlc_coverage import coverage_messages
from holdfast.report.tlc_errors import evaluation_error, positions
from holdfast.report.tlc_messages import Code, Message, Output, error, warning
from holdfast.report.tlc_trace import trace_messages
from holdfast.report.tlc_values import tlc_location, tlc_state
from holdfast.report.trace import shown_state
from holdfast.verdict import (
    Answer,
    Bounded,
    Counts,
    Exhausted,
    Failed,
    Proved,
    Sampled,
    Trace,
    Unknown,
    Violated,
)
from holdfast.version import VERSION


@dataclass(frozen=True, slots=True)
class Manner:
    """How a result is reported: the text of the current time, with `-tool`, with `-difftrace`.

    `temporal` is whether temporal properties were checked.
    """

    now: Callable[[], str]
    tool: bool = False
    differences: bool = False
    temporal: bool = False


# ---- before the search ----


def version_message() -> Message:
    """The first line."""
    return Message(Code.VERSION, f"TLC2 Version {VERSION} of holdfast")


def mode_message(workers: int, seed: int) -> Message:
    """The kind of search, and the machine, in the form that the Toolbox parses."""
    kind = f"breadth-first search Model-Checking with fp 0 and seed {seed}"
    return Message(Code.MODE, f"Running {kind} {_machine(workers, ', FingerprintSet, Frontier')}")


def simulation_mode_message(workers: int, seed: int) -> Message:
    """The same for a simulation."""
    text = f"Running Random Simulation with seed {seed} {_machine(workers)}"
    return Message(Code.SIMULATION_MODE, text)


def _machine(workers: int, more: str = "") -> str:
    many = "" if workers == 1 else "s"
    machine = f"{platform.system()} {platform.release()} {platform.machine()}"
    return (
        f"with {workers} worker{many} on {processors()} cores with 0MB heap and 0MB offheap memory"
        f" [pid: {os.getpid()}] ({machine}, holdfast {VERSION} 64bit{more})."
    )


def parsing(
    sources: Sequence[str], modules: Sequence[str], wrong: Iterable[Output] = ()
) -> Iterator[Output]:
    """The files and modules that were read, and what is wrong in them."""
    yield Message(Code.PARSING_START, "Starting SANY...", only_tool=True)
    yield from (f"Parsing file {source}" for source in sources)
    yield from (f"Semantic processing of module {module}" for module in modules)
    yield from wrong
    yield Message(Code.PARSING_END, "SANY finished.", only_tool=True)


def starting(manner: Manner) -> Message:
    """The end of the preparations."""
    return Message(Code.STARTING, f"Starting... ({manner.now()})")


def computing_initial() -> Message:
    """The begin of the search."""
    return Message(Code.COMPUTING_INITIAL, "Computing initial states...")


def initial_computed(initial: int, manner: Manner) -> Message:
    """The number of initial states."""
    states = f"{initial} distinct state{'' if initial == 1 else 's'}"
    text = f"Finished computing initial states: {states} generated at {manner.now()}."
    return Message(Code.INITIAL_COMPUTED, text)


def progress(counts: Counts, manner: Manner, seconds: float | None = None) -> Message:
    """The counts so far, and per minute if the seconds are given."""
    generated, distinct = f"{counts.generated:,} states generated", f"{counts.distinct:,} distinct"
    distinct += " states found"
    if seconds is not None:
        minutes = max(seconds, 0.001) / 60
        generated += f" ({int(counts.generated / minutes):,} s/min)"
        distinct += f" ({int(counts.distinct / minutes):,} ds/min)"
    head = f"Progress({max(counts.depth, 1)}) at {manner.now()}"
    queue = f"{counts.queue:,} states left on queue."
    return Message(Code.PROGRESS, f"{head}: {generated}, {distinct}, {queue}")


def finished(seconds: float, manner: Manner) -> Message:
    """The last line."""
    taken = f"{round(seconds * 1000)}ms" if manner.tool else _duration(seconds)
    return Message(Code.FINISHED, f"Finished in {taken} at ({manner.now()})")


def _duration(seconds: float) -> str:
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days:
        return f"{days}d {hour:02}h"
    if hours:
        return f"{hours:02}h {minute:02}min"
    return f"{minute:02}min {second:02}s" if minutes else f"{second:02}s"


# ---- the result ----


def result_messages(
    answer: Answer, manner: Manner, begun: bool = False, announced: bool = False
) -> Iterator[Output]:
    """The result; `begun` and `announced` are whether the first two messages were printed."""
    violations = [v for v in (answer.verdict, *answer.more_violations) if isinstance(v, Violated)]
    if violations and violations[0].kind == "assumption":
        yield _assumption(violations[0])
        return
    if isinstance(answer, Simulated):
        text = f"Computed {answer.statistics.initial} initial states..."
        yield Message(Code.INITIAL_PROGRESS, text)
    elif not begun:
        yield computing_initial()
    initially = [v for v in violations if _is_initial(v)]
    # With -continue the search goes on after a false initial state.
    ended = bool(initially) and not answer.complete
    if not announced and not ended and not _failed_early(answer):
        yield initial_computed(answer.counts.initial, manner)
    yield from answer.output
    yield from (warning(text) for text in answer.warnings)
    for violated in violations:
        yield from _violation(violated, answer, manner)
    if not violations:
        yield from _other(answer, manner)
    if isinstance(answer, Simulated):
        yield from _simulation_statistics(answer.statistics, manner)
    elif not ended:
        if answer.coverage is not None:
            yield from coverage_messages(answer.coverage, manner.now())
        yield from _statistics(answer, manner)


def _is_initial(violated: Violated) -> bool:
    """Whether TLC reports it without a trace: the initial state is false to a state formula."""
    trace = violated.trace
    single = trace is not None and len(trace) == 1 and trace.loop is None
    return single and violated.kind in ("invariant", "temporal")


def _failed_early(answer: Answer) -> bool:
    return isinstance(answer.verdict, Failed) and answer.verdict.trace is None


def _statistics(answer: Answer, manner: Manner) -> Iterator[Message]:
    counts = answer.counts
    if manner.tool:
        yield progress(counts, manner, answer.seconds)
    found = f"{counts.generated} states generated, {counts.distinct} distinct states found"
    yield Message(Code.STATISTICS, f"{found}, {counts.queue} states left on queue.")
    depth = f"The depth of the complete state graph search is {counts.depth}."
    yield Message(Code.DEPTH, depth)


def _simulation_statistics(found: Statistics, manner: Manner) -> Iterator[Message]:
    mean, variance = found.states / max(found.behaviours, 1), found.variance
    text = (
        f"Progress: {found.generated} states checked, {found.behaviours} traces generated"
        f" (trace length: mean={mean:.0f}, var(x)={variance:.0f}, sd={variance**0.5:.0f})"
    )
    if manner.tool:
        text = (
            f"Progress({found.behaviours}) at {manner.now()}: {found.generated} states generated,"
            " -1 distinct states found, -1 states left on queue."
        )
    yield Message(Code.SIMULATION_PROGRESS, text)
    yield Message(
        Code.SIMULATION_STATISTICS,
        f"The number of states generated: {found.generated}\n"
        f"Simulation using seed {found.seed} and aril 0",
    )


def _assumption(violated: Violated) -> Message:
    span = violated.reason.span if violated.reason is not None else None
    place = violated.property if span is None else tlc_location(span)
    return error(Code.ASSUMPTION_FALSE, f"Assumption {place} is false.")


def _violation(violated: Violated, answer: Answer, manner: Manner) -> Iterator[Message]:
    name, trace = violated.property, violated.trace
    if _is_initial(violated):
        assert trace is not None
        state = tlc_state(shown_state(trace.steps[0]))
        about = f"{name} is violated by the initial state:\n{state}"
        if violated.kind == "invariant":
            yield error(Code.INVARIANT_FALSE_INITIALLY, f"Invariant {about}")
        else:
            yield error(Code.PROPERTY_FALSE_INITIALLY, f"Property {about}")
        return
    match violated.kind:
        case "invariant":
            yield error(Code.INVARIANT_FALSE, f"Invariant {name} is violated.")
        case "action":
            yield error(Code.ACTION_PROPERTY_FALSE, f"Action property {name} is violated.")
        case "deadlock":
            yield error(Code.DEADLOCK, "Deadlock reached.")
        case "temporal":
            yield from _temporal(violated, answer, manner)
            return
        case "postcondition":
            span = violated.reason.span if violated.reason is not None else None
            place = "" if span is None else f" at {tlc_location(span)}"
            yield error(Code.POSTCONDITION_FALSE, f"Postcondition {name}{place} is false.")
        case _:
            yield error(Code.GENERAL, f"{name} is violated.")
    yield from _behavior(trace, manner)


def _behavior(trace: Trace | None, manner: Manner) -> Iterator[Message]:
    if trace is not None:
        yield error(Code.BEHAVIOR, "The behavior up to this point is:")
        yield from trace_messages(trace, manner.differences, manner.tool)


def _temporal(violated: Violated, answer: Answer, manner: Manner) -> Iterator[Message]:
    yield from _temporal_start(answer, manner)
    text = f"Temporal property {violated.property} was violated.\n"
    yield error(Code.TEMPORAL_PROPERTY_FALSE, text)
    if violated.trace is not None:
        text = "The following behavior constitutes a counter-example:\n"
        yield error(Code.COUNTEREXAMPLE, text)
        yield from trace_messages(violated.trace, manner.differences, manner.tool)
    yield _temporal_end(manner)


def _temporal_start(answer: Answer, manner: Manner) -> Iterator[Message]:
    yield progress(answer.counts, manner)
    states = f"{answer.counts.distinct} total distinct states"
    text = f"Checking temporal properties for the complete state space with {states}"
    yield Message(Code.TEMPORAL_START, f"{text} at ({manner.now()})")


def _temporal_end(manner: Manner) -> Message:
    text = f"Finished checking temporal properties in 00s at {manner.now()}"
    return Message(Code.TEMPORAL_END, text)


def _other(answer: Answer, manner: Manner) -> Iterator[Message]:
    verdict = answer.verdict
    match verdict:
        case Proved() | Exhausted() if not answer.not_checked:
            if manner.temporal:
                yield from _temporal_start(answer, manner)
                yield _temporal_end(manner)
            yield success(answer.collision_probability)
        case Sampled():
            for each in answer.not_checked:
                yield Message(Code.GENERAL, f"{each.name} was not checked: {each.reason}.")
        case Proved() | Exhausted() | Bounded() | Unknown():
            yield from _inconclusive(answer)
        case Failed():
            yield from _failure(verdict, manner)
        case Violated():
            raise AssertionError("violations are reported one by one")
        case _:
            assert_never(verdict)


def success(collision: float) -> Message:
    """All states were explored, and every property holds."""
    probability = f"{collision:.1E}" if collision else "0.0"
    return Message(
        Code.SUCCESS,
        "Model checking completed. No error has been found.\n"
        "  Estimates of the probability that TLC did not check all reachable states\n"
        "  because two distinct states had the same fingerprint:\n"
        f"  calculated (optimistic):  val = {probability}",
    )


def _inconclusive(answer: Answer) -> Iterator[Message]:
    """Never the text of success: something was not checked."""
    for unchecked in answer.not_checked:
        formula = f"TLC cannot handle the temporal formula {unchecked.name}:\n{unchecked.reason}"
        yield error(Code.FORMULA_UNSUPPORTED, formula)
    match answer.verdict:
        case Unknown(cause="no-initial-state"):
            text = "There is no state satisfying the initial state predicate."
            yield error(Code.NO_INITIAL_STATE, text)
        case Unknown(cause="not-checked"):
            pass
        case Unknown(cause="time" | "exit", reason=reason):
            # The user or the spec asked for this; it is no warning, which -nowarning would hide.
            yield Message(Code.GENERAL, f"Model checking is not complete: {reason}.")
        case Unknown(reason=reason):
            yield error(Code.GENERAL, f"Model checking is not complete: {reason}.")
        case _:
            pass


def _failure(failed: Failed, manner: Manner) -> Iterator[Message]:
    yield from map(evaluation_error, failed.diagnostics)
    yield from _behavior(failed.trace, manner)
    yield from positions(failed.diagnostics)
