"""The result of `check` as Python objects: counts, traces and graphs with plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, overload

from holdfast.report.result import Result, Traced
from holdfast.report.state_graph import StateGraph
from holdfast.report.table import Table, unused_name

if TYPE_CHECKING:
    from holdfast.ir.coverage import Coverage
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look
    from holdfast.report.state_graph import GroupAgain
    from holdfast.report.sweep import Run
    from holdfast.verdict import Answer, Verdict

ChartForm: TypeAlias = Literal["text", "ascii", "svg"]


@dataclass(frozen=True)
class CheckResult(Traced["Answer"]):
    """The result of `check`; `print(result)` shows all of it."""

    explore_again: Callable[[], Answer] = field(repr=False, compare=False)
    group_again: GroupAgain | None = field(default=None, repr=False, compare=False)

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
        """The depth of the state graph, as TLC counts it."""
        return self.answer.counts.depth

    @property
    def violations(self) -> Mapping[str, int]:
        """How often each property is violated, in states or steps; with `keep_going=True`."""
        return self.answer.violations

    @property
    def coverage(self) -> Coverage | None:
        """What the search evaluated, and how often; with `coverage=True`."""
        return self.answer.coverage

    @cached_property
    def graph(self) -> StateGraph:
        """All explored states; they are explored again if they were not stored."""
        kept = self.answer.graph or self.explore_again().graph
        assert kept is not None, "a result with a graph needs a search with `keep_graph`"
        return StateGraph(kept, self.question.notation, self.question.spec, self.group_again)

    def chart(self, form: ChartForm = "text") -> str | None:
        """The trace as a message sequence chart; None if its steps do not tell who acts."""
        from holdfast.report.chart_svg import chart_svg
        from holdfast.report.chart_text import ASCII, UNICODE, chart_text
        from holdfast.report.sequence_chart import chart_of
        from holdfast.report.trace import remark_on, trace_of

        if form not in get_args(ChartForm):
            listed = ", ".join(map(repr, get_args(ChartForm)))
            raise ValueError(f"chart(): `form` is one of {listed}, not {form!r}")
        trace = trace_of(self.verdict)
        found = trace and chart_of(trace, self.question.notation, remark_on(self.verdict))
        if not found:
            return None
        if form == "svg":
            return chart_svg(found, self.question.spec)
        return chart_text(found, ASCII if form == "ascii" else UNICODE)

    @property
    def _verdicts(self) -> tuple[Verdict, ...]:
        return (self.verdict, *self.answer.more_violations)

    def drawings(self) -> dict[str, str]:
        """The message sequence chart of a trace that is not long."""
        from holdfast.notebook import MOST_DRAWN

        chart = self.chart("svg") if len(self.actions) <= MOST_DRAWN else None
        return {} if chart is None else {f"trace of {self.question.spec}": chart}

    def trail(self) -> str | None:
        """The trace as a trail of the language of the spec; None if there is none."""
        from holdfast.report.trace import trace_of

        trace = trace_of(self.verdict)
        if trace is None:
            return None
        steps = [() if step.account is None else step.account.trail for step in trace.steps]
        loop = trace.loop if isinstance(trace.loop, int) else None
        if trace.closing is not None and trace.closing.account is not None:
            steps.append(trace.closing.account.trail)
        return self.question.notation.trail(steps, loop)

    def envelope(self) -> Envelope:
        """What `check --json` prints."""
        from holdfast.report.check_json import check_envelope

        return check_envelope(self.answer, self.question)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.answer import show_answer

        return show_answer(self.answer, self.question, look)

    def __repr__(self) -> str:
        about = f" {self.violated!r}" if self.violated else ""
        return f"<CheckResult {self.outcome}{about}, {self.distinct} distinct states>"


@dataclass(frozen=True, slots=True, repr=False)
class SweepRow:
    """One line of a sweep: the constants of this run, as TLA+ text, and its result."""

    constants: Mapping[str, str]
    result: CheckResult

    def __repr__(self) -> str:
        values = ", ".join(f"{name} = {value}" for name, value in self.constants.items())
        return f"<SweepRow {values}: {self.result.outcome}>"


@dataclass(frozen=True, slots=True, repr=False)
class Sweep(Result, Table, Sequence[SweepRow]):
    """The results for several values of some constants; `print(sweep)` shows a table."""

    names: tuple[str, ...]
    rows: tuple[SweepRow, ...]

    def __post_init__(self) -> None:
        if not self.rows:
            # Nothing was checked, which must not count as ok.
            raise ValueError("a sweep needs at least one value of each constant")

    @property
    def decisive(self) -> CheckResult:
        """The run whose verdict is that of the sweep: the first that is not ok.

        If all are, it is the first that did not explore all states, or the first.
        """
        from holdfast.verdict import Exhausted, Proved

        found = [row.result for row in self.rows]
        weak = (each for each in found if not isinstance(each.verdict, Exhausted | Proved))
        return next((each for each in found if not each.ok), next(weak, found[0]))

    @property
    def verdict(self) -> Verdict:
        """The verdict of the decisive run."""
        return self.decisive.verdict

    @property
    def exit_code(self) -> int:
        """The exit code of the decisive run."""
        return self.decisive.exit_code

    def envelope(self) -> Envelope:
        """What `check --json` prints: the decisive run, and a row for each run."""
        from holdfast.report.sweep import sweep_json

        envelope = self.decisive.envelope()
        return replace(envelope, own={**envelope.own, "sweep": sweep_json(self._runs)})

    def show(self, look: Look | None = None) -> str:
        """The table with the spec and the values above it, as the command line prints it."""
        from holdfast.report.sweep import show_values

        head = show_values(self.decisive.model.spec, self.names, self._runs, look)
        return f"{head}\n\n{self._table(look)}"

    def records(self) -> list[dict[str, Any]]:
        """A dict for each run; a column that has the name of a constant gets an underscore."""
        return [
            {
                **row.constants,
                **{unused_name(name, self.names): value for name, value in _figures(row.result)},
            }
            for row in self.rows
        ]

    def _shown(self) -> list[str]:
        from holdfast.notebook import grid_html, text_with_tables
        from holdfast.report.sweep import sweep_cells

        table = grid_html(*sweep_cells(self.names, self._runs))
        return text_with_tables(self.show(), {self._table(): table})

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
        return self._table()

    def __repr__(self) -> str:
        return f"<Sweep {self.outcome}, {len(self.rows)} values of {', '.join(self.names)}>"

    @property
    def _runs(self) -> list[Run]:
        return [(row.constants, row.result.answer) for row in self.rows]

    def _table(self, look: Look | None = None) -> str:
        from holdfast.report.sweep import show_sweep

        return show_sweep(self.names, self._runs, look)


def _figures(result: CheckResult) -> Iterator[tuple[str, object]]:
    yield "verdict", result.outcome
    yield "property", result.violated
    yield "distinct", result.distinct
    yield "generated", result.generated
    yield "depth", result.depth
    yield "seconds", result.answer.seconds
