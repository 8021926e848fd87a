"""The result of `mine` as the envelope that `--json` prints."""

from __future__ import annotations

from dataclasses import replace

from holdfast.mine.mine import Mined
from holdfast.mine.relation import Relation
from holdfast.report.answer import Question
from holdfast.report.envelope import Envelope, Json
from holdfast.report.verdict_json import answer_envelope
from holdfast.source import Diagnostic


def mined_envelope(mined: Mined, question: Question) -> Envelope:
    """The envelope with the whole result."""
    found = answer_envelope("mine", mined.answer, question)
    notes = tuple(Diagnostic("check-note", n, None, severity="warning") for n in mined.notes)
    return replace(
        found,
        engine=mined.answer.engine,
        reductions=mined.answer.reductions,
        diagnostics=(*found.diagnostics, *notes),
        own=mined_json(mined),
    )


def mined_json(mined: Mined) -> dict[str, Json]:
    """The keys that only `mine` adds."""
    return {
        "relations": [relation_json(each) for each in mined.relations],
        "states": mined.answer.counts.distinct,
        "complete": mined.answer.complete,
        "outside": mined.outside,
        "terms": [term.text(mined.notation) for term in mined.terms.terms],
        "lint": [
            {"remark": each.remark, "term": each.term, "text": each.text} for each in mined.lint
        ],
    }


def relation_json(relation: Relation) -> dict[str, Json]:
    """One relation."""
    return {
        "left": relation.left,
        "rel": relation.rel,
        "right": relation.right,
        "formula": relation.own,
        "tla": relation.tla,
        "status": relation.status,
        "form": relation.form,
        "names": relation.names or None,
        "at": relation.at or None,
        "vacuous_in": relation.absent,
        "terms": list(relation.terms),
        "variables": list(relation.variables),
        "types": list(relation.types),
    }
