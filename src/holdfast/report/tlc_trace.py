"""A trace in TLC's messages, one for each state, and in the files of `-dumpTrace`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

from holdfast.check.trace_values import described
from holdfast.ir.construct import canonical, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.order import ordered
from holdfast.ir.values import (
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Value,
)
from holdfast.report.envelope import Json
from holdfast.report.tlc_messages import Code, Message, Severity
from holdfast.report.tlc_values import tlc_location, tlc_state
from holdfast.report.trace import shown_state
from holdfast.verdict import Step, Trace


def trace_messages(trace: Trace, differences: bool, tool: bool) -> Iterator[Message]:
    """A message for each state, and one for the end of a lasso."""
    before: Step | None = None
    for number, step in enumerate(trace.steps, start=1):
        known = shown_state(before) if before is not None and differences else None
        text = f"{number}: {step_place(step)}\n{tlc_state(shown_state(step), known)}"
        yield Message(Code.STATE, text, Severity.STATE)
        before = step
    if trace.loop == "stutter":
        yield Message(Code.STUTTERING, f"{len(trace) + 1}: Stuttering", Severity.STATE)
    elif trace.loop is not None:
        yield _back_to_state(trace.loop + 1, trace.closing, tool)


def _back_to_state(number: int, closing: Step | None, tool: bool) -> Message:
    by = "" if closing is None else f": {step_place(closing)}"
    if tool:
        return Message(Code.BACK_TO_STATE, f"{number}: Back to state{by}\n", Severity.STATE)
    return Message(Code.BACK_TO_STATE, f"Back to state {number}{by}\n")


def step_place(step: Step) -> str:
    """How a state was reached: `<Name(args) line L, col C to line L, col C of module M>`."""
    if step.action is None:
        return "<Initial predicate>"
    name = step_name(step)
    if step.arguments:
        name += f"({','.join(map(show, step.arguments))})"
    span = step.formula or step.span
    return f"<{name}>" if span is None else f"<{name} {tlc_location(span)}>"


def step_name(step: Step) -> str:
    """The name of a step's action; a disjunct without a name has that of the whole relation."""
    return (step.action or "").partition(":")[0]


# ---- files ----


def json_trace(trace: Trace) -> str:
    """The text of `-dumpTrace json`."""
    found = _counterexample(trace)
    states = [shown_state(step) for step in trace.steps]
    names = dict.fromkeys(name for state in states for name in state)
    return json.dumps({"counterexample": _json(found), "vars": list(names)}, ensure_ascii=False)


def tla_trace(trace: Trace, module: str) -> str:
    """The text of `-dumpTrace tla`: a module that defines `CounterExample`."""
    text = show(_counterexample(trace))
    head = f"---- MODULE {module} ----\nLOCAL INSTANCE TLC"
    return f"{head}\n\nCounterExample == \n\t{text}\n\n===="


def behaviour_module(trace: Trace, module: str) -> str:
    """The text of a file that `-simulate file=` writes: a definition for each state."""
    lines = [f"---------------- MODULE {module} -----------------"]
    for number, step in enumerate(trace.steps, start=1):
        if step.action is not None:
            lines.append(f"\\* {step_place(step)}")
        lines += [f"STATE_{number} == ", tlc_state(shown_state(step)), ""]
    lines.append("=================================================")
    return "\n".join(lines)


def _counterexample(trace: Trace) -> Value:
    """The numbered states and the steps between them, with that which closes a loop."""
    states: list[Value] = [
        (i, record_of(dict(shown_state(step)))) for i, step in enumerate(trace.steps, start=1)
    ]
    steps: list[Value] = [
        (before, _action(step), after)
        for (before, after), step in zip(pairwise(states), trace.steps[1:], strict=True)
    ]
    if trace.loop == "stutter":
        steps.append((states[-1], _action(Step({}, "Stuttering")), states[-1]))
    elif trace.loop is not None:
        closing = trace.closing or Step(trace.steps[trace.loop].state)
        steps.append((states[-1], _action(closing), states[trace.loop]))
    return record_of({"action": set_of(steps), "state": set_of(states)})


def _action(step: Step) -> Value:
    return described(step_name(step), step.formula or step.span)


def _json(value: Value) -> Json:
    """A value as TLC's module Json writes it: sets and sequences are arrays."""
    match value:
        case Boolean():
            return value.truth
        case int() | str():
            return value
        case ModelValue():
            return value.name
        case FiniteSet():
            return [_json(e) for e in ordered(value)]
        case tuple():
            return [_json(v) for v in value]
        case Function():
            keys = ordered(value.domain)
            texts = [k if isinstance(k, str) else show(k) for k in keys]
            return {k: _json(v) for k, v in zip(texts, value.values, strict=True)}
        case LazySet() | LazyFunction():
            try:
                return _json(canonical(value))
            except EvalError:
                return value.text()
