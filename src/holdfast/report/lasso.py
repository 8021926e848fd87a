"""A lasso as text: how it goes on for ever, and how it meets the fairness conditions."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.report.layout import Look, wrap
from holdfast.report.reason import reason_line
from holdfast.verdict import Trace, Violated

_MANY = 8


def lasso_line(trace: Trace) -> str:
    """How a behaviour goes on for ever."""
    if trace.loop == "stutter":
        return f"nothing happens after state {len(trace)}"
    assert trace.loop is not None
    return f"states {trace.loop + 1} to {len(trace)} repeat for ever"


def fairness_lines(violated: Violated, look: Look) -> Iterator[str]:
    """How a lasso meets the fairness conditions."""
    if violated.trace is None or violated.trace.loop is None or violated.reason is None:
        return
    lines = list(dict.fromkeys(reason_line(r, look.notation) for r in violated.fairness))
    if not lines:
        yield f"  {look.notation.without_fairness}"
    for text in lines[:_MANY]:
        yield from (f"  {line}" for line in wrap(text, look.width - 2, 2))
    if len(lines) > _MANY:
        yield f"  and {len(lines) - _MANY} more fairness conditions are met"
