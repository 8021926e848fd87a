"""The result of `diagram` for a file, as JSON."""

from __future__ import annotations

from typing import assert_never

from holdfast.diagram.diagram import Diagram
from holdfast.diagram.json_form import diagram_json, edge_json
from holdfast.diagram.judged import Judged, JudgedClaim
from holdfast.diagram.product import Run
from holdfast.diagram.refinement import Finding, Refined
from holdfast.diagram.remedies import Descent, MoreFair, Remedy
from holdfast.report.conformance import conformance_json, unproved_json
from holdfast.report.diagram import remedy_text
from holdfast.report.envelope import Json


def judged_json(judged: Judged) -> dict[str, Json]:
    """The diagrams with their results; if there is only one, also its keys."""
    diagrams = [_diagram(judged, each) for each in judged.diagrams.diagrams]
    return {
        **(diagrams[0] if len(diagrams) == 1 else {}),
        "diagrams": diagrams,
        "refinements": [_refined(each) for each in judged.refinements],
    }


def _diagram(judged: Judged, diagram: Diagram) -> dict[str, Json]:
    covered = next((c for c in judged.coverages if c.diagram == diagram.name), None)
    return {
        **diagram_json(diagram),
        "claims": [_claim(judged, each) for each in judged.claims if each.diagram == diagram],
        "conformance": None if covered is None else covered.status,
        "obligations": [] if covered is None else conformance_json(covered.conformance),
        "lemmas": () if covered is None else covered.conformance.lemmas,
        "not_proved": () if covered is None else unproved_json(covered.conformance),
    }


def _claim(judged: Judged, claim: JudgedClaim) -> dict[str, Json]:
    return {
        "name": claim.claim.name,
        "text": claim.claim.text,
        "status": judged.claim_status(claim),
        "run": None if claim.run is None else run_json(claim.run),
        "remedies": [_remedy(each) for each in claim.remedies],
    }


def run_json(run: Run) -> dict[str, Json]:
    """A run: nodes, valuations and edges; an edge that is null stays in its node."""
    return {
        "loop": run.loop,
        "stages": [
            {
                "node": stage.node.name,
                "valuation": dict(stage.valuation),
                "edge": None if stage.edge is None else edge_json(stage.edge),
            }
            for stage in run.stages
        ],
    }


def _remedy(remedy: Remedy) -> dict[str, Json]:
    common: dict[str, Json] = {"enough": remedy.enough, "text": remedy_text(remedy)}
    match remedy:
        case MoreFair(action, fairness):
            return {"kind": "fairness", "action": action, "fairness": fairness.value, **common}
        case Descent(ordering, strict, kept):
            return {
                "kind": "ordering",
                "ordering": ordering,
                "strict": edge_json(strict),
                "kept": [edge_json(e) for e in kept],
                **common,
            }
        case _:
            assert_never(remedy)


def _refined(refined: Refined) -> dict[str, Json]:
    refinement = refined.refinement
    return {
        "concrete": refinement.concrete,
        "abstract": refinement.abstract,
        "mapping": dict(refinement.mapping),
        "status": refined.status,
        "conditions": [
            {
                "condition": c.number,
                "status": c.status,
                "findings": [_finding(each) for each in c.findings],
            }
            for c in refined.conditions
        ],
    }


def _finding(finding: Finding) -> dict[str, Json]:
    return {
        "status": finding.status,
        "message": finding.message,
        "node": finding.node,
        "edge": None if finding.edge is None else edge_json(finding.edge),
        "action": finding.action,
        "run": None if finding.run is None else run_json(finding.run),
        "remedies": [_remedy(each) for each in finding.remedies],
    }
