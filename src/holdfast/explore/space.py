"""The state graph of a model, explored once: its quotients, and the classes of these."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from holdfast.cancellation import Cancellation
from holdfast.check.check import check, reductions_of
from holdfast.check.engine import SearchObserver, SearchOptions
from holdfast.check.unjudged import unjudged
from holdfast.explore.classes import Classes, class_panel, shortest_parents
from holdfast.explore.columns import Columns
from holdfast.explore.drawn import (
    MOST_DRAWN,
    MOST_EVER_DRAWN,
    MOST_ROWS,
    edges_of,
    nodes_of,
    place_graph,
)
from holdfast.explore.first_view import candidates, first_view
from holdfast.explore.model import OpenModel
from holdfast.explore.opened import Opened
from holdfast.explore.wire_graph import ClassPanel, Graph
from holdfast.ir.ranks import ranked_by
from holdfast.limits import Limits
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Answer, Failed, Unknown

SECONDS_TO_EXPLORE = 20.0
MOST_STATES = 200_000
_MOST_CACHED = 8


class StateSpace:
    """The states of a model and the steps between them, as far as they were explored."""

    def __init__(self, model: Opened, answer: Answer) -> None:
        assert answer.graph is not None
        self.model = model
        self.answer = answer
        self.columns = Columns(model, answer.graph)
        self._classes: Classes | None = None
        self._graphs: dict[tuple[tuple[str, ...], tuple[int, ...], bool], Graph] = {}

    @staticmethod
    def explore(
        model: OpenModel,
        seconds: float = SECONDS_TO_EXPLORE,
        states: int = MOST_STATES,
        observer: SearchObserver | None = None,
        cancellation: Cancellation | None = None,
    ) -> StateSpace:
        """Explore a model, without judging its states; raises SpecError if nothing is found.

        A search that reaches a limit is part of the graph, which is then not complete.
        """
        opened = Opened(model.opened.spec, model.opened.folder)
        opened.enlarge_like(model.opened)
        limits = Limits(seconds=seconds, states=states)
        options = SearchOptions(limits=limits, keep_graph=True)
        while True:
            answer = check(unjudged(opened.system), options, observer, cancellation)
            if not opened.lacks_room(answer.verdict):
                break
        if isinstance(answer.verdict, Failed) and not (answer.graph and answer.graph.states):
            raise SpecError(*answer.verdict.diagnostics)
        if answer.graph is None or not answer.graph.states:
            reason = answer.verdict.reason if isinstance(answer.verdict, Unknown) else "no state"
            raise SpecError(Diagnostic("check-note", f"there is no state graph: {reason}", None))
        return StateSpace(opened, answer)

    # ---- the graph ----

    @cached_property
    def first_view(self) -> list[str]:
        """What the states are grouped by at first."""
        return first_view(self.columns)

    @cached_property
    def candidates(self) -> list[str]:
        """What the states may be grouped by."""
        return candidates(self.columns)

    def graph(
        self, by: Sequence[str] | None = None, open: Sequence[int] = (), draw: bool = False
    ) -> Graph:
        """The states grouped by expressions; those of opened classes are shown one by one.

        More than 150 nodes are drawn only with `draw`, more than 500 never. Raises SpecError if
        an expression cannot be evaluated in a state.
        """
        classes = self._grouped(by, open)
        key = classes.by, classes.opened, draw
        if key not in self._graphs:
            while len(self._graphs) >= _MOST_CACHED:
                del self._graphs[next(iter(self._graphs))]
            self._graphs[key] = self._graph(classes, draw)
        return self._graphs[key]

    def _graph(self, classes: Classes, draw: bool) -> Graph:
        kept = self.columns.graph
        most = MOST_EVER_DRAWN if draw else MOST_DRAWN
        is_drawn = len(classes.members) <= most
        with ranked_by(self.model.machine.ranks):
            nodes = nodes_of(classes, most if is_drawn else MOST_ROWS)
        edges = edges_of(classes) if is_drawn else []
        width, height = place_graph(nodes, edges) if is_drawn else (0.0, 0.0)
        return {
            "states": len(kept.states),
            "steps": len(kept.edges),
            "complete": self.answer.complete,
            "by": list(classes.by),
            "open": list(classes.opened),
            "candidates": self.candidates,
            "invariants": list(self.columns.violating()),
            "nodes": nodes if is_drawn else [],
            "edges": edges,
            "classes": classes.count,
            "width": width,
            "height": height,
            "table": None if is_drawn else nodes,
            "problem": self._problem(),
        }

    def _grouped(self, by: Sequence[str] | None, open: Sequence[int]) -> Classes:
        texts = tuple(self.first_view if by is None else dict.fromkeys(by))
        known = self._classes
        opened = tuple(dict.fromkeys(open))
        if known is None or known.by != texts or known.opened != opened:
            count = Classes(self.columns, texts).count
            found = tuple(i for i in opened if 0 <= i < count)
            self._classes = known = Classes(self.columns, texts, found)
        return known

    def _problem(self) -> str | None:
        parts = []
        if not self.answer.complete:
            verdict = self.answer.verdict
            why = f": {verdict.reason}" if isinstance(verdict, Unknown) else ""
            parts.append(f"not all states were explored{why}")
        constraints = [c for c in reductions_of(self.model.machine.system) if "CONSTRAINT" in c]
        if constraints:
            within = ", ".join(constraints)
            parts.append(f"without states outside {within}, in which invariants are checked, too")
        self.columns.violating()
        if self.columns.not_judged:
            parts.append(f"not evaluated in all states: {', '.join(self.columns.not_judged)}")
        return "; ".join(parts) or None

    # ---- one class ----

    @cached_property
    def _parents(self) -> list[int]:
        return shortest_parents(self.columns)

    def panel(
        self, at: int, by: Sequence[str] | None = None, open: Sequence[int] = ()
    ) -> ClassPanel:
        """A node in detail; raises SpecError if there is no such node."""
        classes = self._grouped(by, open)
        if at not in classes.members:
            raise SpecError(Diagnostic("why-state", f"there is no class {at}", None))
        return class_panel(classes, at, self._parents)
