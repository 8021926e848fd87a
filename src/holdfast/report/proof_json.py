"""The answer of `prove` as the envelope that `--json` prints."""

from __future__ import annotations

from holdfast.ir.notation import show
from holdfast.prove.proof import Cti, Proof, exit_of
from holdfast.prove.settle import Settled
from holdfast.report.answer import Question
from holdfast.report.check_json import cause_of, trace_json, verdict_word
from holdfast.report.envelope import Envelope, Json
from holdfast.report.itf import state_json
from holdfast.report.reason import reason_line
from holdfast.report.trace import step_label
from holdfast.source import Diagnostic
from holdfast.verdict import Bounded, Proved, Unknown, Verdict, Violated


def proof_envelope(proof: Proof, question: Question) -> Envelope:
    """The whole answer."""
    verdict = proof.verdict
    violated = verdict if isinstance(verdict, Violated) else None
    remarks = [Diagnostic("check-note", w, None, severity="warning") for w in proof.warnings]
    return Envelope(
        command="prove",
        spec=question.spec,
        config=question.config,
        constants=proof.constants,
        engine=proof.engine or None,
        verdict=verdict_word(verdict),
        scope=_scope(proof),
        kind=violated.kind if violated else None,
        property=violated.property if violated else None,
        checked=proof.checked,
        not_checked=tuple(each.name for each in proof.not_checked),
        assumed=proof.assumed,
        reductions=proof.reductions,
        never_enabled=proof.never_enabled,
        cause=cause_of(proof.verdict),
        reason=reason_of(proof.verdict),
        diagnostics=(*question.diagnostics, *remarks),
        seconds=proof.seconds,
        exit=exit_of(proof),
        own=proof_json(proof),
    )


def proof_json(proof: Proof) -> dict[str, Json]:
    """What only `prove` says: every obligation, the lemmas of the library, a counterexample."""
    own: dict[str, Json] = {
        "method": proof.method,
        "k": proof.k,
        "obligations": [obligation_json(each) for each in proof.obligations],
        "library_lemmas": [lemma.name for lemma in proof.library_lemmas],
        "cti": cti_json(proof.cti),
        "proposed": [
            {"name": h.name, "statement": h.statement, "holds": h.holds} for h in proof.proposed
        ],
    }
    trace = proof.verdict.trace if isinstance(proof.verdict, Violated) else None
    return own if trace is None else {**own, "trace": trace_json(trace)}


def obligation_json(settled: Settled) -> dict[str, Json]:
    """One obligation, and what became of it."""
    obligation = settled.obligation
    return {
        "lemma": obligation.lemma,
        "action": obligation.action,
        "status": settled.status,
        "solver": settled.solver,
        "seconds": round(settled.seconds, 3),
        "kind": obligation.kind,
        "cached": settled.cached,
        "reason": settled.reason,
    }


def cti_json(cti: Cti | None) -> dict[str, Json] | None:
    """The states before and after the step, in the notation of ITF."""
    if cti is None:
        return None
    return {
        "before": state_json(cti.before),
        "action": step_label(cti.step),
        "after": state_json(cti.step.state) if cti.what == "kept" else None,
        "conjunct": cti.conjunct,
        "constants": {name: show(value) for name, value in cti.constants.items()},
        "sizes": dict(cti.sizes),
        "path": [state_json(step.state) for step in cti.path],
        "reason": None if cti.reason is None else reason_line(cti.reason),
    }


def _scope(proof: Proof) -> str | None:
    match proof.verdict:
        case Proved(scope=scope):
            return scope
        case Bounded(depth):
            return f"all states up to depth {depth} of {proof.scope}"
        case _:
            return None


def reason_of(verdict: Verdict) -> str | None:
    """Why a verdict is what it is, in a line, if there is more to say."""
    match verdict:
        case Proved(by=by):
            return by
        case Unknown(reason=reason):
            return reason
        case Violated(reason=reason):
            return None if reason is None else reason_line(reason)
        case _:
            return None
