"""Certificates: every query with the solver results, so that a proof can be verified again.

proof.json                      what is proved, the obligations, their files, hashes, results
obligations/0001-Safe-Next.smt2 one file per query; all must be unsatisfiable
NAMEProof.tla                   the invariant, the lemmas and the steps of a proof for TLAPS
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from holdfast.prove.proof import Proof
from holdfast.prove.settle import Settled, SettledPart
from holdfast.prove.skeleton import proof_module
from holdfast.verdict import Proved
from holdfast.version import VERSION

SUMMARY = "proof.json"
FOLDER = "obligations"
FORMAT = "holdfast certificate 1"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]+")


def write_certificate(proof: Proof, spec: str, folder: Path) -> int:
    """Write a certificate to a folder, which is created; returns the number of files.

    Files of an earlier certificate are removed.
    """
    inside = folder / FOLDER
    inside.mkdir(parents=True, exist_ok=True)
    for old in inside.glob("*.smt2"):
        old.unlink()
    files: dict[str, str] = {}
    rows = [_row(number, each, files) for number, each in enumerate(proof.obligations, 1)]
    files |= _module(proof, Path(spec).stem)
    for name, text in files.items():
        _write(folder / name, text)
    hashes = {name: digest(text) for name, text in files.items()}
    summary = {**_summary(proof, spec), "obligations": rows, "files": hashes}
    _write(folder / SUMMARY, json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
    return len(hashes) + 1


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
        "library_lemmas": [
            {"name": m.name, "statement": m.statement, "justification": m.justification}
            for m in proof.library_lemmas
        ],
        "lemmas": list(lemmas),
        "actions": list(actions),
    }


def _row(number: int, settled: Settled, files: dict[str, str]) -> dict[str, Any]:
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
