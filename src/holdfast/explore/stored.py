"""Traces of results, as they were stored; a state is decoded when it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from holdfast.report.result import Answered
from holdfast.report.saved import encode_value, split_saved
from holdfast.report.trace import step_label, trace_of
from holdfast.source import Diagnostic, SpecError

Loop: TypeAlias = int | Literal["stutter"] | None


@dataclass(frozen=True, slots=True)
class StoredTrace:
    """The states of a trace as JSON data, and the labels of its steps.

    If the data is `marked`, model values are told from strings. `loop` is an index from 0.
    """

    labels: tuple[str | None, ...]
    states: Sequence[Mapping[str, Any]] = field(repr=False)
    loop: Loop = None
    closing: str | None = None
    marked: bool = False
    property: str | None = None
    kind: str | None = None
    reason: str | None = None

    def __len__(self) -> int:
        return len(self.states)


def stored_in_envelope(envelope: Mapping[str, Any]) -> StoredTrace | None:
    """The trace in an object that `--json` printed; None if it has none."""
    own = envelope.get(str(envelope.get("command"))) or {}
    trace = own.get("trace")
    if not trace or not trace.get("steps"):
        return None
    steps, closing = trace["steps"], trace.get("closing")
    return StoredTrace(
        tuple(step["action"] for step in steps),
        [step["state"] for step in steps],
        trace.get("loop"),
        None if closing is None else closing["action"],
        property=envelope.get("property"),
        kind=envelope.get("kind"),
        reason=envelope.get("reason"),
    )


def stored_in_text(text: str, envelope: Mapping[str, Any] | None = None) -> StoredTrace:
    """The trace in a text of `show_saved`; of an older one, an envelope tells what is violated."""
    envelope = envelope or {}
    try:
        data, states = split_saved(text)
        told = data if "kind" in data else envelope
        return StoredTrace(
            tuple(None if label == "initial" else label for label in data["steps"]),
            states,
            data.get("loop"),
            data.get("closing"),
            True,
            data["property"],
            told.get("kind"),
            told.get("reason"),
        )
    except (ValueError, KeyError, TypeError):
        message = "this is not a saved trace"
        raise SpecError(Diagnostic("why-trace", message, None)) from None


def stored_of(result: Answered[Any]) -> StoredTrace | None:
    """The trace of a result in memory; None if it has none."""
    trace = trace_of(result.verdict)
    if trace is None or not trace.steps:
        return None
    notation = result.question.notation
    closing = trace.closing
    return StoredTrace(
        tuple(None if s.action is None else step_label(s, notation) for s in trace.steps),
        [{name: encode_value(v) for name, v in s.state.items()} for s in trace.steps],
        trace.loop,
        None if closing is None else step_label(closing, notation),
        True,
        result.violated,
        getattr(result.verdict, "kind", None),
        result.reason,
    )
