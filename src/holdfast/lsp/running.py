"""Answers about runs: code lenses, commands, inlay hints, counterexamples as diagnostics."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types

from holdfast.front.tla.index import declaration_of
from holdfast.lsp.convert import SOURCE, range_of
from holdfast.lsp.jobs import Order, run_order
from holdfast.lsp.lenses import Spot, spots_of
from holdfast.lsp.project import Buffer
from holdfast.lsp.rename import Refused
from holdfast.lsp.session import Session
from holdfast.lsp.snapshot import Snapshot
from holdfast.lsp.studio import open_run
from holdfast.lsp.texts import moved_offset, path_of
from holdfast.lsp.verdicts import LastRun, about, steps_of, stored_runs

COMMANDS = ("check", "prove", "infer", "diagram", "coverage")
PREFIX = "holdfast."


def root_of(session: Session, path: Path) -> Path:
    """The folder whose store has the runs of a spec."""
    roots = [root for root in session.project.roots if path.is_relative_to(root)]
    return max(roots, key=lambda root: len(root.parts), default=path.parent)


async def last_runs(session: Session, path: Path) -> list[LastRun]:
    """The last runs of a spec, newest first."""
    root = root_of(session, path)
    stored = await asyncio.to_thread(stored_runs, root, Path(os.path.normpath(path)))
    own = session.runs.get(path, [])
    return sorted([*stored, *own], key=lambda run: run.started, reverse=True)


# ---- lenses ----


async def lenses(session: Session, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """The commands at the specification, at properties and theorems, and what they said last."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None or buffer.language == "cfg" or path_of(buffer.uri) is None:
        return None
    snapshot = await session.of_buffer(buffer)
    if not snapshot.document.ok:
        # They stay where they are while something is wrong, so that lines do not jump.
        snapshot = session.good.get(buffer.path, snapshot)
    facts = await session.facts(snapshot)
    runs = await last_runs(session, buffer.path)
    found: list[types.CodeLens] = []
    for spot in spots_of(snapshot, str(buffer.path), facts):
        before, now = spot.span.source.text, buffer.text.text
        moved = [moved_offset(now, before, at) for at in (spot.span.start, spot.span.end)]
        where = buffer.text.range(*moved)
        for command in spot.commands:
            arguments = [buffer.uri, spot.name, spot.kind]
            asked = types.Command(command, PREFIX + command, arguments=arguments)
            found.append(types.CodeLens(where, asked))
        run, told = _told(session, runs, spot)
        if run is not None:
            shown = types.Command(told, f"{PREFIX}show", arguments=[buffer.uri])
            found.append(types.CodeLens(where, shown))
            if run.number is not None and run.verdict == "violated":
                found.append(types.CodeLens(where, opening("open in studio", buffer.uri, run)))
    return found


def opening(title: str, uri: str, run: LastRun) -> types.Command:
    """The command that opens a run in the studio."""
    return types.Command(title, f"{PREFIX}studio", arguments=[uri, run.number])


def _told(session: Session, runs: list[LastRun], spot: Spot) -> tuple[LastRun | None, str]:
    """The newest run about a spot, and what it said."""
    for run in runs:
        text = about(run, spot.name)
        if text is not None and run.command in (*spot.commands, "check"):
            return run, text if run.is_current(session.project) else f"{text} (changed since)"
    return None, ""


# ---- hints ----


