"""The last runs of a spec: those of this server, of the command line and of the studio."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from holdfast.ir.errors import EvalError
from holdfast.ir.notation import from_itf
from holdfast.lsp.project import Project
from holdfast.report.trace_diff import differences
from holdfast.runs.store import RunStore

_MOST_RUNS = 20
_MOST_STEPS = 60
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


@dataclass(frozen=True, slots=True)
class LastRun:
    """A run that has ended: the object that `--json` printed, and the texts that it read."""

    command: str
    envelope: Mapping[str, Any] = field(repr=False)
    started: float
    texts: Mapping[str, str] = field(repr=False)
    """By absolute path."""
    number: str | None = None
    """That of a stored run with a trace."""

    @property
    def verdict(self) -> str:
        """The verdict in a word."""
        return str(self.envelope.get("verdict") or "error")

    @property
    def names(self) -> tuple[str, ...]:
        """The properties that the run was about."""
        listed = [*self.envelope.get("checked", ()), self.envelope.get("property")]
        return tuple(str(name) for name in listed if name)

    def is_current(self, project: Project) -> bool:
        """Whether all texts are still as they were."""
        found = ((text, project.text_of(path)) for path, text in self.texts.items())
        return all(now is not None and now.text == text for text, now in found)


def stored_runs(root: Path, spec: Path) -> list[LastRun]:
    """The last runs about a spec in the store of a folder, newest first."""
    return list(_stored(root, spec))


def _stored(root: Path, spec: Path) -> Iterator[LastRun]:
    for run in list(reversed(RunStore(root).runs()))[:_MOST_RUNS]:
        request = run.request
        if request is None or _full(root, str(request.get("spec"))) != str(spec):
            continue
        envelope = run.envelope
        if envelope is not None:
            texts = {_full(root, path): text for path, text in run.texts.items()}
            started = float(request.get("started") or 0.0)
            number = run.number if run.has("trace.json") else None
            yield LastRun(str(request.get("command")), envelope, started, texts, number)


def _full(root: Path, path: str) -> str:
    return os.path.normpath(root / path)


def about(run: LastRun, name: str | None) -> str | None:
    """What a run says about a property, or about the spec; None if it says nothing."""
    if name is None:
        return _described(run, run.envelope.get("property"))
    violated = run.verdict == "violated"
    if name not in run.names or (violated and run.envelope.get("property") != name):
        return None
    return _described(run, None)


_WORDS = {"exhausted": "holds", "bounded": "no violation found", "unknown": "inconclusive"}


def _described(run: LastRun, violated: str | None) -> str:
    word = _WORDS.get(run.verdict, run.verdict)
    subject = f"{violated} " if violated and run.verdict == "violated" else ""
    states = (run.envelope.get(run.command) or {}).get("states")
    if run.verdict == "error":
        states = None
    count = states.get("distinct") if isinstance(states, dict) else None
    counted = "" if count is None else f", {count:,} states"
    return f"{run.command}: {subject}{word}{counted}, {age(time.time() - run.started)}"


def age(seconds: float) -> str:
    """How long ago something was."""
    if seconds < _MINUTE:
        return "just now"
    if seconds < _HOUR:
        return f"{int(seconds // _MINUTE)} min ago"
    if seconds < _DAY:
        return f"{int(seconds // _HOUR)} h ago"
    return f"{int(seconds // _DAY)} d ago"


# ---- counterexamples ----


@dataclass(frozen=True, slots=True)
class TracedStep:
    """A step of a counterexample: a line about it, and the location of its action."""

    text: str
    file: str | None
    line: int
    column: int


def steps_of(run: LastRun, root: Path) -> list[TracedStep]:
    """The steps of the counterexample of a run, with what each of them changes."""
    trace = (run.envelope.get(run.command) or {}).get("trace")
    if not isinstance(trace, dict):
        return []
    constants = " ".join(map(str, run.envelope.get("constants", {}).values()))
    model_values = set(re.findall(r"(?<![\"\w])[A-Za-z]\w*(?![\"\w])", constants))
    rows: list[TracedStep] = []
    before: Mapping[str, Any] = {}
    for number, step in enumerate(trace["steps"][:_MOST_STEPS], 1):
        try:
            state = {name: from_itf(v, model_values) for name, v in step["state"].items()}
        except EvalError:
            state = {}
        changed = "; ".join(map(str, differences(before, state))) if number > 1 else ""
        label = step["action"] or ("initial state" if number == 1 else "step")
        rows.append(_traced(f"state {number}: {label}", changed, step["location"], root))
        before = state
    return rows


def _traced(head: str, changed: str, location: str | None, root: Path) -> TracedStep:
    text = f"{head}, {changed}" if changed else head
    match (location or "").rsplit(":", 2):
        case [file, line, column] if line.isdigit() and column.isdigit():
            return TracedStep(text, _full(root, file), int(line), int(column))
        case _:
            return TracedStep(text, None, 0, 0)
