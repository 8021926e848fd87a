"""The result of `simulate` as the envelope that `--json` prints."""

from __future__ import annotations

from dataclasses import replace

from holdfast.check.simulation import Frequency, Share, Simulated
from holdfast.report.answer import Question
from holdfast.report.envelope import Envelope, Json
from holdfast.report.trace import trace_of
from holdfast.report.verdict_json import answer_envelope, trace_json


def simulation_envelope(answer: Simulated, question: Question) -> Envelope:
    """The envelope with the whole result."""
    return replace(
        answer_envelope("simulate", answer, question),
        engine=answer.engine,
        checked=answer.checked,
        reductions=answer.reductions,
        own=simulation_json(answer),
    )


def simulation_json(answer: Simulated) -> dict[str, Json]:
    """The keys that only `simulate` adds."""
    found = answer.statistics
    own: dict[str, Json] = {
        "seed": found.seed,
        "depth": found.depth,
        "behaviours": found.behaviours,
        "visited": found.states,
        "generated": found.generated,
        "initial": found.initial,
        "longest": found.longest,
        "ended_early": found.stuck,
        "actions": {
            name: {"steps": each.steps, "behaviours": each.behaviours}
            for name, each in found.actions.items()
        },
        "counts": [frequency_json(each) for each in found.frequencies],
        "trace": trace_json(trace_of(answer.verdict)),
    }
    if answer.output:
        own["output"] = answer.output
    return own


def frequency_json(frequency: Frequency) -> dict[str, Json]:
    """How often a formula was true."""
    return {
        "formula": frequency.formula,
        "of": "steps" if frequency.of_steps else "states",
        "in_behaviours": _share_json(frequency.behaviours),
        "in_states": _share_json(frequency.states),
    }


def _share_json(share: Share) -> dict[str, Json]:
    return {
        "times": share.times,
        "total": share.total,
        "share": share.share,
        "low": share.low,
        "high": share.high,
    }
