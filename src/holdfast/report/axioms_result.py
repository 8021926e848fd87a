"""The result of `axioms` as a Python object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from holdfast.report.result import Result
from holdfast.verdict import Answer, Proved, Unknown, Verdict, Violated, exit_code

if TYPE_CHECKING:
    from holdfast.front.document import Figures
    from holdfast.prove.axioms import SettledAxiom
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look


@dataclass(frozen=True)
class AxiomsResult(Result):
    """The result of `axioms`; `print(result)` shows all of it.

    `figures` are about the text of the spec, `memory` is the peak in bytes.
    """

    spec: str
    settled: tuple[SettledAxiom, ...] = field(repr=False)
    figures: Figures
    seconds: float = 0.0
    memory: int = 0

    @property
    def verdict(self) -> Verdict:
        """Whether all axioms hold; the first that is violated or open decides."""
        return verdict_of(self.settled)

    @property
    def exit_code(self) -> int:
        """The exit code of `holdfast axioms` for this result."""
        return exit_code(Answer(self.verdict))

    @property
    def obligations(self) -> list[dict[str, Any]]:
        """A dict for each axiom, as `pandas.DataFrame` takes them."""
        from holdfast.report.axioms import axiom_json

        return [dict(axiom_json(each)) for each in self.settled]

    @property
    def violations(self) -> tuple[str, ...]:
        """The witnesses of the violated axioms, in words."""
        return tuple(s.violation.text for s in self.settled if s.violation is not None)

    def envelope(self) -> Envelope:
        """What `axioms --json` prints."""
        from holdfast.report.axioms import axioms_envelope

        return axioms_envelope(self)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.axioms import show_axioms

        return show_axioms(self, look)

    def __repr__(self) -> str:
        return f"<AxiomsResult {self.outcome}, {len(self.settled)} axioms>"


def verdict_of(settled: Sequence[SettledAxiom]) -> Verdict:
    """The verdict on all axioms together."""
    for each in settled:
        if each.status == "violated":
            return Violated("axiom", each.axiom.title, None)
    for each in settled:
        if each.status == "unknown":
            reason = f"{each.axiom.title}: {each.reason}"
            return Unknown(cause="undecided", reason=reason)
    solvers = sorted({s.solver for s in settled if s.solver})
    return Proved("all parameters", ", ".join(solvers) or "inspection")
