"""A trace as TLA+ values: `Trace`, `CounterExample`, and the records that describe actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import PurePath

from holdfast.ir.construct import record_of, set_of
from holdfast.ir.values import Value
from holdfast.source import Span
from holdfast.verdict import Step, Trace


def trace_value(states: Iterable[Mapping[str, Value]]) -> Value:
    """`Trace`: states as a sequence of records."""
    return tuple([record_of(dict(state)) for state in states])


def counterexample_value(trace: Trace | None) -> Value:
    """`CounterExample`: the numbered states of a trace, and its steps between them."""
    steps = trace.steps if trace is not None else ()
    states = [(i, _shown(step)) for i, step in enumerate(steps, start=1)]
    moves = [
        (before, described(step.action or "", step.span), after)
        for (before, after), step in zip(pairwise(states), steps[1:], strict=True)
    ]
    return record_of({"state": set_of(states), "action": set_of(moves)})


def _shown(step: Step) -> Value:
    return record_of(dict(step.state if step.alias is None else step.alias))


def described(name: str, span: Span | None) -> Value:
    """A definition as a record of its name and location."""
    return record_of({"name": name, "location": _location(span)})


UNKNOWN_ACTION = "UnnamedAction"


def _location(span: Span | None) -> Value:
    if span is None:
        first, last, module = (0, 0), (0, 0), "--TLA+ BUILTINS--"
    else:
        first = span.source.position(span.start)
        last = span.source.position(max(span.start, span.end - 1))
        module = PurePath(span.source.name).stem
    return record_of(
        {
            "beginLine": first[0],
            "beginColumn": first[1],
            "endLine": last[0],
            "endColumn": last[1],
            "module": module,
        }
    )
