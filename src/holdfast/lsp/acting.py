"""Answers to the request for code actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from lsprotocol import types

from holdfast.lsp import actions
from holdfast.lsp.config_snapshot import ConfigSnapshot, read_config_snapshot
from holdfast.lsp.facts import config_files
from holdfast.lsp.fixes import Edit, Fix, Problem, apply_edits, fix_for
from holdfast.lsp.positions import At
from holdfast.lsp.project import Buffer
from holdfast.lsp.running import opening_actions
from holdfast.lsp.session import Session
from holdfast.lsp.snapshot import Snapshot, read_snapshot
from holdfast.lsp.texts import Text, path_of
from holdfast.source import Diagnostic, Source, errors

_K = types.CodeActionKind
KINDS = [_K.QuickFix, _K.RefactorRewrite, _K.Source]


async def code_actions(
    session: Session, params: types.CodeActionParams
) -> list[types.CodeAction] | None:
    """Quick fixes for the diagnostics of a range, and what can be done there."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None:
        return None
    snapshot: Snapshot | ConfigSnapshot
    if buffer.language == "cfg":
        snapshot = await session.config(buffer.path)
    else:
        snapshot = await session.of_buffer(buffer)
    overlays = session.project.overlays()
    found = await session.run(lambda: list(_fixes(buffer, snapshot, overlays, params)))
    found += opening_actions(buffer.uri, params)
    if buffer.language == "tla" and isinstance(snapshot, Snapshot):
        at = At(buffer, buffer.text.offset(params.range.start), snapshot)
        # Editors also ask whenever the cursor moves: then only what is quickly known.
        asked = params.context.trigger_kind != types.CodeActionTriggerKind.Automatic
        found += await session.run(lambda: list(_rewrites(at, params.range, asked)))
        if asked and not _has_config(session, buffer):
            found += _make_config(at)
    only = params.context.only
    return [a for a in found if only is None or any(_is_kind(a.kind, k) for k in only)]


def _is_kind(kind: str | None, wanted: str) -> bool:
    return kind is not None and (kind == wanted or kind.startswith(f"{wanted}."))


def _fixes(
    buffer: Buffer,
    snapshot: Snapshot | ConfigSnapshot,
    overlays: Mapping[Path, str],
    params: types.CodeActionParams,
) -> Iterator[types.CodeAction]:
    source = Source(str(buffer.path), buffer.text.text)
    for diagnostic in params.context.diagnostics:
        start, end = buffer.text.offsets(diagnostic.range)
        problem = Problem(str(diagnostic.code), start, end, _help_of(diagnostic))
        module = snapshot.module_in(source.name, start) if isinstance(snapshot, Snapshot) else None
        if problem.code == "pcal-stale":
            fix = actions.translated(source)
        else:
            fix = fix_for(source, module, problem)
        if fix is not None and _helps(buffer, snapshot, overlays, problem, fix):
            action = _action(buffer, fix, _K.QuickFix)
            action.diagnostics, action.is_preferred = [diagnostic], True
            yield action


def _help_of(diagnostic: types.Diagnostic) -> str:
    """The help of a diagnostic: editors that drop `data` still have the message."""
    data = diagnostic.data
    if isinstance(data, dict) and isinstance(data.get("help"), str):
        return str(data["help"])
    return diagnostic.message.rpartition("\nhelp: ")[2]


def _helps(
    buffer: Buffer,
    snapshot: Snapshot | ConfigSnapshot,
    overlays: Mapping[Path, str],
    problem: Problem,
    fix: Fix,
) -> bool:
    """Whether a fix removes a problem and makes no others."""
    text = apply_edits(buffer.text.text, fix.edits)
    texts = {**overlays, buffer.path: text}
    after: tuple[Diagnostic, ...]
    if isinstance(snapshot, ConfigSnapshot):
        after = read_config_snapshot(buffer.path, texts, snapshot.spec).diagnostics
    else:
        after = read_snapshot(buffer.path, texts, snapshot.search_path).diagnostics
    before = snapshot.diagnostics
    fewer = _count(after, problem.code) < _count(before, problem.code)
    return fewer and len(errors(after)) <= len(errors(before))


def _count(diagnostics: tuple[Diagnostic, ...], code: str) -> int:
    return sum(d.code == code for d in diagnostics)


def _rewrites(at: At, selected: types.Range, asked: bool) -> Iterator[types.CodeAction]:
    source = Source(at.file, at.buffer.text.text)
    module = at.snapshot.module_in(at.file, at.offset)
    unchanged = None if module is None else actions.add_unchanged(source, module, at.offset)
    if unchanged is not None:
        yield _action(at.buffer, unchanged, _K.RefactorRewrite)
    if not asked:
        return
    translated = actions.translated(source)
    if translated is not None:
        yield _action(at.buffer, translated, _K.Source)
    start, end = at.buffer.text.offsets(selected)
    if start == end:
        start, end = 0, len(source.text)
    for characters in (True, False):
        respelled = actions.respelled(source, start, end, characters)
        if respelled is not None:
            yield _action(at.buffer, respelled, _K.RefactorRewrite)


def _action(buffer: Buffer, fix: Fix, kind: types.CodeActionKind) -> types.CodeAction:
    edits = [_text_edit(buffer.text, edit) for edit in fix.edits]
    return types.CodeAction(fix.title, kind, edit=types.WorkspaceEdit(changes={buffer.uri: edits}))


def _text_edit(text: Text, edit: Edit) -> types.TextEdit:
    return types.TextEdit(text.range(edit.start, edit.end), edit.text)


# ---- a configuration ----


def _has_config(session: Session, buffer: Buffer) -> bool:
    files = [path for path in config_files(buffer.path) if path.suffix == ".cfg"]
    return any(session.project.text_of(str(path)) is not None for path in files)


def _make_config(at: At) -> list[types.CodeAction]:
    """The offer of a configuration beside the spec; its text is made on request."""
    if path_of(at.buffer.uri) is None or not at.snapshot.document.ok:
        return []
    if at.snapshot.spec is None or not at.snapshot.spec.module.variables:
        return []
    name = at.buffer.path.with_suffix(".cfg").name
    return [types.CodeAction(f"Make {name}", _K.Source, data={"config": at.buffer.uri})]


async def resolve(session: Session, action: types.CodeAction) -> types.CodeAction:
    """A configuration beside a spec, as `holdfast init` makes it."""
    from holdfast.workbench.files import config_text

    data = action.data if isinstance(action.data, dict) else {}
    buffer = session.project.buffers.get(str(data.get("config")))
    snapshot = None if buffer is None else await session.of_buffer(buffer)
    spec = None if snapshot is None else snapshot.spec
    if buffer is None or snapshot is None or spec is None or not snapshot.document.ok:
        return action
    text = await session.run(lambda: config_text(spec))
    uri = session.project.uri_of(str(buffer.path.with_suffix(".cfg")))
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    created = types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True))
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri)
    written = types.TextDocumentEdit(identifier, [types.TextEdit(nowhere, text)])
    action.edit = types.WorkspaceEdit(document_changes=[created, written])
    return action