async def hints(session: Session, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """The states that each action led to, after a run with coverage."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None or buffer.language == "cfg" or path_of(buffer.uri) is None:
        return None
    for run in await last_runs(session, buffer.path):
        coverage = (run.envelope.get("check") or {}).get("coverage")
        if isinstance(coverage, dict):
            current = run.is_current(session.project)
            return _action_hints(root_of(session, buffer.path), buffer, coverage, current, params)
    return []


def _action_hints(
    root: Path,
    buffer: Buffer,
    coverage: dict[str, Any],
    current: bool,
    params: types.InlayHintParams,
) -> list[types.InlayHint]:
    found: list[types.InlayHint] = []
    for action in coverage.get("actions", ()):
        file, _, place = str(action["location"] or "").rpartition(":")[0].rpartition(":")
        if not place.isdigit() or os.path.normpath(root / file) != os.path.normpath(buffer.path):
            continue
        line = int(place) - 1
        if not params.range.start.line <= line <= params.range.end.line:
            continue
        if not current and str(action["name"]) not in buffer.text.line(line):
            continue  # the definition is somewhere else by now
        label = f"{action['distinct']:,} new of {action['generated']:,} states"
        label = label if current else f"{label} (changed since)"
        place_of = types.Position(line, buffer.text.width(line))
        hint = types.InlayHint(place_of, f"  {label}", padding_left=True)
        hint.tooltip = f"enabled in {action['enabled']:,} of {action['tried']:,} states"
        found.append(hint)
    return found


# ---- commands ----


async def execute(session: Session, command: str, *arguments: Any) -> dict[str, Any] | None:
    """Run a command on a spec, with progress and cancellation; gives verdict and reason."""
    uri, name, kind = (*arguments, None, None, None)[:3]
    buffer = session.project.buffers.get(str(uri))
    path = path_of(str(uri))
    if path is None:
        raise Refused("save the buffer first: a run reads files")
    snapshot = await session.snapshot(path)
    _require_saved(session, snapshot)
    order = Order(command, path, root_of(session, path), name, kind, session.project.paths)
    started = time.time()
    envelope = await _with_progress(session, order)
    texts = {f: t.text for f in _files(snapshot) if (t := session.project.text_of(f)) is not None}
    run = LastRun(str(envelope.get("command") or command), envelope, started, texts)
    session.runs[path] = [run, *session.runs.get(path, [])][:10]
    if buffer is not None:
        await tell(session, path)
    await _refresh(session)
    _announce(session, run, name)
    return {k: envelope.get(k) for k in ("command", "verdict", "property", "reason", "seconds")}


def _files(snapshot: Snapshot) -> list[str]:
    return [str(path) for path in snapshot.inputs if path.suffix in (".tla", ".pml", ".py")]


def _require_saved(session: Session, snapshot: Snapshot) -> None:
    for buffer in session.project.buffers.values():
        if buffer.path not in snapshot.inputs and buffer.path != snapshot.path.with_suffix(".cfg"):
            continue
        try:
            saved = buffer.path.read_bytes().decode("utf-8-sig", errors="replace")
        except OSError:
            saved = ""
        if saved != buffer.text.text:
            raise Refused(f"save {buffer.path.name} first: a run reads files")


async def _with_progress(session: Session, order: Order) -> dict[str, Any]:
    window = session.server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return await run_order(order, session.processes, lambda _: None, lambda: False)
    progress, token = session.server.work_done_progress, str(uuid.uuid4())
    await progress.create_async(token)
    about_what = f" {order.name}" if order.name else ""
    title = f"holdfast {order.command}{about_what}"
    progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
    told = ""

    def report(text: str) -> None:
        nonlocal told
        if text != told:
            told = text
            progress.report(token, types.WorkDoneProgressReport(cancellable=True, message=text))

    envelope: dict[str, Any] = {}
    try:
        cancelled = progress.tokens[token].cancelled
        envelope = await run_order(order, session.processes, report, cancelled)
    finally:
        message = str(envelope.get("verdict") or "stopped")
        progress.end(token, types.WorkDoneProgressEnd(message=message))
        progress.tokens.pop(token, None)
    return envelope


def _announce(session: Session, run: LastRun, name: str | None) -> None:
    bad = run.verdict in ("violated", "error")
    text = about(run, None) or run.verdict
    subject = f" {name}" if name and run.envelope.get("property") is None else ""
    reason = run.envelope.get("reason")
    message = f"{text.rpartition(', ')[0]}{subject}" + (f"\n{reason}" if reason else "")
    kind = types.MessageType.Warning if bad else types.MessageType.Info
    session.server.window_show_message(types.ShowMessageParams(kind, message))


async def show(session: Session, uri: str) -> str | None:
    """Tell again what the last run of a spec said."""
    path = path_of(uri)
    runs = [] if path is None else await last_runs(session, path)
    if not runs:
        return None
    _announce(session, runs[0], None)
    return about(runs[0], None)


async def open_in_studio(session: Session, uri: str, number: object = None) -> str:
    """Open a run of a spec in the studio, by default the last one with a trace; its address."""
    path = path_of(uri)
    runs = [] if path is None else await last_runs(session, path)
    numbers = [run.number for run in runs if run.number is not None]
    if path is None or not numbers or number not in (None, *numbers):
        raise Refused("there is no such run with a trace: check the spec first")
    return await open_run(session, root_of(session, path), str(number or numbers[0]))


async def _refresh(session: Session) -> None:
    """Ask the editor to ask for lenses and hints again."""
    workspace = session.server.client_capabilities.workspace
    wanted: list[Callable[[None], Any]] = []
    if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
        wanted.append(session.server.workspace_code_lens_refresh_async)
    if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
        wanted.append(session.server.workspace_inlay_hint_refresh_async)
    for ask in wanted:
        with contextlib.suppress(Exception):  # an editor that fails to refresh is not our error
            await ask(None)


# ---- counterexamples ----


async def tell(session: Session, path: Path) -> None:
    """Publish the counterexample of the last run at the property that it violates."""
    file = str(path)
    runs = await last_runs(session, path)
    session.remarks.pop(file, None)
    if runs and runs[0].verdict == "violated" and runs[0].is_current(session.project):
        snapshot = await session.snapshot(path)
        remark = _remark(session, snapshot, runs[0])
        if remark is not None:
            session.remarks[file] = [remark]
    session.publish(file)


def _remark(session: Session, snapshot: Snapshot, run: LastRun) -> types.Diagnostic | None:
    name = run.envelope.get("property")
    target = None if snapshot.spec is None else snapshot.spec.module.names.get(str(name))
    span = None if target is None else declaration_of(target)
    if span is None or span.source.name != str(snapshot.path):
        return None
    related: list[types.DiagnosticRelatedInformation] = []
    here = types.Location(session.project.uri_of(span.source.name), range_of(session.project, span))
    for step in steps_of(run, root_of(session, snapshot.path)):
        place = here
        text = None if step.file is None else session.project.text_of(step.file)
        if step.file is not None and text is not None and step.line <= len(text.line_starts):
            start = text.line_starts[step.line - 1] + step.column - 1
            place = types.Location(session.project.uri_of(step.file), text.range(start, start))
        related.append(types.DiagnosticRelatedInformation(place, step.text))
    reason = run.envelope.get("reason")
    message = f"{name} is violated" + (f": {reason}" if reason else "")
    return types.Diagnostic(
        range=here.range,
        message=message,
        severity=types.DiagnosticSeverity.Error,
        code="violated",
        source=f"{SOURCE} {run.command}",
        related_information=related,
        data={"run": run.number},
    )


def opening_actions(uri: str, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """What opens the counterexample that a diagnostic of a range is about."""
    for diagnostic in params.context.diagnostics:
        number = diagnostic.data.get("run") if isinstance(diagnostic.data, dict) else None
        if diagnostic.code == "violated" and isinstance(number, str):
            title = "Open the counterexample in the studio"
            command = types.Command(title, f"{PREFIX}studio", arguments=[uri, number])
            yield types.CodeAction(
                title, types.CodeActionKind.QuickFix, [diagnostic], command=command
            )
