"""A trace in the Informal Trace Format (ITF): Apalache, ADR 15.

Beside the values of the variables, each state's `#meta` gives its index, the action that
led to it, the action's arguments and the location of the action in the source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from holdfast.ir.notation import to_itf
from holdfast.ir.values import Value
from holdfast.report.envelope import Json
from holdfast.report.trace import step_label
from holdfast.verdict import Step, Trace
from holdfast.version import VERSION


def show_itf(trace: Trace, spec: str, property: str | None = None) -> str:
    """The trace as the text of an `.itf.json` file."""
    return json.dumps(itf_json(trace, spec, property), indent=2, ensure_ascii=False)


def itf_json(trace: Trace, spec: str, property: str | None = None) -> dict[str, Json]:
    """The trace as an ITF object; one that stutters loops in its last state."""
    names = list(trace.steps[0].state) if trace.steps else []
    meta: dict[str, Json] = {
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "source": spec,
        "description": f"Made by holdfast {VERSION}",
        "property": property,
    }
    itf: dict[str, Json] = {
        "#meta": meta,
        "params": [],
        "vars": names,
        "states": [_state(i, step) for i, step in enumerate(trace.steps)],
    }
    loop = len(trace) - 1 if trace.loop == "stutter" else trace.loop
    return itf if loop is None else {**itf, "loop": loop}


def state_json(state: Mapping[str, Value]) -> dict[str, Json]:
    """The variables of a state with their values in ITF notation."""
    return {name: to_itf(value) for name, value in state.items()}


def _state(index: int, step: Step) -> dict[str, Json]:
    meta: dict[str, Json] = {
        "index": index,
        "action": step.action,
        "arguments": [to_itf(a) for a in step.arguments],
        "step": step_label(step),
        "location": None if step.span is None else step.span.location(),
    }
    if step.alias is not None:
        meta["alias"] = state_json(step.alias)
    return {"#meta": meta, **state_json(step.state)}
