"""The result of `prove` as a Python object with plain Python values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from holdfast.report.result import Answered

if TYPE_CHECKING:
    from holdfast.prove.proof import Proof
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look


@dataclass(frozen=True)
class ProofResult(Answered["Proof"]):
    """The result of `prove`; `print(result)` shows all of it."""

    @property
    def proof(self) -> Proof:
        """The result, with every obligation."""
        return self.answer

    @property
    def scope(self) -> str:
        """The scope of the proof: `all sizes`, or the constants."""
        return self.proof.scope

    @property
    def obligations(self) -> list[dict[str, Any]]:
        """A dict for each obligation, as `pandas.DataFrame` takes them."""
        from holdfast.report.proof_json import obligation_json

        return [obligation_json(each) for each in self.proof.obligations]

    @property
    def cti(self) -> tuple[dict[str, Any], str, dict[str, Any]] | None:
        """The state before, the step and the state after it, if there is a counterexample."""
        from holdfast.ir.notation import to_python
        from holdfast.report.trace import step_label

        found = self.proof.cti
        if found is None:
            return None
        before, after = (
            {name: to_python(value) for name, value in state.items()}
            for state in (found.before, found.step.state)
        )
        return before, step_label(found.step), after

    def envelope(self) -> Envelope:
        """What `prove --json` prints."""
        from holdfast.report.proof_json import proof_envelope

        return proof_envelope(self.proof, self.question)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.proof import show_proof

        return show_proof(self.proof, self.question, look)

    def _shown(self) -> list[str]:
        from holdfast.notebook import text_with_tables
        from holdfast.report.proof import cti_mark, cti_text, cti_trace, matrix_text
        from holdfast.report.shown import matrix, side_by_side, trace_tables
        from holdfast.report.trace import step_label

        proof, look = self.proof, self.question.look(None)
        tables = {matrix_text(proof, look): matrix(proof.obligations)}
        tables |= trace_tables([proof.verdict], look)
        if proof.cti is not None:
            steps = cti_trace(proof.cti).steps
            labels = [step_label(step, look.notation) for step in steps]
            labels[-1] += f"\n<- {cti_mark(proof.cti)}"
            states = [(label, step.state) for label, step in zip(labels, steps, strict=True)]
            tables[cti_text(proof.cti, look)] = side_by_side(states, look.notation)
        return text_with_tables(self.show(), tables)

    def __repr__(self) -> str:
        names = ", ".join(self.proof.checked)
        return f"<ProofResult {self.outcome} {names!r}, {len(self.obligations)} obligations>"
