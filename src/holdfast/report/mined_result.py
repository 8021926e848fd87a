"""The result of `mine` as a Python object."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.report.result import Answered
from holdfast.verdict import Answer

if TYPE_CHECKING:
    from holdfast.mine.lint import Lint
    from holdfast.mine.mine import Mined
    from holdfast.mine.relation import Relation
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look


@dataclass(frozen=True)
class MineResult(Answered[Answer]):
    """The result of `mine`; `print(result)` shows all of it."""

    mined: Mined = field(repr=False)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations that hold, the most telling first."""
        return self.mined.relations

    @property
    def lint(self) -> tuple[Lint, ...]:
        """Remarks on variables."""
        return self.mined.lint

    @property
    def states(self) -> int:
        """In how many states the relations hold."""
        return self.answer.counts.distinct

    def envelope(self) -> Envelope:
        """What `mine --json` prints."""
        from holdfast.report.mined_json import mined_envelope

        return mined_envelope(self.mined, self.question)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.mined import show_mined

        return show_mined(self.mined, self.question, look)

    def tla(self) -> str:
        """A TLA+ module that extends the spec, with each relation as a definition."""
        from holdfast.report.mined import where
        from holdfast.report.mined_module import mined_module

        held = where(self.answer, self.mined.outside)
        return mined_module(Path(self.question.spec).stem, self.relations, held, self.mined.taken)

    def ltl(self) -> str:
        """The relations between global variables of a Promela model, as `ltl` formulas."""
        from holdfast.report.mined_module import mined_claims

        return mined_claims(self.relations)

    def write_certificate(self, folder: str | PathLike[str]) -> int:
        """Write the certificate of the strongest proof; returns the number of files, 0 if none."""
        from holdfast.prove.certificate import write_certificate

        if not self.mined.proofs:
            return 0
        return write_certificate(self.mined.proofs[0], self.question.spec, Path(folder))

    def dot(self) -> str:
        """The graph of the relations between two terms, in Graphviz's DOT language."""
        from holdfast.report.mined_graph import dot_text

        return dot_text(self.mined, self.question.spec)

    def svg(self) -> str:
        """The same graph as a drawing."""
        from holdfast.report.mined_graph import svg_text

        return svg_text(self.mined, self.question.spec)

    def drawings(self) -> dict[str, str]:
        """The graph of the relations, if it has any."""
        from holdfast.notebook import MOST_DRAWN
        from holdfast.report.mined_graph import relation_picture

        picture = relation_picture(self.relations, self.question.spec)
        drawn = picture.arrows and len(picture.shapes) <= MOST_DRAWN
        return {picture.name: self.svg()} if drawn else {}

    def html(self) -> str:
        """A page with the drawing and the whole result as text."""
        from holdfast.report.mined_graph import html_text

        return html_text(self.mined, self.question.spec, self.show())

    def __repr__(self) -> str:
        return f"<MineResult {self.outcome}, {len(self.relations)} relations>"
