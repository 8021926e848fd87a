"""Proving invariants, writing certificates and rechecking them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from holdfast.front.document import Asked
from holdfast.front.keywords import list_of_names, read_keywords
from holdfast.prove.options import Method, ProveOptions
from holdfast.report.proof_result import ProofResult
from holdfast.verdict import Bounded, Proved, Unknown, Violated
from holdfast.workbench.prepared import LoadedModel, Prepared, prepare, require_names

if TYPE_CHECKING:
    from holdfast.check.options import CheckOptions
    from holdfast.prove.proof import Proof
    from holdfast.report.recheck import RecheckResult


def prove(specification: LoadedModel, options: ProveOptions) -> ProofResult:
    """The implementation of `Specification.prove`."""
    from holdfast.prove.options import read_options
    from holdfast.prove.prove import prove as run

    methods = {"method": get_args(Method)}
    options = read_keywords("prove", options, ProveOptions, methods)
    prepared, lemmas = prepare_to_prove(specification, options)
    chosen = replace(read_options(options), lemmas=lemmas)
    proof = run(prepared.system, chosen, options.get("progress"), options.get("cancellation"))
    proof = replace(proof, constants=prepared.constants, taken=prepared.names)
    proof = _with_axioms(proof, specification, options)
    return ProofResult(proof, prepared.question, prepared.files)


def _with_axioms(proof: Proof, specification: LoadedModel, options: ProveOptions) -> Proof:
    """The proof with the axioms of the language: it depends on them."""
    if getattr(proof.verdict, "cause", None) in ("cancelled", "time"):
        return proof
    from holdfast.prove.axioms import AxiomLimits
    from holdfast.workbench.axioms import settle

    constants = {} if options.get("all_sizes") else proof.constants
    asked = Asked(constants=constants, automaton=specification.automaton)
    seconds = options.get("seconds")
    left = None if seconds is None else max(1.0, seconds - proof.seconds)
    axioms = settle(
        specification,
        asked,
        AxiomLimits(left, options.get("workers"), options.get("remember", True)),
        cancellation=options.get("cancellation"),
    )
    if not axioms:
        return proof
    from holdfast.prove.axiom_answer import verdict_of

    found, verdict = verdict_of(axioms, constants), proof.verdict
    if isinstance(found, Violated) and not isinstance(verdict, Violated):
        verdict = found
    elif isinstance(found, Unknown) and isinstance(verdict, Proved | Bounded):
        reason = f"it depends on an axiom that is not proved: {found.reason}"
        verdict = Unknown(cause=found.cause, reason=reason)
    return replace(proof, verdict=verdict, axioms=axioms)


def prepare_to_prove(
    specification: LoadedModel, options: ProveOptions
) -> tuple[Prepared, tuple[str, ...]]:
    """The system with exactly the requested invariants and lemmas, and the lemmas."""
    from holdfast.prove.options import lemmas_for

    asked: CheckOptions = {"constants": options.get("constants", {})}
    names = tuple(options.get("invariants", ()))
    require_names((*names, *options.get("lemmas", ())))
    if not names:
        names = tuple(p.name for p in prepare(specification, asked).system.invariants)
    lemmas = lemmas_for(options, names, specification.document.names)
    both = tuple(dict.fromkeys((*lemmas, *names)))
    return prepare(specification, {**asked, "invariants": both, "deadlock": False}), lemmas


def write_certificate(result: ProofResult, folder: str | PathLike[str]) -> int:
    """Write the certificate of a proof, with every query; returns the number of files."""
    from holdfast.prove.certificate import write_certificate as write

    return write(result.proof, result.question.spec, Path(folder))


def recheck(folder: str | PathLike[str], solvers: Sequence[str] = ("z3", "cvc5")) -> RecheckResult:
    """Verify a certificate from its files alone; raises SpecError if it is not complete."""
    from holdfast.prove.recheck import recheck as verify
    from holdfast.report.recheck import RecheckResult

    return RecheckResult(verify(Path(folder), list_of_names(solvers)))
