"""A trace as lanes and messages: what the language says, or else what its states suggest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from holdfast.explore.actors import Acted, actors, lane_choices
from holdfast.explore.messages import arrows_of
from holdfast.explore.opened import Opened, Taken
from holdfast.explore.steps import state_mapping, step_label
from holdfast.explore.wire import Lanes
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.report.sequence_chart import Chart, chart_of
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Step, Trace

BY_PROCESS = "process"
SECONDS_TO_DRAW = 4.0


def lanes_of(model: Opened, steps: Sequence[Taken], by: str | None = None) -> Lanes | None:
    """The lanes of the steps of a trace, the first of which is its first state.

    None if there are no steps, or nobody acts. Raises SpecError for an unknown way to find lanes.
    """
    if len(steps) < 2:
        return None
    with ranked_by(model.machine.ranks):
        chart = chart_of(Trace(tuple(_told(model, taken) for taken in steps)), model.notation)
    if chart is not None and by in (None, BY_PROCESS):
        return _of_chart(chart)
    try:
        with model.limited(SECONDS_TO_DRAW):
            return _guessed(model, steps, by, [] if chart is None else [BY_PROCESS])
    except EvalError as error:
        raise SpecError(model.diagnose(error)) from None


def _told(model: Opened, taken: Taken) -> Step:
    values, action = state_mapping(model, taken.state), taken.action
    if action is None:
        return Step(values)
    return Step(values, action.name, taken.arguments, action.span, account=taken.account)


def _of_chart(chart: Chart) -> Lanes:
    return {
        "by": BY_PROCESS,
        "choices": [BY_PROCESS],
        "guessed": False,
        "lanes": [{"name": x.name, "begun": x.begun, "ended": x.ended} for x in chart.lanes],
        "notes": [{"lane": n.lane, "row": n.row, "text": n.text} for n in chart.notes],
        "arrows": [
            {
                "kind": a.kind,
                "text": a.text,
                "source": a.source,
                "sent": a.sent,
                "target": a.target,
                "received": a.received,
            }
            for a in chart.arrows
        ],
    }


def _guessed(model: Opened, steps: Sequence[Taken], by: str | None, more: Sequence[str]) -> Lanes:
    acted = [Acted(before.state, taken) for before, taken in pairwise(steps)]
    choices = [*more, *lane_choices(model, acted)]
    chosen = choices[0] if by is None else by
    if chosen not in choices:
        message = f"there are no lanes by `{chosen}`"
        help = f"choose one of {', '.join(choices)}"
        raise SpecError(Diagnostic("trace-lanes", message, None, help))
    who = actors(model, acted, chosen)
    names = list(dict.fromkeys(who))
    lanes = [names.index(name) for name in who]
    return {
        "by": chosen,
        "choices": choices,
        "guessed": True,
        "lanes": [{"name": name, "begun": 0, "ended": None} for name in names],
        "notes": [
            {"lane": lane, "row": row, "text": step_label(model, step.taken) or "?"}
            for row, (lane, step) in enumerate(zip(lanes, acted, strict=True), 1)
        ],
        "arrows": arrows_of(model, acted, lanes, names),
    }
