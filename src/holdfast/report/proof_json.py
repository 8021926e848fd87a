"""The result of `prove` as the envelope that `--json` prints."""

from __future__ import annotations

from dataclasses import replace

from holdfast.ir.notation import show
from holdfast.prove.proof import Cti, Proof
from holdfast.prove.settle import Settled
from holdfast.report.answer import Question
from holdfast.report.axioms import axiom_json
from holdfast.report.envelope import Envelope, Json
from holdfast.report.itf import state_json
from holdfast.report.reason import reason_line
from holdfast.report.trace import step_label
from holdfast.report.verdict_json import answer_envelope, violation_json


def proof_envelope(proof: Proof, question: Question) -> Envelope:
    """The envelope with the whole result."""
    return replace(
        answer_envelope("prove", proof, question, instance=proof.scope),
        engine=proof.engine or None,
        checked=proof.checked,
        assumed=proof.assumed,
        reductions=proof.reductions,
        never_enabled=proof.never_enabled,
        own=proof_json(proof),
    )


def proof_json(proof: Proof) -> dict[str, Json]:
    """The keys that only `prove` adds: obligations, lemmas of the library, a counterexample."""
    return {
        "method": proof.method,
        "k": proof.k,
        "obligations": [obligation_json(each) for each in proof.obligations],
        "library_lemmas": [lemma.name for lemma in proof.library_lemmas],
        "lemmas": dict(proof.found_lemmas),
        "cti": cti_json(proof.cti),
        "proposed": [
            {"name": h.name, "statement": h.statement, "holds": h.holds} for h in proof.proposed
        ],
        "axioms": [axiom_json(each) for each in proof.axioms],
        **violation_json(proof.verdict),
    }


def obligation_json(settled: Settled) -> dict[str, Json]:
    """One obligation and its status."""
    obligation = settled.obligation
    spans = (obligation.span, *(part.span for part in obligation.parts))
    span = next((s for s in spans if s is not None), None)
    return {
        "lemma": obligation.lemma,
        "action": obligation.action,
        "status": settled.status,
        "solver": settled.solver,
        "seconds": round(settled.seconds, 3),
        "kind": obligation.kind,
        "cached": settled.cached,
        "reason": settled.reason,
        "construct": obligation.name,
        "line": None if span is None else span.source.position(span.start)[0],
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
