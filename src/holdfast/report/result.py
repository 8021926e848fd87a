"""Results as Python objects: counts, traces and graphs with plain Python values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from holdfast.report.answer import Question
    from holdfast.report.layout import Look
    from holdfast.report.saved import ModelFiles
    from holdfast.verdict import Answer, Graph, Trace, Verdict


@dataclass(frozen=True)
class CheckResult:
    """What `check` found; `print(result)` shows all of it."""

    answer: Answer = field(repr=False)
    question: Question = field(repr=False)
    model: ModelFiles = field(repr=False)
    explore_again: Callable[[], Answer] = field(repr=False, compare=False)

    @property
    def ok(self) -> bool:
        """Whether everything that was asked about holds, and nothing was left unchecked."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """The exit code of `holdfast check` for this result."""
        from holdfast.verdict import exit_code

        return exit_code(self.answer)

    @property
    def verdict(self) -> Verdict:
        """The verdict, whose type says how strong it is."""
        return self.answer.verdict

    @property
    def outcome(self) -> str:
        """The verdict in a word: `exhausted`, `bounded`, `violated`, `unknown`, `error`."""
        from holdfast.report.check_json import verdict_word

        return verdict_word(self.answer.verdict)

    @property
    def generated(self) -> int:
        """How many states were generated."""
        return self.answer.counts.generated

    @property
    def distinct(self) -> int:
        """How many different states were found."""
        return self.answer.counts.distinct

    @property
    def depth(self) -> int:
        """The length of the longest of the shortest paths to the states found."""
        return self.answer.counts.depth

    @property
    def violated(self) -> str | None:
        """The name of the property that is violated; `deadlock` for a deadlock."""
        return getattr(self.answer.verdict, "property", None)

    @property
    def reason(self) -> str | None:
        """Why, in one line."""
        from holdfast.report.check_json import verdict_reason

        return verdict_reason(self.answer)

    @property
    def trace(self) -> tuple[dict[str, Any], ...]:
        """The states that lead to the violation or the error, as plain Python values."""
        from holdfast.ir.notation import to_python

        steps = () if self._trace is None else self._trace.steps
        return tuple({name: to_python(v) for name, v in step.state.items()} for step in steps)

    @property
    def actions(self) -> tuple[str | None, ...]:
        """The action that led to each state of the trace; None for the first."""
        from holdfast.report.trace import step_label

        steps = () if self._trace is None else self._trace.steps
        return tuple(None if step.action is None else step_label(step) for step in steps)

    @cached_property
    def graph(self) -> StateGraph:
        """All states that were explored; they are explored again if they were not kept."""
        if self.answer.graph is not None:
            return StateGraph(self.answer.graph)
        kept = self.explore_again().graph
        assert kept is not None, "whoever makes the result explores with `keep_graph`"
        return StateGraph(kept)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.answer import show_answer

        return show_answer(self.answer, self.question, look)

    @property
    def _trace(self) -> Trace | None:
        return getattr(self.answer.verdict, "trace", None)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        about = f" {self.violated!r}" if self.violated else ""
        return f"<CheckResult {self.outcome}{about}, {self.distinct} distinct states>"


@dataclass(frozen=True)
class StateGraph:
    """The states and steps of a search: an edge is two indices of states and an action."""

    kept: Graph = field(repr=False)

    @cached_property
    def states(self) -> tuple[dict[str, Any], ...]:
        """The states as plain Python values, in the order of discovery."""
        from holdfast.ir.notation import to_python

        names = self.kept.variables
        return tuple(
            {n: to_python(v) for n, v in zip(names, state, strict=True)}
            for state in self.kept.states
        )

    @property
    def edges(self) -> tuple[tuple[int, int, str], ...]:
        """The steps: from which state, to which state, by which action."""
        return self.kept.edges

    @property
    def initial(self) -> tuple[int, ...]:
        """The indices of the initial states."""
        return self.kept.initial

    def to_networkx(self) -> Any:
        """The graph for networkx, which must be installed: variables are node attributes."""
        graph = import_module("networkx").MultiDiGraph()
        initial = set(self.initial)
        for index, state in enumerate(self.states):
            graph.add_node(index, initial=index in initial, state=state)
        for source, target, action in self.edges:
            graph.add_edge(source, target, action=action)
        return graph


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One line of a sweep: the constants of this run, as TLA+ text, and its result."""

    constants: Mapping[str, str]
    result: CheckResult


@dataclass(frozen=True, slots=True)
class Sweep(Sequence[SweepRow]):
    """The results for several values of some constants; `print(sweep)` shows a table."""

    names: tuple[str, ...]
    rows: tuple[SweepRow, ...]

    @property
    def ok(self) -> bool:
        """Whether every run is fine."""
        return all(row.result.ok for row in self.rows)

    def records(self) -> list[dict[str, Any]]:
        """A dict for each run, as `pandas.DataFrame` takes them."""
        return [
            {
                **row.constants,
                "verdict": row.result.outcome,
                "property": row.result.violated,
                "distinct": row.result.distinct,
                "generated": row.result.generated,
                "depth": row.result.depth,
                "seconds": row.result.answer.seconds,
            }
            for row in self.rows
        ]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> SweepRow: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[SweepRow, ...]: ...

    def __getitem__(self, index: int | slice) -> SweepRow | tuple[SweepRow, ...]:
        return self.rows[index]

    def __iter__(self) -> Iterator[SweepRow]:
        return iter(self.rows)

    def __str__(self) -> str:
        from holdfast.report.sweep import show_sweep

        return show_sweep(self.names, [(r.constants, r.result.answer) for r in self.rows])
