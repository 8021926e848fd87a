"""What a file of diagrams claims, and whether it is so: claims, refinements, coverage of specs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.diagram.claims import read_claim
from holdfast.diagram.conform import Conformance
from holdfast.diagram.diagram import Claim, Diagram, Diagrams
from holdfast.diagram.product import Run, counterexample
from holdfast.diagram.refinement import (
    Implies,
    Refined,
    Status,
    check_refinement,
    unknown_implication,
)
from holdfast.diagram.remedies import Remedy, remedies
from holdfast.diagram.run_word import verify
from holdfast.verdict import Exhausted, Proved, Unknown, Verdict, Violated


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim about a diagram; `run` violates it, `remedies` would forbid its loop."""

    diagram: Diagram
    claim: Claim
    run: Run | None = None
    remedies: tuple[Remedy, ...] = ()

    @property
    def name(self) -> str:
        """The claim with its diagram."""
        return f"{self.diagram.name}.{self.claim.name}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """Whether a diagram covers all behaviours of its spec.

    `verdict` is that of the conditions together: proved, exhausted, violated or unknown.
    """

    diagram: str
    spec: str
    verdict: Verdict
    conformance: Conformance

    @property
    def name(self) -> str:
        """What is claimed."""
        return f"{self.diagram} covers {self.spec}"

    @property
    def status(self) -> Status:
        """Whether it is so."""
        match self.verdict:
            case Proved() | Exhausted():
                return "holds"
            case Violated():
                return "fails"
            case _:
                return "open"


@dataclass(frozen=True, slots=True)
class Judged:
    """The results for a file; if `alone`, the diagrams were not compared with their specs."""

    diagrams: Diagrams
    claims: tuple[JudgedClaim, ...] = ()
    refinements: tuple[Refined, ...] = ()
    coverages: tuple[Coverage, ...] = ()
    alone: bool = False

    def checked(self) -> Iterator[tuple[str, Status]]:
        """Everything that was checked, with its status."""
        for claim in self.claims:
            yield claim.name, self.claim_status(claim)
        for refined in self.refinements:
            yield refined.name, refined.status
        for coverage in self.coverages:
            yield coverage.name, coverage.status

    def claim_status(self, judged: JudgedClaim) -> Status:
        """A diagram has more runs than its spec, so that a claim about the spec may still hold."""
        if judged.run is None:
            return "holds"
        return "fails" if self.alone or judged.diagram.spec is None else "open"


def coverage_of(found: Conformance, explored: bool) -> Coverage:
    """The coverage that the conditions of a diagram give; `explored` if by reachable states."""
    diagram = found.diagram
    assert diagram.spec is not None
    name = f"{diagram.name} covers {diagram.spec}"
    verdict: Verdict
    if found.conforms:
        engines = sorted({each.engine for each in found.judged})
        verdict = Exhausted() if explored else Proved(found.scope, ", ".join(engines))
    elif found.refuted:
        verdict = Violated("temporal", name, None)
    else:
        count = f"{len(found.open)} of {len(found.judged)} conditions are open"
        verdict = Unknown(cause="undecided", reason=found.problem or count)
    return Coverage(diagram.name, diagram.spec, verdict, found)


def judge_claim(diagram: Diagram, claim: Claim) -> JudgedClaim:
    """Decide a claim on a diagram; a counterexample is verified."""
    formula = read_claim(diagram, claim)
    run = counterexample(diagram, formula, claim.span)
    if run is None:
        return JudgedClaim(diagram, claim)
    verify(diagram, formula, run)
    return JudgedClaim(diagram, claim, run, remedies(diagram, formula, run))


def judge(
    diagrams: Diagrams,
    coverages: tuple[Coverage, ...] = (),
    alone: bool = False,
    implies: Implies = unknown_implication,
) -> Judged:
    """Decide the claims and refinements of a file."""
    return Judged(
        diagrams,
        tuple(judge_claim(d, claim) for d in diagrams.diagrams for claim in d.claims),
        tuple(check_refinement(diagrams, each, implies) for each in diagrams.refinements),
        coverages,
        alone,
    )


def verdict_of(judged: Judged) -> Verdict:
    """The verdict about a file: the weakest of all."""
    results = list(judged.checked())
    if not results:
        return Unknown(cause="not-checked", reason="the file has no claim, refinement or spec")
    for name, status in results:
        if status == "fails":
            return Violated("temporal", name, None)
    for name, status in results:
        if status == "open":
            return Unknown(cause="undecided", reason=_why_open(judged, name))
    weakest: Verdict = Proved("all runs of the diagrams", "search for fair lassos")
    for coverage in judged.coverages:
        match coverage.verdict:
            case Exhausted():
                return coverage.verdict
            case Proved():
                weakest = coverage.verdict
            case _:
                raise AssertionError("coverage that is violated or unknown")
    return weakest


def _why_open(judged: Judged, name: str) -> str:
    for claim in judged.claims:
        if claim.name == name:
            more = f"it may have runs that {claim.diagram.spec} does not have"
            return f"{name} is violated on the diagram; {more}"
    for refined in judged.refinements:
        if refined.name == name:
            reasons = (f.message for c in refined.conditions for f in c.findings)
            return f"{name}: {next(reasons)}"
    for coverage in judged.coverages:
        if coverage.name == name:
            match coverage.verdict:
                case Unknown(reason=reason):
                    return f"{name}: {reason}"
                case _:
                    return f"{name} is undecided"
    raise AssertionError(name)
