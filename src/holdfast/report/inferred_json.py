"""The answer of `infer` as the envelope that `--json` prints."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.infer.result import Inferred, exit_of, never_enabled
from holdfast.infer.search.graph import ProofGraph
from holdfast.ir.notation import show
from holdfast.report.answer import Question
from holdfast.report.check_json import cause_of, trace_json, verdict_word
from holdfast.report.envelope import Envelope, Json
from holdfast.report.proof_json import proof_json, reason_of
from holdfast.source import Diagnostic
from holdfast.verdict import Failed, Proved, Violated


def inferred_envelope(result: Inferred, question: Question) -> Envelope:
    """The whole answer."""
    verdict = result.verdict
    violated = verdict if isinstance(verdict, Violated) else None
    remarks = [Diagnostic("check-note", w, None, severity="warning") for w in result.warnings]
    failed = verdict.diagnostics if isinstance(verdict, Failed) else ()
    return Envelope(
        command="infer",
        spec=question.spec,
        config=question.config,
        constants=result.constants,
        engine=None if result.proof is None else result.proof.engine or None,
        verdict=verdict_word(verdict),
        scope=verdict.scope if isinstance(verdict, Proved) else None,
        kind=violated.kind if violated else None,
        property=result.property,
        checked=(result.property,),
        assumed=result.assumed,
        never_enabled=never_enabled(result),
        cause=cause_of(verdict),
        reason=reason_of(result.verdict),
        diagnostics=(*question.diagnostics, *failed, *remarks),
        seconds=result.seconds,
        exit=exit_of(result),
        own=inferred_json(result),
    )


def inferred_json(result: Inferred) -> dict[str, Json]:
    """What only `infer` says: the invariant, what it was found from, and its proof."""
    own: dict[str, Json] = {
        "invariant": [{"name": c.name, "tla": c.tla} for c in result.invariant],
        "sizes": _sizes(result.sizes),
        "instances": list(result.sizes),
        "states_sampled": result.states,
        "candidates": result.candidates,
        "ctis": result.ctis,
        "proof": None if result.proof is None else proof_json(result.proof),
        "phases": {name: round(seconds, 3) for name, seconds in result.phases.items()},
        "graph": None if result.graph is None else _graph_json(result.graph),
        "open": _open_json(result),
    }
    trace = result.verdict.trace if isinstance(result.verdict, Violated) else None
    return own if trace is None else {**own, "trace": trace_json(trace)}


def _sizes(instances: Iterable[str]) -> dict[str, Json]:
    """For each constant set, or number, the sizes that states were sampled from."""
    found: dict[str, set[int]] = {}
    for label in instances:
        for part in filter(None, label.split(", ")):
            name, _, size = part.rpartition(": ")
            found.setdefault(name, set()).add(int(size))
    return {name: sorted(sizes) for name, sizes in found.items()}


def _graph_json(graph: ProofGraph) -> Json:
    nodes: list[Json] = [
        {"lemma": n.lemma, "action": n.action, "support": list(n.support), "open": n.is_open}
        for n in graph.nodes
    ]
    return {"nodes": nodes, "dot": graph.dot()}


def _open_json(result: Inferred) -> Json:
    what = result.open
    if what is None:
        return None
    return {
        "lemma": what.lemma,
        "action": what.action,
        "before": {n: show(v) for n, v in what.before.items()},  # type: ignore[arg-type]
        "after": {n: show(v) for n, v in what.after.items()},  # type: ignore[arg-type]
        "missing": what.missing,
    }
