"""The JSON of every verdict, for all commands: the envelope and the trace."""

from __future__ import annotations

from typing import assert_never

from holdfast.ir.notation import to_itf
from holdfast.report.answer import Question, unchecked_note
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Envelope, Json
from holdfast.report.itf import state_json
from holdfast.report.reason import reason_line, stuck_lines
from holdfast.report.trace import step_label
from holdfast.source import Diagnostic, Span
from holdfast.verdict import (
    AnyAnswer,
    Bounded,
    Exhausted,
    Failed,
    Proved,
    Sampled,
    Step,
    Trace,
    Unknown,
    Verdict,
    Violated,
    exit_code,
)


def answer_envelope(
    command: str, answer: AnyAnswer, question: Question, instance: str = "this instance"
) -> Envelope:
    """The fields that all commands fill in the same way; `instance` names what was checked."""
    verdict = answer.verdict
    violated = verdict if isinstance(verdict, Violated) else None
    failed = verdict if isinstance(verdict, Failed) else None
    notes: list[tuple[str, Span | None]] = [(warning, None) for warning in answer.warnings]
    notes += [(unchecked_note(each), each.span) for each in answer.not_checked]
    remarks = [Diagnostic("check-note", note, span, severity="warning") for note, span in notes]
    return Envelope(
        command=command,
        spec=question.spec,
        config=question.config,
        constants=answer.constants,
        verdict=verdict_word(verdict),
        scope=_scope(verdict, instance),
        kind=violated.kind if violated else failed.kind if failed else None,
        property=violated.property if violated else None,
        not_checked=tuple(each.name for each in answer.not_checked),
        cause=verdict.cause if isinstance(verdict, Unknown) else None,
        reason=verdict_reason(answer),
        diagnostics=(*question.diagnostics, *remarks, *(failed.diagnostics if failed else ())),
        seconds=answer.seconds,
        exit=exit_code(answer),
    )


def verdict_word(verdict: Verdict) -> str:
    """The verdict in a word."""
    match verdict:
        case Proved():
            return "proved"
        case Exhausted():
            return "exhausted"
        case Bounded() | Sampled():
            return "bounded"
        case Violated():
            return "violated"
        case Unknown():
            return "unknown"
        case Failed():
            return "error"
        case _:
            assert_never(verdict)


def verdict_reason(answer: AnyAnswer) -> str | None:
    """The reason of the verdict in one line, if there is one."""
    verdict = answer.verdict
    match verdict:
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
        case Exhausted() | Bounded() | Sampled():
            pending = (each for each in answer.not_checked if not each.excused)
            unchecked = (f"{each.name}: {each.reason}" for each in pending)
            return "; ".join(unchecked) or None
        case _:
            assert_never(verdict)


def _scope(verdict: Verdict, instance: str) -> str | None:
    match verdict:
        case Proved(scope=scope):
            return scope
        case Exhausted():
            return f"all reachable states of {instance}"
        case Bounded(depth):
            return f"all states up to depth {depth} of {instance}"
        case Sampled(behaviours, depth):
            sampled = f"{count_of(behaviours, 'random behaviour')} of at most {depth:,} steps"
            return f"{sampled} of {instance}"
        case _:
            return None


def violation_json(verdict: Verdict) -> dict[str, Json]:
    """The key `trace` for a violation with a trace; otherwise nothing."""
    if not isinstance(verdict, Violated) or verdict.trace is None:
        return {}
    shown: dict[str, Json] = {"trace": trace_json(verdict.trace)}
    if verdict.trace.loop is not None:
        shown["fairness"] = [reason_line(each) for each in verdict.fairness]
    return shown


def trace_json(trace: Trace | None) -> dict[str, Json] | None:
    """The states of a trace with the actions between them."""
    if trace is None:
        return None
    return {
        "length": len(trace),
        "loop": trace.loop,
        "steps": [step_json(step) for step in trace.steps],
        **({} if trace.closing is None else {"closing": step_json(trace.closing)}),
    }


def _account_json(step: Step) -> dict[str, Json]:
    """Who acts and the messages of a step, if it tells."""
    told = step.account
    if told is None:
        return {}
    messages: list[Json] = [
        {
            "kind": m.kind,
            "channel": to_itf(m.channel),
            "fields": [to_itf(f) for f in m.fields],
            "receiver": None if m.receiver is None else to_itf(m.receiver),
        }
        for m in told.messages
    ]
    return {"lane": to_itf(told.lane), **({"messages": messages} if messages else {})}


def step_json(step: Step) -> dict[str, Json]:
    """A state of a trace and the action that led to it."""
    shown: dict[str, Json] = {
        "action": None if step.action is None else step_label(step),
        "location": None if step.span is None else step.span.location(),
        "state": state_json(step.state),
        **_account_json(step),
    }
    return shown if step.alias is None else {**shown, "alias": state_json(step.alias)}
