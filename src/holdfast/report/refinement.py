"""A violated refinement: the trace as the abstract specification sees it, as text."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.report.diagnostics import count_of
from holdfast.report.layout import Look, beside, wrap
from holdfast.report.reason import refusal_lines
from holdfast.report.trace import change_rows, show_trace, step_label
from holdfast.verdict import Refinement

_WIDEST_STEP = 36


def show_refinement(view: Refinement, look: Look) -> Iterator[str]:
    """The abstract trace, what was allowed instead, and why no action allows the step."""
    name = view.specification
    if view.trace.steps:
        yield f"  As {name} sees it:"
        what = "step" if len(view.trace) > 1 else "initial state"
        mark = f"{name} does not allow this {what}" if view.failed else ""
        yield show_trace(view.trace, look, mark)
    if view.failed:
        yield "\n".join(_alternatives(view, look))
        yield "\n".join(_refusals(view, look))
    if view.neglected:
        enabled = ", ".join(view.neglected)
        rest = "enabled in every state of the loop, and never taken"
        yield "\n".join(wrap(f"  {enabled}: {rest}", look.width, 4))
    if view.note is not None:
        what = "actions" if view.trace.steps else "view"
        text = f"  The {what} of {name} cannot be shown: {view.note}"
        yield "\n".join(wrap(text, look.width, 4))


def _alternatives(view: Refinement, look: Look) -> Iterator[str]:
    first = len(view.trace) == 1
    what = "initial state" if first else "step"
    if view.allowed is None:
        yield f"  {view.specification} allows {what}s there that cannot be enumerated"
    elif view.allowed == 0:
        yield f"  {view.specification} allows no {what} there"
    else:
        allowed = count_of(view.allowed, what)
        more = len(view.alternatives) < view.allowed
        which = "; the nearest:" if more else ":"
        yield f"  {view.specification} allows {allowed} {'' if first else 'there'}".rstrip() + which
    labels = [step_label(step, look.notation) for step in view.alternatives]
    width = min(_WIDEST_STEP, max(map(len, labels), default=0))
    before = None if first else view.trace.steps[-2].state
    for step, label in zip(view.alternatives, labels, strict=True):
        rows = change_rows(before, step.state, look.width - width - 6, look.notation)
        yield from (f"    {line}" for line in beside(label, rows, width))


def _refusals(view: Refinement, look: Look) -> Iterator[str]:
    """Why the nearest action does not allow the step; every action, if none is enabled or asked.

    Why a state is not initial is the explanation of the violation itself.
    """
    if len(view.trace) == 1 or not view.refusals:
        return
    if view.alternatives and look.states != "full":
        yield "  why the nearest action does not allow the step:"
        yield from refusal_lines(view.refusals[:1], look)
    else:
        yield "  why no action allows the step:"
        yield from refusal_lines(view.refusals, look)
