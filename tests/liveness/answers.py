"""What holdfast says about a case, and whether that agrees with the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import holdfast
from holdfast import SpecError
from holdfast.ir.values import Boolean, Function
from holdfast.ir.values import Value as HoldfastValue
from holdfast.verdict import Exhausted, Trace, Violated
from tests.liveness.formula import Lasso, holds, is_behaviour
from tests.liveness.generate import Case
from tests.liveness.terms import Value

SECONDS = 60


@dataclass(frozen=True, slots=True)
class Said:
    """An answer; "unanswered" is an honest "unknown" or a refusal, "broken" is our bug."""

    kind: Literal["holds", "violated", "unanswered", "broken"]
    trace: Trace | None = None
    distinct: int = 0
    note: str = ""

    def __str__(self) -> str:
        if self.trace is None:
            return f"{self.kind} {self.note}"
        return f"{self.kind} with {len(self.trace)} states, loop {self.trace.loop}"


def write_files(case: Case, folder: Path) -> None:
    """Write the modules and the configuration; a folder may have those of another case."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Sub.tla").unlink(missing_ok=True)
    for name, text in case.files.items():
        (folder / name).write_text(text, encoding="utf-8")


def by_holdfast(folder: Path, engine: str) -> Said:
    """The answer of an engine about the files in a folder."""
    try:
        result = holdfast.load(folder / "Root.tla").check(engine=engine, workers=1, seconds=SECONDS)
    except SpecError as error:
        return Said("unanswered", note=str(error))
    except Exception as error:  # every crash is a finding
        return Said("broken", note=repr(error))
    match result.verdict:
        case Violated(trace=trace):
            return Said("violated", trace)
        case Exhausted() if not result.answer.not_checked:
            return Said("holds", distinct=result.distinct)
        case verdict:
            return Said("unanswered", note=f"{verdict} {result.answer.not_checked}")


def disagreement(case: Case, said: Said) -> str | None:
    """Why an answer is wrong, if it is: the verdict, the trace, or how long it is."""
    match said.kind:
        case "unanswered":
            return None
        case "broken":
            return said.note
        case "holds" if case.lasso is not None:
            return f"holds, but the judge has {case.lasso}"
        case "holds" if said.distinct != len(case.model.states):
            return f"{said.distinct} states, but there are {len(case.model.states)}"
        case "holds":
            return None
        case "violated" if case.lasso is None and not case.unsafe:
            return "violated, but the judge says that it holds"
    return "violated without a trace" if said.trace is None else _wrong_trace(case, said.trace)


def _wrong_trace(case: Case, trace: Trace) -> str | None:
    """Why a trace is no counterexample, or not the shortest.

    A trace without a loop ends where a property about safety fails, whatever comes then and without
    regard to fairness.
    """
    number = {state: k for k, state in enumerate(case.model.states)}
    states = [_state(case, step.state) for step in trace.steps]
    unknown = [state for state in states if state not in number]
    if unknown:
        return f"the trace has {unknown[0]}, which cannot be reached"
    loop = trace.loop if isinstance(trace.loop, int) else len(states) - 1
    if not 0 <= loop < len(states):
        return f"the loop of the trace goes back to {loop}"
    lasso = Lasso(tuple(number[state] for state in states), loop)
    if not is_behaviour(lasso, case.model.graph):
        return f"the trace {lasso} is no behaviour"
    if holds(case.property, lasso):
        return f"the property holds on the trace {lasso}"
    if trace.loop is None:
        return None
    if not holds(case.fairness, lasso):
        return f"the trace {lasso} is not fair"
    if case.lasso is None or len(lasso) != len(case.lasso):
        return f"the trace {lasso} is not as long as {case.lasso}"
    return None


def _state(case: Case, state: Mapping[str, HoldfastValue]) -> tuple[Value, ...]:
    return tuple(_plain(state[name]) for name in case.variables)


def _plain(value: HoldfastValue) -> Value:
    match value:
        case Boolean():
            return bool(value)
        case Function(values=values):
            return values  # in the order of the domain, which is that of the processes
        case _:
            return value
