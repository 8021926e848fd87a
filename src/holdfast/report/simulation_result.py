"""The result of `simulate` as a Python object with plain Python values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from holdfast.report.result import Traced

if TYPE_CHECKING:
    from holdfast.check.simulation import Frequency, Occurrence, Simulated, Statistics
    from holdfast.report.envelope import Envelope
    from holdfast.report.layout import Look
    from holdfast.verdict import Trace


@dataclass(frozen=True)
class SimulateResult(Traced["Simulated"]):
    """The result of `simulate`; `print(result)` shows all of it."""

    count_again: Callable[[str], Simulated] = field(repr=False, compare=False)
    simulate_again: Callable[[int], Iterator[Trace]] = field(repr=False, compare=False)

    @property
    def statistics(self) -> Statistics:
        """Everything that was counted."""
        return self.answer.statistics

    @property
    def behaviours(self) -> int:
        """How many behaviours were simulated."""
        return self.statistics.behaviours

    @property
    def states(self) -> int:
        """How many states they have."""
        return self.statistics.states

    @property
    def occurrences(self) -> Mapping[str, Occurrence]:
        """How often each action occurred."""
        return self.statistics.actions

    def stat(self, formula: str) -> Frequency:
        """How often a formula was true, with a confidence interval; raises SpecError.

        If it was not counted, the same behaviours are simulated again.
        """
        from holdfast.source import SpecError
        from holdfast.verdict import Failed

        for each in self.statistics.frequencies:
            if each.formula == formula:
                return each
        found = self.count_again(formula)
        if isinstance(found.verdict, Failed):
            raise SpecError(*found.verdict.diagnostics)
        return found.statistics.frequencies[0]

    def traces(self, number: int = 10) -> Iterator[tuple[dict[str, Any], ...]]:
        """The states of the first behaviours, as plain Python values."""
        from holdfast.ir.notation import to_python

        for trace in self.simulate_again(number):
            yield tuple({n: to_python(v) for n, v in s.state.items()} for s in trace.steps)

    def envelope(self) -> Envelope:
        """What `simulate --json` prints."""
        from holdfast.report.simulation_json import simulation_envelope

        return simulation_envelope(self.answer, self.question)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        from holdfast.report.simulation import show_simulation

        return show_simulation(self.answer, self.question, look)

    def __repr__(self) -> str:
        about = f" {self.violated!r}" if self.violated else ""
        return f"<SimulateResult {self.outcome}{about}, {self.behaviours} behaviours>"
