"""What the studio draws of a stored result: proof graphs and mined relations of an envelope.

The envelope is that of `docs/json.md`; nothing is computed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.infer.search.graph import Node, ProofGraph
from holdfast.report.envelope import Json
from holdfast.report.graph_json import graph_json
from holdfast.report.itf_text import itf_text, model_values_in
from holdfast.report.mined_graph import relation_picture
from holdfast.report.proof_graph import proof_picture

Object = Mapping[str, Any]
MOST_DRAWN = 150
"""More lemmas or terms than this are shown as a table only."""


# ---- proofs ----


def proof_view(envelope: Object) -> dict[str, Json]:
    """The lemmas, what they need, a drawing of both, and a counterexample to induction."""
    own = envelope.get("infer") or envelope.get("prove") or {}
    proof = own if envelope.get("command") == "prove" else own.get("proof") or {}
    obligations = proof.get("obligations", [])
    texts = _lemma_texts(own, obligations)
    graph = own.get("graph") or {"nodes": []}
    nodes = tuple(
        Node(n["lemma"], n["action"], tuple(n["support"]), n["open"]) for n in graph["nodes"]
    )
    nodes += _open_nodes(obligations, nodes)
    drawn = bool(texts) and len(texts) <= MOST_DRAWN
    return {
        "lemmas": [{"name": name, "text": text} for name, text in texts.items()],
        "needs": [{"lemma": n.lemma, "action": n.action, "support": n.support} for n in nodes],
        "picture": graph_json(proof_picture(ProofGraph(texts, nodes))) if drawn else None,
        "cti": _cti(envelope, own, proof),
    }


def _lemma_texts(own: Object, obligations: Sequence[Object]) -> dict[str, str]:
    """The lemmas with their formulas: those that were inferred, or that obligations are about."""
    if own.get("invariant"):
        return {each["name"]: each["tla"] for each in own["invariant"]}
    found = own.get("lemmas") or {}
    about = (each["lemma"] for each in obligations if each["kind"] == "consecution")
    return {name: found.get(name, name) for name in dict.fromkeys((*about, *found))}


def _open_nodes(obligations: Sequence[Object], known: Sequence[Node]) -> tuple[Node, ...]:
    """A row for each obligation that is not proved."""
    have = {(n.lemma, n.action) for n in known}
    return tuple(
        Node(each["lemma"], each["action"], (), True)
        for each in obligations
        if each["status"] != "proved"
        and each["kind"] == "consecution"
        and (each["lemma"], each["action"]) not in have
    )


def _cti(envelope: Object, own: Object, proof: Object) -> dict[str, Json] | None:
    """The step that is not known to be reachable: each variable before and after it."""
    found = proof.get("cti")
    if found is not None:
        named = model_values_in({**envelope.get("constants", {}), **found["constants"]})
        before = {name: itf_text(value, named) for name, value in found["before"].items()}
        after = found["after"]
        later = None if after is None else {n: itf_text(v, named) for n, v in after.items()}
        return {
            "lemma": found["conjunct"],
            "action": found["action"],
            "reason": found["reason"],
            "constants": found["constants"],
            "steps_before": len(found["path"]),
            "rows": _rows(before, later),
        }
    left = own.get("open")
    if left is None:
        return None
    return {
        "lemma": left["lemma"],
        "action": left["action"],
        "reason": None if left["missing"] is None else f"missing: {left['missing']}",
        "constants": {},
        "steps_before": 0,
        "rows": _rows(left["before"], left["after"]),
    }


def _rows(before: Mapping[str, str], after: Mapping[str, str] | None) -> list[Json]:
    return [
        {
            "name": name,
            "before": text,
            "after": None if after is None else after.get(name),
            "changed": after is not None and after.get(name) != text,
        }
        for name, text in before.items()
    ]


# ---- mined relations ----


@dataclass(frozen=True, slots=True)
class StoredRelation:
    """A relation of an envelope, as far as a drawing needs it."""

    form: str
    left: str
    rel: str
    right: str
    names: str
    at: str
    terms: tuple[str, ...]


def mined_view(envelope: Object, kept: Sequence[int] | None = None) -> dict[str, Json]:
    """A drawing of the relations, or of those with some indices; None if there are too many."""
    rows = (envelope.get("mine") or {}).get("relations", [])
    chosen = range(len(rows)) if kept is None else [i for i in kept if 0 <= i < len(rows)]
    relations = [_relation(rows[i]) for i in chosen]
    picture = relation_picture(relations, str(envelope.get("spec")))
    return {"picture": graph_json(picture) if 0 < len(picture.shapes) <= MOST_DRAWN else None}


def _relation(row: Object) -> StoredRelation:
    return StoredRelation(
        row["form"],
        row["left"],
        row["rel"],
        row["right"],
        row["names"] or "",
        row["at"] or "",
        tuple(row["terms"]),
    )
