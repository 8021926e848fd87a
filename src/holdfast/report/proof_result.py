"""What `prove` found, as a Python object with plain Python values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdfast.prove.proof import Proof
    from holdfast.report.answer import Question
    from holdfast.report.layout import Look
    from holdfast.report.saved import ModelFiles
    from holdfast.verdict import Verdict


@dataclass(frozen=True)
class ProofResult:
    """What `prove` found; `print(result)` shows all of it."""

    proof: Proof = field(repr=False)
    question: Question = field(repr=False)
    model: ModelFiles = field(repr=False)

    @property
    def ok(self) -> bool:
        """Whether everything that was asked for is established."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """The exit code of `holdfast prove` for this result."""
        from holdfast.prove.proof import exit_of

        return exit_of(self.proof)

    @property
    def verdict(self) -> Verdict:
        """The verdict, whose type says how strong it is."""
        return self.proof.verdict

    @property
    def outcome(self) -> str:
        """The verdict in a word: `proved`, `bounded`, `violated`, `unknown`."""
        from holdfast.report.check_json import verdict_word

        return verdict_word(self.proof.verdict)

    @property
    def scope(self) -> str:
        """For which instances: `all sizes`, or the constants."""
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

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.proof import show_proof

        return show_proof(self.proof, self.question, look)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        names = ", ".join(self.proof.checked)
        return f"<ProofResult {self.outcome} {names!r}, {len(self.obligations)} obligations>"
