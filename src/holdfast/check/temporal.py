"""The temporal properties, after a search: on the graph of the states that it explored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from holdfast.cancellation import Interruption
from holdfast.check.advice import diagnose
from holdfast.check.engine import Exploration, Search
from holdfast.ir.errors import EvalError
from holdfast.limits import Limits
from holdfast.verdict import Failed, Unknown, Violated

if TYPE_CHECKING:
    from holdfast.check.liveness.problem import StateGraph


def check_temporal(
    exploration: Exploration, search: Search, limits: Limits, graph: Callable[[], StateGraph]
) -> Search:
    """The search with violations of temporal properties, if there is time to look for them.

    A lasso among the states of a search that reached a limit is a counterexample, too.
    """
    liveness = exploration.liveness
    if liveness is None or not _goes_on(exploration, search):
        return search
    try:
        for violated in liveness.violations(graph(), exploration.options.keep_going):
            _add(search, violated)
    except EvalError as error:
        search.verdict = Failed("temporal", (diagnose(error, exploration.system),))
    except Interruption as stop:
        search.complete = False
        search.verdict = search.verdict or exploration.stopped(stop.cause, limits)
    return search


def _goes_on(exploration: Exploration, search: Search) -> bool:
    match search.verdict:
        case None:
            return True
        case Unknown(cause="depth" | "states"):
            return True
        case Violated():
            return exploration.options.keep_going
        case _:
            return False


def _add(search: Search, violated: Violated) -> None:
    search.violations[violated.property] += 1
    if isinstance(search.verdict, Violated):
        search.more.append(violated)
    else:
        search.verdict = violated
