"""The result of proving axioms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.front.document import Axiom, Figures
from holdfast.progress import Progress
from holdfast.source import Diagnostic, Span
from holdfast.verdict import Proved, Reason, Unknown, Violated

AxiomStatus: TypeAlias = Literal["evident", "holds", "violated", "unknown"]


@dataclass(frozen=True, slots=True)
class Violation:
    """A witness against an axiom, in words, and the construct that it is about."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class SettledAxiom:
    """An axiom and whether it holds; `reason` is why that is not known.

    `given_invariants` if it depends on invariants, which are proved.
    """

    axiom: Axiom
    status: AxiomStatus
    violation: Violation | None = None
    reason: str | None = None
    seconds: float = 0.0
    solver: str | None = None
    given_invariants: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AxiomProgress(Progress):
    """The progress of proving axioms: how many cases there are, and how many are decided."""

    phase: str = "axioms"
    expected: int
    settled: int = 0


@dataclass(frozen=True, slots=True)
class AxiomAnswer:
    """The result of `axioms`.

    `constants` are the parameters that have values; the axioms are about all values of the
    others. `figures` are about the text of the spec, `memory` is the peak in bytes.
    """

    spec: str
    settled: tuple[SettledAxiom, ...] = field(repr=False)
    figures: Figures
    constants: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    memory: int = 0
    warnings: tuple[Diagnostic, ...] = ()

    @property
    def verdict(self) -> Proved | Violated | Unknown:
        """Whether all axioms hold; the first that is violated or open decides."""
        return verdict_of(self.settled, self.constants)


def verdict_of(
    settled: Sequence[SettledAxiom], constants: Mapping[str, str]
) -> Proved | Violated | Unknown:
    """The verdict on all axioms together."""
    for each in settled:
        if each.violation is not None:
            reason = Reason(each.violation.text, each.violation.span)
            return Violated("axiom", each.axiom.title, None, reason)
    for each in settled:
        if each.status == "unknown":
            reason_ = f"{each.axiom.title}: {each.reason}"
            return Unknown(cause="undecided", reason=reason_)
    solvers = sorted({s.solver for s in settled if s.solver})
    scope = ", ".join(f"{n} = {value}" for n, value in constants.items())
    return Proved(scope or "all parameters", ", ".join(solvers) or "inspection")
