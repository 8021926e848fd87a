"""The saved trace of the last check, and why an action is disabled in its states."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.runs.store import RunStore
from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.prepared import prepare
from holdfast.workbench.specification import load

if TYPE_CHECKING:
    from holdfast.report.result import Answered
    from holdfast.report.why import Why
    from holdfast.runs.store import StoredRun


def keep_run(result: Answered[Any], folder: Path = Path()) -> StoredRun | None:
    """Store a result below `.holdfast` in a folder; None if that cannot be written.

    `why` is about the last trace that was stored.
    """
    from holdfast.runs.recording import Recording

    model = result.model
    request = {
        "command": result.envelope().command,
        "spec": model.spec,
        "config": model.config,
        "constants": dict(model.constants),
        "options": {},
    }
    recording = Recording(folder, request)
    recording.keep_texts(lambda: model.texts)
    recording.keep(result)
    recording.end(result.to_json())
    return None if recording.trouble else recording.run


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

    store = RunStore(folder)
    text = store.last_trace() or ""
    saved = read_saved(text)
    if saved is None:
        message = f"there is no trace in {store.folder}"
        raise _refused("why-trace", message, "`holdfast check` saves one")
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
