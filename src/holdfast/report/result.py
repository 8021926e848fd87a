"""The bases of all results: exit code, text, JSON and HTML; verdict."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from holdfast.report.table import ValueTable

if TYPE_CHECKING:
    from holdfast.front.load import Loaded
    from holdfast.report.answer import Question
    from holdfast.report.envelope import Envelope, Json
    from holdfast.report.layout import Look
    from holdfast.report.saved import ModelFiles, SavedTrace
    from holdfast.verdict import AnyAnswer, Trace, Verdict

A = TypeVar("A", bound="AnyAnswer")


class Report(ABC):
    """What a command reports: exit code, text, JSON and HTML; `print(report)` shows all of it."""

    @property
    @abstractmethod
    def exit_code(self) -> int:
        """The exit code of the command line for this result."""

    @abstractmethod
    def envelope(self) -> Envelope:
        """What `--json` prints."""

    @abstractmethod
    def show(self, look: Look | None = None) -> str:
        """The result as text, as the command line prints it."""

    @property
    def ok(self) -> bool:
        """Whether every property holds and none is inconclusive or unchecked."""
        return self.exit_code == 0

    def to_json(self) -> dict[str, Json]:
        """The object that `--json` prints."""
        from holdfast.report.envelope import envelope_json

        return envelope_json(self.envelope())

    def __str__(self) -> str:
        return self.show()

    def drawings(self) -> dict[str, str]:
        """Drawings of the result as SVG, by name, for notebooks."""
        return {}

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What notebooks show: the result as text, and its drawings."""
        from holdfast.notebook import bundle, drawing_html

        drawings = self.drawings()
        parts = [*self._shown(), *(drawing_html(svg, name) for name, svg in drawings.items())]
        return bundle(self.show(), parts, list(drawings.values()))

    def _repr_html_(self) -> str:
        """The same HTML, for programs that know no other types."""
        return self._repr_mimebundle_()["text/html"]

    def _shown(self) -> list[str]:
        """The result as HTML, without its drawings."""
        from holdfast.notebook import text_html

        return [text_html(self.show())]


class Result(Report):
    """The result of a command about a model, with a verdict."""

    @property
    @abstractmethod
    def verdict(self) -> Verdict:
        """The verdict, whose type says how strong it is."""

    @property
    def outcome(self) -> str:
        """The verdict in a word: proved, exhausted, bounded, violated, unknown or error."""
        from holdfast.report.verdict_json import verdict_word

        return verdict_word(self.verdict)


@dataclass(frozen=True)
class Answered(Result, Generic[A]):
    """The result of `check`, `prove` or `infer` for one model."""

    answer: A = field(repr=False)
    question: Question = field(repr=False)
    model: ModelFiles = field(repr=False)
    loaded: Loaded | None = field(default=None, repr=False, compare=False, kw_only=True)
    """The spec with the constants of this result, for widgets."""

    @property
    def verdict(self) -> Verdict:
        """The verdict, whose type says how strong it is."""
        return self.answer.verdict

    @property
    def exit_code(self) -> int:
        """The exit code of the command line for this result."""
        from holdfast.verdict import exit_code

        return exit_code(self.answer)

    @property
    def violated(self) -> str | None:
        """The name of the property that is violated; `deadlock` for a deadlock."""
        return getattr(self.verdict, "property", None)

    @property
    def reason(self) -> str | None:
        """Why, in one line."""
        from holdfast.report.verdict_json import verdict_reason

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

    def saved_trace(self) -> SavedTrace | None:
        """The trace for another command or process, if there is one."""
        from holdfast.report.saved import SavedTrace
        from holdfast.report.trace import step_label

        trace = self._trace
        if trace is None or not trace.steps:
            return None
        notation, closing = self.question.notation, trace.closing
        return SavedTrace(
            self.model,
            self.violated,
            tuple(step_label(step, notation) for step in trace.steps),
            tuple(step.state for step in trace.steps),
            trace.loop,
            None if closing is None else step_label(closing, notation),
            getattr(self.verdict, "kind", None),
            self.reason,
        )

    @property
    def _trace(self) -> Trace | None:
        from holdfast.report.trace import trace_of

        return trace_of(self.verdict)


class Traced(Answered[A], ValueTable):
    """A result whose table is its trace."""

    def explore(self) -> Any:
        """A widget for notebooks to explore the trace; its trait `at` is the selected state.

        Needs anywidget, the extra `notebook`. Raises ValueError if there is no trace.
        """
        from holdfast.libraries import widget

        return widget("explore_trace", self)

    def _shown(self) -> list[str]:
        from holdfast.notebook import text_with_tables
        from holdfast.report.shown import trace_tables

        tables = trace_tables(self._verdicts, self.question.look(None))
        return text_with_tables(self.show(), tables)

    @property
    def _verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts that may have a trace."""
        return (self.verdict,)

    def records(self, explode: bool = False) -> list[dict[str, Any]]:
        """A dict for each state of the trace: its `action`, and the variables; [] if none."""
        from holdfast.report.table import value_rows

        steps = () if self._trace is None else self._trace.steps
        states = [step.state for step in steps]
        own = {"action": self.actions}
        return value_rows(states, self.question.notation, own, explode)
