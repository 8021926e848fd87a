"""The result of `infer` as the envelope that `--json` prints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from holdfast.infer.result import Inferred, never_enabled
from holdfast.infer.search.graph import ProofGraph
from holdfast.ir.notation import show
from holdfast.report.answer import Question
from holdfast.report.envelope import Envelope, Json
from holdfast.report.proof_json import proof_json
from holdfast.report.verdict_json import answer_envelope, violation_json


def inferred_envelope(result: Inferred, question: Question) -> Envelope:
    """The envelope with the whole result."""
    return replace(
        answer_envelope("infer", result, question),
        engine=None if result.proof is None else result.proof.engine or None,
        property=result.property,
        checked=(result.property,),
        assumed=result.assumed,
        never_enabled=never_enabled(result),
        own=inferred_json(result),
    )


def grammar_envelope(spec: str, grammar: str) -> Envelope:
    """The envelope of `--show-grammar`."""
    return Envelope(command="infer", spec=spec, own={"grammar": grammar.splitlines()})


def inferred_json(result: Inferred) -> dict[str, Json]:
    """The keys that only `infer` adds: the invariant, statistics of the search, the proof."""
    return {
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
        **violation_json(result.verdict),
    }


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
        "suggested": list(what.suggested),
    }
