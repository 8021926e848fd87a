"""The result of `check` as the envelope that `--json` prints."""

from __future__ import annotations

from dataclasses import replace

from holdfast.report.answer import Question
from holdfast.report.envelope import Envelope, Json
from holdfast.report.reason import reason_line
from holdfast.report.trace import trace_of
from holdfast.report.unreached import unreached_json
from holdfast.report.verdict_json import answer_envelope, step_json, trace_json
from holdfast.verdict import Answer, Counts, Refinement, Verdict, Violated


def check_envelope(answer: Answer, question: Question) -> Envelope:
    """The envelope with the whole result."""
    return replace(
        answer_envelope("check", answer, question),
        engine=answer.engine,
        checked=answer.checked,
        assumed=answer.assumed,
        reductions=answer.reductions,
        vacuous=answer.vacuous,
        never_enabled=answer.never_enabled,
        collision_probability=answer.collision_probability,
        own=check_json(answer),
    )


def check_json(answer: Answer) -> dict[str, Json]:
    """The keys that only `check` adds: counts and trace, others only if present."""
    own: dict[str, Json] = {
        "states": _counts_json(answer.counts),
        "trace": trace_json(trace_of(answer.verdict)),
        **_refinement_json(answer.verdict),
    }
    if answer.more_violations:
        own["more_violations"] = [
            {
                "kind": each.kind,
                "property": each.property,
                "trace": trace_json(each.trace),
                **_refinement_json(each),
            }
            for each in answer.more_violations
        ]
    if answer.violations:
        own["violations"] = dict(answer.violations)
    if answer.unreached:
        own["unreached"] = unreached_json(answer.unreached)
    if answer.safety_only:
        own["safety_only"] = True
    if answer.output:
        own["output"] = answer.output
    if answer.coverage is not None:
        from holdfast.report.coverage import coverage_json

        own["coverage"] = coverage_json(answer.coverage)
    return own


def _refinement_json(verdict: Verdict) -> dict[str, Json]:
    """The key `refinement`, only if there is an abstract view of the trace."""
    if not isinstance(verdict, Violated) or verdict.refinement is None:
        return {}
    return {"refinement": _view_json(verdict.refinement)}


def _view_json(view: Refinement) -> dict[str, Json]:
    return {
        "specification": view.specification,
        "trace": trace_json(view.trace),
        "failed": view.failed,
        "allowed": view.allowed,
        "alternatives": [step_json(step) for step in view.alternatives],
        "refusals": [
            {"action": r.message, "reason": "; ".join(map(reason_line, r.because))}
            for r in view.refusals
        ],
        "neglected": list(view.neglected),
        "note": view.note,
    }


def _counts_json(counts: Counts) -> dict[str, Json]:
    return {
        "generated": counts.generated,
        "distinct": counts.distinct,
        "depth": counts.depth,
        "initial": counts.initial,
    }
