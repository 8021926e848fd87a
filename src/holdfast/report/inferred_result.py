"""The result of `infer` as a Python object with plain Python values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdfast.report.result import Answered

if TYPE_CHECKING:
    from holdfast.infer.result import Inferred
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look


@dataclass(frozen=True)
class InferResult(Answered["Inferred"]):
    """The result of `infer`; `print(result)` shows all of it."""

    module: str = ""

    @property
    def inferred(self) -> Inferred:
        """The result, with the statistics of the search."""
        return self.answer

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
        """The proof graph as SVG; empty if there is none."""
        from holdfast.report.proof_graph import proof_svg

        graph = self.inferred.graph
        return "" if graph is None else proof_svg(graph)

    @property
    def html(self) -> str:
        """A page with the proof graph and the result; empty if there is no graph."""
        from holdfast.report.layout import Look
        from holdfast.report.proof_graph import proof_html

        graph, name = self.inferred.graph, self.inferred.property
        if graph is None:
            return ""
        return proof_html(graph, f"{self.module}: why {name} holds", self.show(Look(color=False)))

    def drawings(self) -> dict[str, str]:
        """The proof graph, if there is one."""
        return {f"why {self.inferred.property} holds": self.svg} if self.svg else {}

    def graph_text(self, suffix: str) -> str:
        """The proof graph for a file: `.svg`, `.html`, or Graphviz; empty if there is none."""
        match suffix.lower():
            case ".svg":
                return self.svg
            case ".html":
                return self.html
            case _:
                return self.dot

    def envelope(self) -> Envelope:
        """What `infer --json` prints."""
        from holdfast.report.inferred_json import inferred_envelope

        return inferred_envelope(self.inferred, self.question)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.inferred import show_inferred

        return show_inferred(self.inferred, self.question, look)

    @property
    def explanation(self) -> str:
        """The proof graph as prose: which steps need each lemma, and why it stays true."""
        from holdfast.report.layout import Look
        from holdfast.report.proof_prose import explain

        return explain(self.inferred, self.question.look(Look(color=False)))

    def _shown(self) -> list[str]:
        from holdfast.notebook import grid_html, text_with_tables
        from holdfast.report.inferred import lemma_texts, lemmas_text, open_states, open_text
        from holdfast.report.shown import matrix, side_by_side, trace_tables

        found, look = self.inferred, self.question.look(None)
        lemmas = lemma_texts(found, look.notation)
        tables = {lemmas_text(found, look): grid_html(("lemma", "formula"), lemmas)}
        tables |= trace_tables([self.verdict], look)
        if found.open is not None:
            labels = ("before", f"after {found.open.action}")
            states = list(zip(labels, open_states(found.open), strict=True))
            tables[open_text(found.open, look)] = side_by_side(states, look.notation)
        proof = "" if found.proof is None else matrix(found.proof.obligations)
        return [*text_with_tables(self.show(), tables), *([proof] if proof else [])]

    def __repr__(self) -> str:
        return f"<InferResult {self.outcome} {self.inferred.property!r}, {len(self.invariant)}>"
