"""Proving invariants, writing certificates and rechecking them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from holdfast.cancellation import Cancellation
from holdfast.front.keywords import read_keywords, read_list, require_choice
from holdfast.prove.options import Method, ProveOptions
from holdfast.report.proof_result import ProofResult
from holdfast.source import SpecError
from holdfast.verdict import Proved
from holdfast.workbench.axioms import with_axioms
from holdfast.workbench.prepared import (
    LoadedModel,
    Prepared,
    asked_of,
    by_single_steps,
    prepare_asked,
    require_names,
)

if TYPE_CHECKING:
    from holdfast.check.options import CheckOptions
    from holdfast.ir.system import Property, System
    from holdfast.prove.options import ProofOptions
    from holdfast.report.recheck import RecheckResult


_UNSUPPORTED = "smt-unsupported"


def prove(specification: LoadedModel, options: ProveOptions) -> ProofResult:
    """The implementation of `Specification.prove`.

    What cannot be encoded for the constants of the configuration alone may be provable for all
    sizes, which includes these constants.
    """
    from holdfast.smt.solvers.solve import SOLVERS

    choices = {"method": get_args(Method), "solvers": SOLVERS}
    options = read_keywords("prove", options, ProveOptions, choices)
    if not options.get("solvers", SOLVERS):
        raise ValueError("prove(): there is no solver")
    started = time.monotonic()
    try:
        found = _proved(specification, options)
    except SpecError as problem:
        if any(d.code != _UNSUPPORTED for d in problem.diagnostics):
            raise
        reason = problem.diagnostics[0].message
        wider = _for_all_sizes(specification, options, started, reason)
        if wider is None:
            raise
        return wider
    if not found.proof.shortened:
        return found
    reason = "sequences may be longer than a query has room for"
    return _for_all_sizes(specification, options, started, reason) or found


def _for_all_sizes(
    specification: LoadedModel, options: ProveOptions, started: float, reason: str
) -> ProofResult | None:
    """A proof for all sizes in place of one for the configured constants, if there is one."""
    token, seconds = options.get("cancellation"), options.get("seconds")
    left = None if seconds is None else seconds - (time.monotonic() - started)
    is_over = (token is not None and token.cancelled) or (left is not None and left <= 0)
    if options.get("all_sizes", False) or options.get("method") == "bmc" or is_over:
        return None
    wide: ProveOptions = {**options, "all_sizes": True, "assume": (), "seconds": left}
    try:
        found = _proved(specification, wide)
    except SpecError:
        return None
    if not isinstance(found.verdict, Proved):
        return None
    note = f"proved for all sizes: for the configured constants alone, {reason}"
    proof = replace(found.proof, warnings=(*found.proof.warnings, note))
    return replace(found, answer=proof)


def _proved(specification: LoadedModel, options: ProveOptions) -> ProofResult:
    """A proof with these options, or why there is none."""
    from holdfast.ir.tla_text import formula_text
    from holdfast.prove.options import read_options
    from holdfast.prove.prove import prove as run
    from holdfast.smt.solvers.pool import Pool

    prepared, lemmas = prepare_to_prove(specification, options)
    chosen = replace(read_options(options), lemmas=lemmas)
    progress, token = options.get("progress"), options.get("cancellation") or Cancellation()
    prepared = _proved_everywhere(prepared, chosen, token) or by_single_steps(prepared)
    lemmas_found = _strengthened(prepared, chosen, options, token)
    with Pool(chosen.workers, chosen.remember) as pool:
        proof = run(_with(prepared.system, lemmas_found), chosen, progress, token, pool)
        if lemmas_found and not isinstance(proof.verdict, Proved) and not token.cancelled:
            lemmas_found = ()
            proof = run(prepared.system, chosen, progress, token, pool)
        notation = prepared.system.notation
        proof = replace(
            proof,
            constants=prepared.constants,
            taken=prepared.names,
            checked=tuple(p.name for p in prepared.system.invariants),
            found_lemmas=tuple((p.name, formula_text(p.expr, notation)) for p in lemmas_found),
        )
        proof = with_axioms(proof, specification, options, pool)
    return ProofResult(proof, prepared.question, prepared.files)


def _strengthened(
    prepared: Prepared, chosen: ProofOptions, options: ProveOptions, token: Cancellation
) -> tuple[Property, ...]:
    """Lemmas that make the invariants inductive, if that is asked for and some are found."""
    if not options.get("strengthen", False) or chosen.method != "induction":
        return ()
    from holdfast.infer.templates.strengthen import strengthen

    return strengthen(prepared.system, chosen, prepared.names, token)


def _proved_everywhere(
    prepared: Prepared, chosen: ProofOptions, token: Cancellation
) -> Prepared | None:
    """The same with invariants about transient states as well, if these are inductive.

    That is more than is claimed, and it needs no lemma about transient states.
    """
    system = prepared.system
    if system.transient is None or chosen.method != "induction":
        return None
    from holdfast.infer.templates.strengthen import is_inductive

    everywhere = tuple(replace(p, everywhere=True) for p in system.invariants)
    stronger = replace(system, invariants=everywhere, transient=None)
    found = by_single_steps(replace(prepared, system=stronger))
    return found if is_inductive(found.system, chosen, token) else None


def _with(system: System, lemmas: tuple[Property, ...]) -> System:
    return replace(system, invariants=(*system.invariants, *lemmas))


def prepare_to_prove(
    specification: LoadedModel, options: ProveOptions
) -> tuple[Prepared, tuple[str, ...]]:
    """The system with exactly the requested invariants and lemmas, and the lemmas."""
    from holdfast.prove.options import lemmas_for

    query: CheckOptions = {"constants": options.get("constants", {})}
    asked = asked_of(specification, query)
    asked = replace(asked, for_solvers=options.get("all_sizes", False), proof=True)
    names = tuple(options.get("invariants", ()))
    model = prepare_asked(specification, asked).system
    if model.notation.has_modules:
        require_names((*names, *options.get("lemmas", ())))
    own = tuple(p.name for p in model.invariants)
    names = names or own
    lemmas = lemmas_for(options, names, specification.document.predicates, own)
    both = tuple(dict.fromkeys((*lemmas, *names)))
    asked = replace(asked, invariants=both, deadlock=False)
    prepared = prepare_asked(specification, asked)
    return replace(prepared, system=_with_lemmas_everywhere(prepared.system, lemmas)), lemmas


def _with_lemmas_everywhere(system: System, lemmas: tuple[str, ...]) -> System:
    """Lemmas are about transient states as well: others may be proved from them there."""
    named = {" ".join(name.split()) for name in lemmas}
    return replace(
        system,
        invariants=tuple(
            replace(p, everywhere=p.everywhere or p.name in named) for p in system.invariants
        ),
    )


def write_certificate(result: ProofResult, folder: str | PathLike[str]) -> int:
    """Write the certificate of a proof, with every query; returns the number of files."""
    from holdfast.prove.certificate import write_certificate as write

    return write(result.proof, result.question.spec, Path(folder))


def recheck(folder: str | PathLike[str], solvers: Sequence[str] = ("z3", "cvc5")) -> RecheckResult:
    """Verify a certificate of a proof or diagram from its files alone.

    Raises SpecError if it is not complete.
    """
    from holdfast.diagram.certificate import FORMAT
    from holdfast.diagram.recheck import recheck_diagram
    from holdfast.prove.recheck import format_of
    from holdfast.prove.recheck import recheck as verify
    from holdfast.report.recheck import RecheckResult
    from holdfast.smt.solvers.solve import SOLVERS

    names = read_list("recheck", "solvers", solvers)
    require_choice("recheck", "solvers", names, SOLVERS)
    of_diagram = format_of(Path(folder)) == FORMAT
    run = recheck_diagram if of_diagram else verify
    return RecheckResult(run(Path(folder), names))
