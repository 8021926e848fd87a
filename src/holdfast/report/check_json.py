"""The answer of `check` as the envelope that `--json` prints."""

from __future__ import annotations

from typing import assert_never

from holdfast.report.answer import Question
from holdfast.report.envelope import Envelope, Json
from holdfast.report.itf import state_json
from holdfast.report.reason import reason_line, stuck_lines
from holdfast.report.trace import step_label
from holdfast.source import Diagnostic
from holdfast.verdict import (
    Answer,
    Bounded,
    Counts,
    Exhausted,
    Failed,
    Proved,
    Step,
    Trace,
    Unknown,
    Verdict,
    Violated,
    exit_code,
)


def check_envelope(answer: Answer, question: Question) -> Envelope:
    """The whole answer."""
    verdict = answer.verdict
    violated = verdict if isinstance(verdict, Violated) else None
    failed = verdict if isinstance(verdict, Failed) else None
    remarks = [Diagnostic("check-note", w, None, severity="warning") for w in answer.warnings]
    return Envelope(
        command="check",
        spec=question.spec,
        config=question.config,
        constants=answer.constants,
        engine=answer.engine,
        verdict=verdict_word(verdict),
        scope=_scope(verdict),
        kind=violated.kind if violated else failed.kind if failed else None,
        property=violated.property if violated else None,
        checked=answer.checked,
        not_checked=tuple(each.name for each in answer.not_checked),
        reductions=answer.reductions,
        vacuous=answer.vacuous,
        never_enabled=answer.never_enabled,
        collision_probability=answer.collision_probability,
        cause=cause_of(answer.verdict),
        reason=verdict_reason(answer),
        diagnostics=(*question.diagnostics, *remarks, *(failed.diagnostics if failed else ())),
        seconds=answer.seconds,
        exit=exit_code(answer),
        own=check_json(answer),
    )


def check_json(answer: Answer) -> dict[str, Json]:
    """What only `check` says: the counts and the trace; more only if there is more to say."""
    own: dict[str, Json] = {
        "states": counts_json(answer.counts),
        "trace": trace_json(trace_of(answer)),
    }
    if answer.more_violations:
        own["more_violations"] = [
            {"kind": each.kind, "property": each.property, "trace": trace_json(each.trace)}
            for each in answer.more_violations
        ]
    if answer.output:
        own["output"] = answer.output
    return own


def trace_of(answer: Answer) -> Trace | None:
    """The trace that the verdict is about."""
    match answer.verdict:
        case Violated(trace=trace) | Failed(trace=trace):
            return trace
        case _:
            return None


def counts_json(counts: Counts) -> dict[str, Json]:
    """How much was explored."""
    return {
        "generated": counts.generated,
        "distinct": counts.distinct,
        "depth": counts.depth,
        "initial": counts.initial,
    }


def trace_json(trace: Trace | None) -> dict[str, Json] | None:
    """The states of a trace with the actions between them."""
    if trace is None:
        return None
    return {
        "length": len(trace),
        "loop": trace.loop,
        "steps": [_step_json(step) for step in trace.steps],
    }


def _step_json(step: Step) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "action": None if step.action is None else step_label(step),
        "location": None if step.span is None else step.span.location(),
        "state": state_json(step.state),
    }
    return shown if step.alias is None else {**shown, "alias": state_json(step.alias)}


def verdict_word(verdict: Verdict) -> str:
    """The verdict in a word."""
    match verdict:
        case Proved():
            return "proved"
        case Exhausted():
            return "exhausted"
        case Bounded():
            return "bounded"
        case Violated():
            return "violated"
        case Unknown():
            return "unknown"
        case Failed():
            return "error"
        case _:
            assert_never(verdict)


def cause_of(verdict: Verdict) -> str | None:
    """Why nothing is established, in a word for programs."""
    return verdict.cause if isinstance(verdict, Unknown) else None


def verdict_reason(answer: Answer) -> str | None:
    """Why the verdict is what it is, in one line, if there is something to say."""
    match answer.verdict:
        case Proved(by=by):
            return by
        case Violated(kind, _, _, reason):
            if reason is None:
                return None
            return "; ".join(stuck_lines(reason)) if kind == "deadlock" else reason_line(reason)
        case Unknown(reason=reason):
            return reason
        case Failed(diagnostics=diagnostics):
            return diagnostics[0].message if diagnostics else None
        case Exhausted() | Bounded():
            unchecked = (f"{each.name}: {each.reason}" for each in answer.not_checked)
            return "; ".join(unchecked) or None
        case _:
            assert_never(answer.verdict)


def _scope(verdict: Verdict) -> str | None:
    match verdict:
        case Proved(scope=scope):
            return scope
        case Exhausted():
            return "all reachable states of this instance"
        case Bounded(depth):
            return f"all states up to depth {depth} of this instance"
        case _:
            return None
