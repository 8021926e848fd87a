"""Certificates: every query with the solver results, so that a proof can be verified again.

proof.json                      what is proved, the obligations, their files, hashes, results
obligations/0001-Safe-Next.smt2 one file per query; all must be unsatisfiable
NAMECertificate.tla             the invariant, the lemmas and the steps of a proof for TLAPS

Every query ends with the hash of what the summary says, of all queries and of the other files: an
obligation, a query or an assumption that was changed, exchanged or left out afterwards does not fit
the queries.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from holdfast.prove.proof import Proof
from holdfast.prove.settle import Settled, SettledPart
from holdfast.prove.skeleton import proof_module
from holdfast.smt.encoding import Lemma
from holdfast.verdict import Proved
from holdfast.version import VERSION

SUMMARY = "proof.json"
FOLDER = "obligations"
FORMAT = "holdfast certificate 2"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]+")


def write_certificate(proof: Proof, spec: str, folder: Path) -> int:
    """Write a certificate to a folder, which is created; returns the number of files.

    Files of an earlier certificate are removed.
    """
    queries: dict[str, str] = {}
    rows = [obligation_row(i, each, queries) for i, each in enumerate(proof.obligations, 1)]
    summary = {**_summary(proof, spec), "obligations": rows}
    return write_files(folder, summary, queries, _module(proof, Path(spec).stem))


def write_files(
    folder: Path, summary: dict[str, Any], queries: Mapping[str, str], others: Mapping[str, str]
) -> int:
    """Write the files of a certificate, without the queries of an earlier one; returns how many."""
    inside = folder / FOLDER
    inside.mkdir(parents=True, exist_ok=True)
    for old in inside.glob("*.smt2"):
        old.unlink()
    stamp = stamp_of(summary, queries, others)
    files = {**{name: f"{text}{stamp}" for name, text in queries.items()}, **others}
    for name, text in files.items():
        _write(folder / name, text)
    whole = {**summary, "files": {name: digest(text) for name, text in files.items()}}
    _write(folder / SUMMARY, json.dumps(whole, indent=2, ensure_ascii=False) + "\n")
    return len(files) + 1


def stamp_of(
    summary: Mapping[str, Any], queries: Mapping[str, str], others: Mapping[str, str]
) -> str:
    """The last line of every query: what it belongs to."""
    said = {key: value for key, value in summary.items() if key != "files"}
    hashes = {name: digest(text) for name, text in {**queries, **others}.items()}
    return f"; of certificate {digest(json.dumps([said, hashes], sort_keys=True))}\n"


def _module(proof: Proof, spec: str) -> dict[str, str]:
    """The module for TLAPS, if the spec can be written in TLA+."""
    if proof.system is None or not proof.system.notation.has_modules:
        return {}
    name = f"{spec}Certificate"
    return {f"{name}.tla": proof_module(proof, spec, name)}


def digest(text: str) -> str:
    """The hash of a file's text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _summary(proof: Proof, spec: str) -> dict[str, Any]:
    verdict = proof.verdict
    lemmas = dict.fromkeys(
        s.obligation.lemma
        for s in proof.obligations
        if s.obligation.kind not in ("definedness", "empty")
    )
    actions = dict.fromkeys(
        s.obligation.action for s in proof.obligations if s.obligation.kind == "consecution"
    )
    return {
        "format": FORMAT,
        "holdfast": VERSION,
        "spec": Path(spec).name,
        "proved": isinstance(verdict, Proved),
        "scope": proof.scope,
        "method": proof.method,
        "k": proof.k,
        "invariants": list(proof.checked),
        "constants": dict(proof.constants),
        "assumed": list(proof.assumed),
        "library_lemmas": lemma_rows(proof.library_lemmas),
        "lemmas": list(lemmas),
        "actions": list(actions),
    }


def lemma_rows(lemmas: Iterable[Lemma]) -> list[dict[str, str]]:
    """The lemmas of the library that a proof depends on, in the summary."""
    return [
        {"name": m.name, "statement": m.statement, "justification": m.justification} for m in lemmas
    ]


def obligation_row(number: int, settled: Settled, files: dict[str, str]) -> dict[str, Any]:
    """An obligation in the summary; the texts of its queries are added to the files."""
    obligation = settled.obligation
    return {
        "lemma": obligation.lemma,
        "action": obligation.action,
        "kind": obligation.kind,
        "status": settled.status,
        "parts": [
            _part(
                f"{number:04}-{_plain(obligation.lemma)}-{_plain(obligation.action)}", i, p, files
            )
            for i, p in enumerate(settled.parts, 1)
        ],
        "of": len(obligation.parts),
    }


def _part(stem: str, index: int, part: SettledPart, files: dict[str, str]) -> dict[str, Any]:
    names = []
    for case, text in enumerate(part.texts, 1):
        name = f"{FOLDER}/{stem}-{index}{f'-{case}' if len(part.texts) > 1 else ''}.smt2"
        files[name] = text
        names.append(name)
    return {
        "about": part.label,
        "from": None if part.span is None else part.span.location(),
        "status": part.status,
        "files": names,
        "answers": list(_answers(part)),
    }


def _answers(part: SettledPart) -> Iterator[dict[str, Any]]:
    """The solver results for the text: the last ones that decided it."""
    for vote in part.votes:
        if vote.answer in ("unsat", "sat"):
            yield {
                "solver": vote.solver,
                "strategy": vote.strategy,
                "rlimit": vote.rlimit,
                "answer": vote.answer,
            }


def _plain(name: str) -> str:
    return _NOT_IN_NAMES.sub("_", name)[:40]


def _write(path: Path, text: str) -> None:
    # Bytes, so that line ends do not depend on the platform.
    path.write_bytes(text.encode("utf-8"))
