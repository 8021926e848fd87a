"""The result of `axioms` as a Python object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from holdfast.report.result import Result
from holdfast.verdict import Answer, exit_code

if TYPE_CHECKING:
    from holdfast.prove.axiom_answer import AxiomAnswer
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look
    from holdfast.verdict import Verdict


@dataclass(frozen=True)
class AxiomsResult(Result):
    """The result of `axioms`; `print(result)` shows all of it."""

    answer: AxiomAnswer = field(repr=False)

    @property
    def verdict(self) -> Verdict:
        """Whether all axioms hold."""
        return self.answer.verdict

    @property
    def exit_code(self) -> int:
        """The exit code of `holdfast axioms` for this result."""
        return exit_code(Answer(self.verdict))

    @property
    def obligations(self) -> list[dict[str, Any]]:
        """A dict for each axiom, as `pandas.DataFrame` takes them."""
        from holdfast.report.axioms import axiom_json

        return [dict(axiom_json(each)) for each in self.answer.settled]

    @property
    def violations(self) -> tuple[str, ...]:
        """The witnesses of the violated axioms, in words."""
        found = (s.violation for s in self.answer.settled)
        return tuple(v.text for v in found if v is not None)

    def envelope(self) -> Envelope:
        """What `axioms --json` prints."""
        from holdfast.report.axioms import axioms_envelope

        return axioms_envelope(self.answer)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.axioms import show_axioms

        return show_axioms(self.answer, look)

    def __repr__(self) -> str:
        return f"<AxiomsResult {self.outcome}, {len(self.answer.settled)} axioms>"
