"""The saved trace of the last check, and why an action is disabled in its states."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.prepared import prepare
from holdfast.workbench.specification import load

if TYPE_CHECKING:
    from holdfast.report.result import Answered
    from holdfast.report.why import Why

LAST_TRACE = Path(".holdfast", "last-trace.json")
"""Where `keep_trace` saves a trace, below the given folder."""


def keep_trace(result: Answered[Any], folder: Path = Path()) -> Path | None:
    """Save the trace of a result for `why`, if it has one; returns the file."""
    from holdfast.report.saved import SavedTrace, show_saved
    from holdfast.report.trace import step_label, trace_of

    trace = trace_of(result.verdict)
    if trace is None or not trace.steps:
        return None
    from holdfast.workbench.files import write_text

    saved = SavedTrace(
        result.model,
        result.violated,
        tuple(step_label(step, result.question.notation) for step in trace.steps),
        tuple(step.state for step in trace.steps),
        trace.loop,
        None if trace.closing is None else step_label(trace.closing, result.question.notation),
    )
    path = folder / LAST_TRACE
    path.parent.mkdir(exist_ok=True)
    ignore = path.with_name(".gitignore")
    if not ignore.exists():
        write_text(ignore, "*\n")
    write_text(path, show_saved(saved))
    return path


def why(action: str, number: int | None = None, folder: Path = Path()) -> Why:
    """Why an action is disabled in a state of the last saved trace; by default the last state.

    An action may have arguments: `Withdraw(1)`. Raises SpecError if there is no such trace,
    state or action.
    """
    from holdfast.check.why import attempts_at
    from holdfast.interp.machine import Machine
    from holdfast.ir.ranks import ranked_by
    from holdfast.report.saved import read_saved
    from holdfast.report.why import Why

    path = folder / LAST_TRACE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    saved = read_saved(text)
    if saved is None:
        raise _refused("why-trace", f"there is no trace in {path}", "`holdfast check` saves one")
    at = len(saved.states) if number is None else number
    if not 1 <= at <= len(saved.states):
        raise _refused("why-state", f"the trace has no state {at}; it has {len(saved.states)}")
    files = saved.model
    spec = load(
        files.spec,
        files.search_path,
        config=files.config,
        constants=files.constants,
        translate=files.translate,
        automaton=files.automaton,
        wide=files.wide,
    )
    system = prepare(spec).system
    machine = Machine(system)
    with ranked_by(machine.ranks):
        # Read again: values depend on the ranks of strings at their creation.
        state = (read_saved(text) or saved).states[at - 1]
    if set(state) != set(system.variables):
        raise _refused("why-trace", f"{files.spec} has changed since", "run `holdfast check` again")
    row = tuple(state[name] for name in system.variables)
    attempts = attempts_at(machine, action, row)
    if not attempts:
        names = ", ".join(dict.fromkeys(f"`{each.name}`" for each in system.actions))
        raise _refused("why-action", f"there is no action `{action}`", f"the actions are {names}")
    return Why(files.spec, saved.property, at, saved.steps[at - 1], attempts, system.notation)


def _refused(code: str, message: str, help: str | None = None) -> SpecError:
    return SpecError(Diagnostic(code, message, None, help))
