"""Certificates of diagrams: the diagram, its claims, and every query that it depends on.

proof.json                what is proved, the conditions, their files, hashes, results
diagram.json              the diagram
obligations/0001-....smt2 one file per query; all must be unsatisfiable
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from holdfast.diagram.conform import Conformance, Judged
from holdfast.diagram.diagram import Diagrams
from holdfast.diagram.json_form import diagrams_json
from holdfast.prove.certificate import lemma_rows, obligation_row, write_files
from holdfast.prove.obligations import INIT
from holdfast.version import VERSION

FORMAT = "holdfast diagram certificate 2"
DIAGRAM = "diagram.json"
STATED = "stated"
"""The kind of a condition that needs no query."""


def write_diagram_certificate(found: Conformance, spec: str, folder: Path) -> int:
    """Write the certificate of a proof by solvers; returns the number of files."""
    texts: dict[str, str] = {}
    rows = [_row(number, each, texts) for number, each in enumerate(found.judged, 1)]
    first = len(rows) + 1
    rows += [obligation_row(first + i, each, texts) for i, each in enumerate(found.support)]
    diagram = json.dumps(diagrams_json(Diagrams((found.diagram,))), indent=2) + "\n"
    lemmas = tuple(
        dict.fromkeys(
            s.obligation.lemma for s in found.support if s.obligation.kind == "initiation"
        )
    )
    summary = {
        "format": FORMAT,
        "holdfast": VERSION,
        "spec": Path(spec).name,
        "diagram": found.diagram.name,
        "proved": found.conforms,
        "scope": found.scope,
        "claims": [claim.name for claim in found.diagram.claims],
        "assumed": list(found.assumed),
        "library_lemmas": lemma_rows(found.library_lemmas),
        "lemmas": list(lemmas),
        "actions": list(found.actions),
        "obligations": rows,
    }
    return write_files(folder, summary, texts, {DIAGRAM: diagram})


def _row(number: int, judged: Judged, files: dict[str, str]) -> dict[str, Any]:
    if judged.settled is not None:
        return obligation_row(number, judged.settled, files)
    return {
        "lemma": judged.condition.name,
        "action": judged.condition.action or INIT,
        "kind": STATED,
        "status": "proved" if judged.status == "proved" else "unknown",
        "reason": judged.reason,
        "parts": [],
        "of": 0,
    }
