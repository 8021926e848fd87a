"""Verify the certificate of a diagram from its files alone.

The conditions in it are exactly those that its diagram needs, every query is unsatisfiable again,
and every claim holds on the diagram again. That the spec states a fairness condition cannot be
verified without the spec: the result lists it as assumed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from holdfast.diagram.certificate import DIAGRAM, FORMAT, STATED
from holdfast.diagram.claims import read_claim
from holdfast.diagram.conditions import Condition, conditions_of
from holdfast.diagram.diagram import Diagram
from holdfast.diagram.json_form import read_diagrams_json
from holdfast.diagram.measures import ORDERS
from holdfast.diagram.product import counterexample
from holdfast.prove.recheck import (
    Rechecked,
    broken,
    missing_inductions,
    read_summary,
    rechecked,
    row_problems,
    stamp_problems,
    text_of,
)

_NEEDED = ("spec", "diagram", "scope", "claims", "lemmas", "actions", "obligations")


def recheck_diagram(
    folder: Path, solvers: tuple[str, ...], workers: int | None = None
) -> Rechecked:
    """Verify a certificate; raises SpecError if it cannot be read."""
    summary = read_summary(folder, FORMAT, _NEEDED)
    if DIAGRAM not in summary["files"]:
        raise broken(f"{DIAGRAM} is not in the list of files")
    diagram = _diagram(text_of(folder, DIAGRAM))
    problems = [
        *row_problems(summary, folder),
        *stamp_problems(summary, folder),
        *missing_inductions(summary),
        *_condition_problems(summary, diagram),
        *_claim_problems(summary, diagram),
    ]
    claims = tuple(summary["claims"]) or (f"diagram {diagram.name}",)
    found = rechecked(summary, folder, claims, problems, solvers, workers)
    stated = tuple(
        f"the spec states it ({row['lemma']})"
        for row in summary["obligations"]
        if row["kind"] == STATED and row["lemma"].startswith("O4a")
    )
    return replace(found, assumed=(*found.assumed, *stated))


def _diagram(text: str) -> Diagram:
    try:
        (diagram,) = read_diagrams_json(json.loads(text)).diagrams
    except ValueError:
        raise broken(f"{DIAGRAM} is not the JSON of one diagram") from None
    return diagram


def _condition_problems(summary: dict[str, Any], diagram: Diagram) -> Iterator[str]:
    """Conditions that are missing, or that the diagram does not need."""
    needed = conditions_of(diagram, summary["actions"])
    rows = {
        row["lemma"]: row for row in summary["obligations"] if row["kind"] in (STATED, "diagram")
    }
    there = Counter(
        row["lemma"] for row in summary["obligations"] if row["kind"] in (STATED, "diagram")
    )
    wanted = Counter(c.name for c in needed)
    for name in wanted - there:
        yield f"there is no obligation for {name}"
    for name in there - wanted:
        yield f"the diagram does not need {name}"
    for c in needed:
        if c.name in rows:
            yield from _row_problem(c, rows[c.name], diagram)


def _row_problem(c: Condition, row: dict[str, Any], diagram: Diagram) -> Iterator[str]:
    """A condition that must have queries and has none."""
    if c.kind == "O5":
        order = next(o.order for o in diagram.orderings if o.name == c.ordering)
        if order not in ORDERS:
            yield f"{c.name}: the order {order} is not known to be well-founded"
    elif row["kind"] == STATED and c.kind != "O4a":
        yield f"{c.name} needs queries"
    elif c.kind in ("O1", "O4b") and not row["parts"]:
        yield f"{c.name} has no query"


def _claim_problems(summary: dict[str, Any], diagram: Diagram) -> Iterator[str]:
    """Claims that do not hold on the diagram."""
    if [claim.name for claim in diagram.claims] != list(summary["claims"]):
        yield "the claims of the summary are not those of the diagram"
    for claim in diagram.claims:
        if counterexample(diagram, read_claim(diagram, claim), claim.span) is not None:
            yield f"the claim {claim.name} does not hold on the diagram"
