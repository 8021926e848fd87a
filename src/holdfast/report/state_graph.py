"""The explored states and steps as a Python object: plain values, tables and a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from holdfast.ir.notation import TLA, Notation
from holdfast.report.table import ValueTable

if TYPE_CHECKING:
    from holdfast.ir.values import Value
    from holdfast.report.picture import Picture
    from holdfast.report.quotient_result import QuotientResult
    from holdfast.verdict import Graph

    GroupAgain: TypeAlias = Callable[[str | Sequence[str]], QuotientResult]

_COLUMNS = 46


@dataclass(frozen=True, repr=False)
class StateGraph(ValueTable):
    """The states and steps of a search: an edge is two indices of states and an action."""

    kept: Graph
    notation: Notation = TLA
    name: str = "states"
    group_again: GroupAgain | None = field(default=None, compare=False)

    @cached_property
    def states(self) -> tuple[dict[str, Any], ...]:
        """The states as plain Python values, in the order of discovery."""
        from holdfast.ir.notation import to_python

        return tuple({n: to_python(v) for n, v in state.items()} for state in self._states())

    @property
    def edges(self) -> tuple[tuple[int, int, str], ...]:
        """The steps: from which state, to which state, by which action."""
        return self.kept.edges

    @property
    def initial(self) -> tuple[int, ...]:
        """The indices of the initial states."""
        return self.kept.initial

    def quotient(self, by: str | Sequence[str]) -> QuotientResult:
        """The states, grouped by the values of expressions; they are explored again.

        Raises SpecError if an expression cannot be evaluated in a state.
        """
        assert self.group_again is not None, "a graph of a result can be grouped"
        return self.group_again(by)

    def records(self, explode: bool = False) -> list[dict[str, Any]]:
        """A dict for each state: whether it is `initial`, and the variables."""
        return self._rows(len(self.kept.states), explode)

    def _rows(self, most: int, explode: bool = False) -> list[dict[str, Any]]:
        from holdfast.report.table import value_rows

        initial, states = set(self.initial), list(islice(self._states(), most))
        own = {"initial": [i in initial for i in range(len(states))]}
        return value_rows(states, self.notation, own, explode)

    def edge_records(self) -> list[dict[str, Any]]:
        """A dict for each step: `source`, `target` and `action`."""
        return [{"source": s, "target": t, "action": a} for s, t, a in self.edges]

    def to_networkx(self) -> Any:
        """The graph for networkx, which must be installed: states are node attributes."""
        from holdfast.libraries import networkx_graph

        initial = set(self.initial)
        return networkx_graph(
            ((i, {"initial": i in initial, "state": s}) for i, s in enumerate(self.states)),
            ((source, target, {"action": action}) for source, target, action in self.edges),
        )

    @property
    def picture(self) -> Picture:
        """The graph to be drawn."""
        from textwrap import wrap

        from holdfast.report.picture import Arrow, Picture, Piece, Shape, Style, line, merged

        initial = set(self.initial)
        shapes = []
        for i, state in enumerate(self._states()):
            texts = [f"{n} = {self.notation.of(n).show(v)}" for n, v in state.items()]
            rows = [r for t in texts for r in wrap(t, _COLUMNS, subsequent_indent="  ")]
            styles: tuple[Style, ...] = ("initial",) if i in initial else ()
            shapes.append(Shape(str(i), (tuple(map(line, rows)),), styles, "; ".join(texts)))
        ordered = sorted(shapes, key=lambda shape: "initial" not in shape.styles)
        arrows = [Arrow(str(s), str(t), ((Piece(a),),)) for s, t, a in self.edges]
        return Picture(self.name, tuple(ordered), merged(arrows))

    def svg(self) -> str:
        """The graph as a drawing; empty if it has no states, or too many."""
        from holdfast.notebook import MOST_DRAWN
        from holdfast.report.graph_svg import graph_svg

        return graph_svg(self.picture) if 0 < len(self.kept.states) <= MOST_DRAWN else ""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What notebooks show: a drawing, or the first states if there are many."""
        from holdfast.notebook import MOST_ROWS, bundle, drawing_html, table_html, text_html

        svg, total = self.svg(), len(self.kept.states)
        shown = drawing_html(svg, self.name) if svg else table_html(self._rows(MOST_ROWS), total)
        return bundle(repr(self), [text_html(repr(self)[1:-1]), shown], [svg] if svg else [])

    def __repr__(self) -> str:
        return f"<StateGraph {len(self.kept.states)} states, {len(self.edges)} edges>"

    def _states(self) -> Iterator[dict[str, Value]]:
        return (dict(zip(self.kept.variables, each, strict=True)) for each in self.kept.states)
