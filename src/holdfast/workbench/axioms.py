"""The axioms of I/O automata, proved for all parameters."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from holdfast.front.document import Asked
from holdfast.front.keywords import read_keywords
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Bounded, Proved, Unknown, Violated
from holdfast.workbench.prepared import LoadedModel, asked_of

if TYPE_CHECKING:
    from holdfast.cancellation import Cancellation
    from holdfast.prove.axiom_answer import AxiomProgress, SettledAxiom
    from holdfast.prove.axioms import AxiomLimits
    from holdfast.prove.options import ProveOptions
    from holdfast.prove.proof import Proof
    from holdfast.report.axioms_result import AxiomsResult
    from holdfast.smt.solvers.pool import Pool


class AxiomOptions(TypedDict, total=False):
    """The options of `axioms`: a time limit, the number of solvers that run in parallel.

    `remember` caches the results of solvers; `progress` is called for each case, and
    `cancellation` ends the work from another thread.
    """

    seconds: float | None
    workers: int | None
    remember: bool
    progress: Callable[[AxiomProgress], None] | None
    cancellation: Cancellation | None


def prove_axioms(specification: LoadedModel, options: AxiomOptions) -> AxiomsResult:
    """The implementation of `Specification.axioms`."""
    from holdfast.prove.axiom_answer import AxiomAnswer
    from holdfast.prove.axioms import AxiomLimits
    from holdfast.report.axioms_result import AxiomsResult

    options = read_keywords("axioms", options, AxiomOptions, {})
    started = time.monotonic()
    asked = asked_of(specification, {})
    limits = AxiomLimits(
        options.get("seconds"), options.get("workers"), options.get("remember", True)
    )
    settled = settle(
        specification, asked, limits, options.get("progress"), options.get("cancellation")
    )
    if not settled:
        message = f"there are no axioms: {specification.path} is not a file of I/O automata"
        raise SpecError(Diagnostic("ioa-no-automaton", message, None))
    answer = AxiomAnswer(
        str(specification.path),
        settled,
        specification.document.figures(),
        asked.constants,
        time.monotonic() - started,
        _memory(),
        _vacuous(specification, asked, limits, options.get("cancellation")),
    )
    return AxiomsResult(answer)


def settle(
    specification: LoadedModel,
    asked: Asked,
    limits: AxiomLimits,
    progress: Callable[[AxiomProgress], None] | None = None,
    cancellation: Cancellation | None = None,
) -> tuple[SettledAxiom, ...]:
    """The axioms of a spec, decided; none for a language without axioms."""
    axioms = specification.document.axioms(asked)
    if not axioms:
        return ()
    from holdfast.prove.axioms import settle_axioms

    return settle_axioms(axioms, limits, progress, cancellation)


def _vacuous(
    specification: LoadedModel,
    asked: Asked,
    limits: AxiomLimits,
    cancellation: Cancellation | None,
) -> tuple[Diagnostic, ...]:
    """A warning for each condition that nothing satisfies, so that axioms say nothing."""
    from holdfast.prove.axioms import settle_axioms

    found = settle_axioms(specification.document.vacuities(asked), limits, None, cancellation)
    return tuple(
        Diagnostic(
            "ioa-vacuous",
            s.axiom.title,
            s.axiom.span,
            "what the axioms say about it is true of nothing",
            severity="warning",
        )
        for s in found
        if s.status == "holds"
    )


def with_axioms(
    proof: Proof, specification: LoadedModel, options: ProveOptions, pool: Pool
) -> Proof:
    """The proof with the axioms of the language: it depends on them."""
    if getattr(proof.verdict, "cause", None) in ("cancelled", "time"):
        return proof
    from holdfast.prove.axiom_answer import verdict_of
    from holdfast.prove.axioms import AxiomLimits

    constants = {} if options.get("all_sizes") else proof.constants
    asked = Asked(constants=constants, automaton=specification.automaton)
    seconds = options.get("seconds")
    left = None if seconds is None else max(1.0, seconds - proof.seconds)
    axioms = settle(
        specification,
        asked,
        AxiomLimits(left, pool=pool),
        cancellation=options.get("cancellation"),
    )
    if not axioms:
        return proof
    found, verdict = verdict_of(axioms, constants), proof.verdict
    if isinstance(found, Violated) and not isinstance(verdict, Violated):
        verdict = found
    elif isinstance(found, Unknown) and isinstance(verdict, Proved | Bounded):
        reason = f"it depends on an axiom that is not proved: {found.reason}"
        verdict = Unknown(cause=found.cause, reason=reason)
    return replace(proof, verdict=verdict, axioms=axioms)


_OF_COMPOSITION = ("signature", "compatibility", "where")
"""The axioms without which the steps of a composition have no meaning."""


def require_composable(
    specification: LoadedModel,
    constants: Mapping[str, str],
    cancellation: Cancellation | None = None,
) -> tuple[str, ...]:
    """Raise SpecError if an axiom about signatures is violated; returns notes on open ones."""
    asked = Asked(constants=constants, automaton=specification.automaton)
    axioms = specification.document.axioms(asked)
    axioms = tuple(a for a in axioms if a.kind in _OF_COMPOSITION)
    if not any(a.cases for a in axioms):
        return ()
    from holdfast.prove.axioms import settle_axioms

    notes = []
    for each in settle_axioms(axioms, cancellation=cancellation):
        if each.violation is not None:
            help = f"the steps are well-defined only if {each.axiom.title}; see `holdfast axioms`"
            found = Diagnostic("ioa-axiom", each.violation.text, each.violation.span, help)
            raise SpecError(found)
        if each.status == "unknown":
            notes.append(f"it is not proved that {each.axiom.title}: {each.reason}")
    return tuple(notes)


def _memory() -> int:
    """The peak memory in bytes of this process, or of the largest solver; 0 if it is unknown."""
    try:
        import resource
    except ImportError:  # Windows does not have it
        return 0
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(each).ru_maxrss for each in who) * 1024
