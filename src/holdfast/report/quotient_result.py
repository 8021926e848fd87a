"""The quotient of a state graph as a Python object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from holdfast.report.result import Answered
from holdfast.report.table import ValueTable
from holdfast.verdict import Answer

if TYPE_CHECKING:
    from holdfast.check.quotient import Quotient
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look
    from holdfast.report.picture import Picture


@dataclass(frozen=True)
class QuotientResult(Answered[Answer], ValueTable):
    """The states of a spec, grouped by expressions; `print(result)` shows all of it."""

    expressions: tuple[str, ...]
    quotient: Quotient = field(repr=False)

    @property
    def is_drawn(self) -> bool:
        """Whether there are few enough classes for a drawing."""
        from holdfast.report.quotient import MOST_DRAWN

        return 0 < len(self.quotient.classes) <= MOST_DRAWN

    @property
    def picture(self) -> Picture:
        """The graph to be drawn."""
        from holdfast.report.quotient import quotient_picture

        name, notation = self.question.spec, self.question.notation
        return quotient_picture(name, self.expressions, self.quotient, notation)

    def svg(self) -> str:
        """The quotient as a drawing; empty if it has no classes, or too many."""
        from holdfast.report.graph_svg import graph_svg

        return graph_svg(self.picture) if self.is_drawn else ""

    def drawings(self) -> dict[str, str]:
        """The drawing, if there are few classes."""
        from holdfast.notebook import MOST_DRAWN

        small = len(self.quotient.classes) <= MOST_DRAWN
        return {self.picture.name: self.svg()} if small and self.is_drawn else {}

    def _shown(self) -> list[str]:
        from holdfast.notebook import text_html
        from holdfast.report.layout import Look

        # The drawing replaces the one of characters.
        return [text_html(self.show(Look(quiet=bool(self.drawings()))))]

    def records(self, explode: bool = False) -> list[dict[str, Any]]:
        """A dict for each class: `states`, `initial` states, and the expressions."""
        from holdfast.report.table import value_rows

        classes = self.quotient.classes
        rows = [dict(zip(self.expressions, each.values, strict=True)) for each in classes]
        own = {"states": [c.states for c in classes], "initial": [c.initial for c in classes]}
        return value_rows(rows, self.question.notation, own, explode)

    def edge_records(self) -> list[dict[str, Any]]:
        """A dict for each edge: the indices of classes, the action, how many steps and states."""
        return [
            {
                "source": edge.source,
                "target": edge.target,
                "action": edge.action,
                "steps": edge.steps,
                "states": edge.states,
                "total": self.quotient.is_total(edge),
            }
            for edge in self.quotient.edges
        ]

    def to_networkx(self) -> Any:
        """The quotient for networkx, which must be installed; values are node attributes."""
        from holdfast.ir.notation import to_python
        from holdfast.libraries import networkx_graph

        names = self.expressions
        nodes = (
            {
                "values": dict(zip(names, map(to_python, each.values), strict=True)),
                "states": each.states,
                "initial": each.initial,
            }
            for each in self.quotient.classes
        )
        edges = ((row.pop("source"), row.pop("target"), row) for row in self.edge_records())
        return networkx_graph(enumerate(nodes), edges)

    def html(self) -> str:
        """A page with the drawing and the result; empty if there is no drawing."""
        from holdfast.report.graph_html import graph_html
        from holdfast.report.quotient import EXPLANATION

        return graph_html(self.picture, EXPLANATION, self.show()) if self.is_drawn else ""

    def dot(self) -> str:
        """The quotient in Graphviz's DOT language."""
        from holdfast.report.graph_dot import graph_dot

        return graph_dot(self.picture)

    def text(self, width: int = 100) -> str:
        """The quotient drawn with characters, or as a table if it is big."""
        from holdfast.report.graph_text import graph_text

        return graph_text(self.picture, width)

    def envelope(self) -> Envelope:
        """What `--json` prints."""
        from holdfast.report.quotient import quotient_envelope

        return quotient_envelope(self.answer, self.question, self.expressions, self.quotient)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.quotient import show_quotient

        return show_quotient(self.answer, self.question, self.expressions, self.quotient, look)

    def __repr__(self) -> str:
        return f"<QuotientResult {self.outcome}, {len(self.quotient.classes)} classes>"
