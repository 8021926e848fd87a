"""Answers to the requests for renaming."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from lsprotocol import types

from holdfast.front.pluscal.outline import Part
from holdfast.front.tla.index import Target
from holdfast.lsp import navigation
from holdfast.lsp.config_snapshot import ConfigSnapshot
from holdfast.lsp.lookup import is_local, target_at, uses_everywhere
from holdfast.lsp.positions import At, position_of
from holdfast.lsp.project import Buffer
from holdfast.lsp.rename import Refused, Renaming, check_name, check_renamable, renamed
from holdfast.lsp.session import Session
from holdfast.lsp.snapshot import Snapshot
from holdfast.source import Span

_MOST_SPECS = 100
_PARTS = ("label", "macro", "procedure")


async def prepare(
    session: Session, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The name that would be renamed; raises Refused if it cannot be."""
    found = await _places(session, params)
    buffer = session.project.buffers[params.text_document.uri]
    offset = buffer.text.offset(params.position)
    for span in found[2]:
        here = span.source.name == str(buffer.path)
        if here and span.start <= offset <= span.end:
            return types.PrepareRenamePlaceholder(buffer.text.of(span), found[0])
    return None


async def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits that rename a name everywhere; raises Refused if a meaning would change."""
    old, target, spans = await _places(session, params)
    check_name(params.new_name)
    if params.new_name == old:
        return types.WorkspaceEdit(changes={})
    buffer = session.project.buffers[params.text_document.uri]
    places: dict[str, set[int]] = {}
    for span in spans:
        places.setdefault(span.source.name, set()).add(span.start)
    specs, configs = await _involved(session, buffer, target, (old, params.new_name), places)
    sorted_places = {file: tuple(sorted(found)) for file, found in places.items()}
    overlays = session.project.overlays()
    task = Renaming(old, params.new_name, sorted_places, specs, configs, overlays)
    texts = await session.run(lambda: renamed(task))
    return _workspace_edit(session, texts, sorted_places, old, params.new_name)


async def _places(session: Session, params: Any) -> tuple[str, Target | None, list[Span]]:
    """The name at a position, what it means, and all its places; raises Refused."""
    at = await position_of(session, params)
    part = None if at is None else _part_at(at)
    if at is not None and part is not None:
        return part.name, *await _places_of_part(session, at, part)
    found = await target_at(session, params)
    if found is None:
        raise Refused("there is no name here that could be renamed")
    target, buffer = found
    check_renamable(target)
    return target.name, target, await uses_everywhere(session, target, buffer)


def _part_at(at: At) -> Part | None:
    """The label, macro or procedure at a position, or the one that it jumps to."""
    outline = at.snapshot.outline_of(at.file)
    jump = navigation.jump_at(at.snapshot, at.file, at.offset)
    if jump is not None:
        return next(iter(navigation.jump_targets(at.snapshot, at.file, jump)), None)
    if outline is None:
        return None
    return next(
        (
            part
            for part in outline.parts()
            if part.kind in _PARTS and part.span.start <= at.offset <= part.span.end
        ),
        None,
    )


async def _places_of_part(session: Session, at: At, part: Part) -> tuple[Target | None, list[Span]]:
    outline = at.snapshot.outline_of(at.file)
    assert outline is not None
    jumps = [
        jump.span
        for jump in outline.jumps
        if jump.kind == part.kind and part in navigation.jump_targets(at.snapshot, at.file, jump)
    ]
    found = navigation.found_at(at.snapshot, at.file, part.span.start)
    if found is None or found.target.name != part.name:
        return None, [part.span, *jumps]
    spans = await uses_everywhere(session, found.target, at.buffer)
    inside = {(s.source.name, s.start) for s in (part.span, *jumps)}
    others = [s for s in spans if (s.source.name, s.start) not in inside]
    return found.target, [part.span, *jumps, *others]


async def _involved(
    session: Session,
    buffer: Buffer,
    target: Target | None,
    names: tuple[str, str],
    places: Iterable[str],
) -> tuple[list[Snapshot], list[ConfigSnapshot]]:
    """The specs and configurations whose meaning could change."""
    if target is not None and is_local(target):
        return [await session.of_buffer(buffer)], []
    project = session.project
    paths = [p for p in project.beside(buffer.path, ".tla") if p.suffix == ".tla"]
    if len(paths) > _MOST_SPECS:
        raise Refused(f"there are more than {_MOST_SPECS} modules in the folder")
    found = [await session.snapshot(path) for path in paths]
    if buffer.language != "cfg" and buffer.path not in paths:
        found.append(await session.of_buffer(buffer))
    _refuse_diagrams(session, buffer, names[0])
    files = set(places)
    specs = [s for s in found if files & {str(path) for path in s.inputs}]
    configs = []
    for path in project.beside(buffer.path, ".cfg"):
        text = project.text_of(str(path))
        if text is not None and any(name in text.text for name in names):
            configs.append(await session.config(path))
    return specs, configs


def _refuse_diagrams(session: Session, buffer: Buffer, name: str) -> None:
    """Predicate diagrams beside the spec name its definitions, too."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for path in session.project.beside(buffer.path, ".diagram"):
        text = session.project.text_of(str(path))
        if text is not None and word.search(text.text):
            raise Refused(f"`{name}` also occurs in {path.name}, which is not read here")


def _workspace_edit(
    session: Session,
    texts: dict[str, str],
    places: dict[str, tuple[int, ...]],
    old: str,
    new: str,
) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for file, after in texts.items():
        text = session.project.text_of(file)
        if text is None:
            raise Refused(f"{file} cannot be read")
        edits = [types.TextEdit(text.range(at, at + len(old)), new) for at in places[file]]
        plain = text.text
        for at in reversed(places[file]):
            plain = plain[:at] + new + plain[at + len(old) :]
        if plain != after:
            # The translation of an algorithm was written again.
            edits = [types.TextEdit(text.range(0, len(text.text)), after)]
        changes[session.project.uri_of(file)] = edits
    return types.WorkspaceEdit(changes=changes)
