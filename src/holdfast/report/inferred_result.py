"""What `infer` found, as a Python object with plain Python values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.infer.result import Inferred
    from holdfast.report.answer import Question
    from holdfast.report.layout import Look
    from holdfast.report.saved import ModelFiles
    from holdfast.verdict import Verdict


@dataclass(frozen=True)
class InferResult:
    """What `infer` found; `print(result)` shows all of it."""

    inferred: Inferred = field(repr=False)
    question: Question = field(repr=False)
    model: ModelFiles = field(repr=False)
    module: str = ""

    @property
    def ok(self) -> bool:
        """Whether an invariant was found and proved."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """The exit code of `holdfast infer` for this result."""
        from holdfast.infer.result import exit_of

        return exit_of(self.inferred)

    @property
    def verdict(self) -> Verdict:
        """The verdict, whose type says how strong it is."""
        return self.inferred.verdict

    @property
    def outcome(self) -> str:
        """The verdict in a word: `proved`, `violated`, `unknown`."""
        from holdfast.report.check_json import verdict_word

        return verdict_word(self.inferred.verdict)

    @property
    def invariant(self) -> dict[str, str]:
        """The lemmas as TLA+ text, by name; the property comes first."""
        return {c.name: c.tla for c in self.inferred.invariant}

    @property
    def invariant_name(self) -> str:
        """The name of the invariant in the module: `IndInv`, unless the spec defines that."""
        from holdfast.ir.tla_text import unused

        return unused("IndInv", self.inferred.taken)

    @property
    def tla(self) -> str:
        """A module that extends the spec and defines `IndInv`."""
        from holdfast.infer.module_text import invariant_module

        remarks = [f"The inductive invariant of {self.module} for {self.inferred.property}."]
        if not self.ok:
            remarks.append("It is not proved: the search ended before that.")
        remarks += [f"It assumes {name}." for name in self.inferred.assumed]
        name, found = f"{self.module}IndInv", self.inferred
        return invariant_module(
            self.module, name, found.invariant, remarks, found.start, found.taken
        )

    @property
    def dot(self) -> str:
        """The proof graph for Graphviz; empty if there is none."""
        graph = self.inferred.graph
        return "" if graph is None else graph.dot()

    @property
    def svg(self) -> str:
        """The proof graph as a picture; empty if there is none."""
        from holdfast.report.proof_graph import proof_svg

        graph = self.inferred.graph
        return "" if graph is None else proof_svg(graph)

    @property
    def html(self) -> str:
        """A page with the proof graph and the answer; empty if there is no graph."""
        from holdfast.report.layout import Look
        from holdfast.report.proof_graph import proof_html

        graph, name = self.inferred.graph, self.inferred.property
        if graph is None:
            return ""
        return proof_html(graph, f"{self.module}: why {name} holds", self.show(Look(color=False)))

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.inferred import show_inferred

        return show_inferred(self.inferred, self.question, look)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        return f"<InferResult {self.outcome} {self.inferred.property!r}, {len(self.invariant)}>"
