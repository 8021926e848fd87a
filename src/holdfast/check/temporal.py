"""The temporal properties, after a search: on the graph of the states that it explored."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from holdfast.cancellation import Interruption
from holdfast.check.advice import diagnose
from holdfast.check.engine import (
    Exploration,
    Search,
    SearchObserver,
    TemporalProgress,
    memory_in_use,
)
from holdfast.interp.context import Context
from holdfast.ir.errors import EvalError
from holdfast.ir.values import Value
from holdfast.limits import Limits
from holdfast.verdict import Failed, Unchecked, Unknown, Violated

if TYPE_CHECKING:
    from holdfast.check.liveness.liveness import Question, Report
    from holdfast.check.liveness.problem import StateGraph


def check_temporal(
    exploration: Exploration,
    search: Search,
    limits: Limits,
    graph: Callable[[], StateGraph],
    observer: SearchObserver | None = None,
) -> Search:
    """The search with violations of temporal properties, and those that there is no answer to.

    A lasso among the states of a search that reached a limit is a counterexample, too.
    """
    liveness = exploration.liveness
    if liveness is None:
        return search
    # Of a property whose safety part is violated, the rest is no longer in question.
    pending = [q for q in liveness.questions if q.property.name not in search.violations]
    report = _reporter(exploration, search, observer)
    try:
        with _without_level(exploration.machine.context):
            reason = _ended(exploration, search)
            if not reason:
                reason = _look_for_lassos(exploration, search, graph(), pending, report)
    except EvalError as error:
        search.verdict = Failed("temporal", (diagnose(error, exploration.system),))
        return search
    except Interruption as stop:
        stopped = exploration.stopped(stop.cause, limits)
        search.complete = False
        search.verdict = search.verdict or stopped
        reason = stopped.reason
    search.unchecked += [Unchecked(q.property.name, reason) for q in pending]
    search.notes = (*search.notes, *liveness.notes)
    return search


def _ended(exploration: Exploration, search: Search) -> str:
    """Why temporal properties are not looked at after this search, if so."""
    match search.verdict:
        case Unknown(cause="depth" | "states"):
            return ""
        case Unknown(reason=reason):
            return reason
        case Violated(property=name) if not exploration.options.keep_going:
            return _after(name)
        case Failed():
            return "the search ended with an error"
        case _:
            return ""


def _after(violated: str) -> str:
    return f"{violated} is violated; `--continue` checks the others"


def _look_for_lassos(
    exploration: Exploration,
    search: Search,
    graph: StateGraph,
    pending: list[Question],
    report: Report,
) -> str:
    """Answer the pending questions, and remove them; the reason if some are left."""
    from holdfast.check.liveness.liveness import NotRepeatable

    assert exploration.liveness is not None
    while pending:
        name, violated = pending[0].property.name, None
        try:
            violated = exploration.liveness.violation(pending[0], graph, report)
        except NotRepeatable:
            reason = "the steps of its counterexample depend on more than the state"
            search.unchecked.append(Unchecked(name, reason))
        del pending[0]
        if violated is not None:
            _add(search, violated)
            if not exploration.options.keep_going:
                return _after(name)
    return ""


def _reporter(exploration: Exploration, search: Search, observer: SearchObserver | None) -> Report:
    """Tells the observer which property is being checked."""

    def report(name: str, branch: int, branches: int, graph: StateGraph) -> None:
        if observer is None:
            return
        counts = search.counts()
        observer(
            TemporalProgress(
                seconds=time.monotonic() - exploration.started,
                generated=counts.generated,
                distinct=counts.distinct,
                frontier=0,
                depth=counts.depth,
                memory=memory_in_use(),
                property=name,
                branch=branch,
                branches=branches,
                steps=graph.steps,
            )
        )

    return report


def _add(search: Search, violated: Violated) -> None:
    if isinstance(search.verdict, Violated):
        search.more.append(violated)
    else:
        search.verdict = violated


@contextmanager
def _without_level(context: Context) -> Iterator[None]:
    """Evaluation after the search, when the states have no level."""
    before = context.figure

    def figure(name: str) -> Value | None:
        if name == "level":
            raise EvalError("eval-undefined", 'TLCGet("level") has no value in temporal formulas')
        return before(name)

    context.figure = figure
    try:
        yield
    finally:
        context.figure = before
