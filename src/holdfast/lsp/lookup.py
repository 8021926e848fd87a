"""Answers about a name: hover, definition, references, highlights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from holdfast.front.tla.index import Target, place_of
from holdfast.front.tla.names import symbols as sym
from holdfast.lsp import navigation
from holdfast.lsp.config_snapshot import ConfigSnapshot
from holdfast.lsp.convert import location
from holdfast.lsp.hover import describe_target, hover_text, target_comment
from holdfast.lsp.positions import At, name_at, position_of, symbol_at
from holdfast.lsp.project import Buffer
from holdfast.lsp.session import Session
from holdfast.lsp.snapshot import Snapshot
from holdfast.source import Span

_MOST_FILES = 300


# ---- hover ----


async def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """The line about a name, and its comment."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is not None and buffer.language == "cfg":
        return await _hover_config(session, buffer, buffer.text.offset(params.position))
    at = await position_of(session, params)
    if at is None:
        return None
    if at.snapshot.spec is None:
        symbol = symbol_at(at)
        return None if symbol is None else _markdown(f"`{symbol.name}` · {symbol.kind}")
    found = name_at(session, at)
    if found is None:
        jump = navigation.jump_at(at.snapshot, at.file, at.offset)
        return None if jump is None else _markdown(f"`{jump.name}` · {jump.kind}")
    facts = await session.facts(at.snapshot)
    where = at.snapshot.module_in(at.file, at.offset)
    shown = _markdown(hover_text(found, facts, where))
    if navigation.found_at(at.snapshot, at.file, at.offset) is found:
        shown.range = at.buffer.text.of(found.span)
    return shown


async def _hover_config(session: Session, buffer: Buffer, offset: int) -> types.Hover | None:
    config = await session.config(buffer.path)
    found = navigation.configured_target(config, offset)
    if found is None or config.spec is None:
        return None
    span, target = found
    facts = await session.facts(config.spec)
    text = "\n\n".join(filter(None, (describe_target(target, facts, None), target_comment(target))))
    shown = _markdown(text)
    shown.range = buffer.text.of(span)
    return shown


def _markdown(text: str) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))


# ---- definition and declaration ----


async def definition(
    session: Session, params: types.DefinitionParams
) -> list[types.Location] | None:
    """Where a name is defined."""
    return await _goto(session, params, navigation.definitions)


async def declaration(
    session: Session, params: types.DeclarationParams
) -> list[types.Location] | None:
    """Where a name is declared."""
    return await _goto(session, params, navigation.declarations)


async def _goto(
    session: Session, params: Any, search: Callable[[Snapshot, str, int], list[Span]]
) -> list[types.Location] | None:
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is not None and buffer.language == "cfg":
        config = await session.config(buffer.path)
        found = navigation.configured_target(config, buffer.text.offset(params.position))
        place = None if found is None else navigation.place_of_target(found[1])
        return [] if place is None else [location(session.project, place)]
    at = await position_of(session, params)
    if at is None:
        return None
    if at.snapshot.spec is None:
        symbol = symbol_at(at)
        return [] if symbol is None else [location(session.project, symbol.span)]
    spans = search(at.snapshot, at.file, at.offset)
    if not spans:
        name = name_at(session, at)
        span = None if name is None else navigation.place_of_target(name.target)
        spans = [] if span is None else [span]
    return [location(session.project, span) for span in spans]


# ---- references ----


async def references(
    session: Session, params: types.ReferenceParams
) -> list[types.Location] | None:
    """Where a name is used, in all modules and configurations of the folder."""
    found = await target_at(session, params)
    if found is None:
        return None
    target, at = found
    spans = await uses_everywhere(session, target, at)
    if not params.context.include_declaration:
        declared = navigation.place_of_target(target)
        spans = [s for s in spans if declared is None or place_of(s) != place_of(declared)]
    return [location(session.project, span) for span in spans]


async def target_at(session: Session, params: Any) -> tuple[Target, Buffer] | None:
    """What the name at a position means, in a module or a configuration."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is not None and buffer.language == "cfg":
        config = await session.config(buffer.path)
        named = navigation.configured_target(config, buffer.text.offset(params.position))
        return None if named is None else (named[1], buffer)
    at = await position_of(session, params)
    found = None if at is None else name_at(session, at)
    return None if at is None or found is None else (found.target, at.buffer)


def is_local(target: Target) -> bool:
    """Whether a name is visible in one definition or one proof only."""
    match target:
        case sym.Parameter() | sym.BoundName() | sym.NewName() | sym.StepName() | sym.LabelName():
            return True
        case sym.Operator():
            return target.depth > 0
        case sym.Fact():
            return target.name.startswith("<")
        case _:
            return False


async def uses_everywhere(session: Session, target: Target, buffer: Buffer) -> list[Span]:
    """The places of a name in the folder, in order, each once."""
    spans: dict[tuple[str, int, int], Span] = {}
    for snapshot in await specs_with(session, target, buffer):
        for found in navigation.uses_of(snapshot, target):
            spans.setdefault(place_of(found.span), found.span)
        declared = navigation.place_of_target(target)
        if declared is not None:
            for span in navigation.jumps_to(snapshot, declared.source.name, target.name):
                spans.setdefault(place_of(span), span)
    for config in await configs_with(session, target, buffer):
        for span in config_uses(config, target):
            spans.setdefault(place_of(span), span)
    return [spans[key] for key in sorted(spans)]


async def specs_with(session: Session, target: Target, buffer: Buffer) -> list[Snapshot]:
    """The specs of the folder that mention a name."""
    if is_local(target):
        return [await session.of_buffer(buffer)]
    declared = navigation.place_of_target(target)
    paths = dict.fromkeys((buffer.path, *session.project.beside(buffer.path, ".tla")))
    found: list[Snapshot] = []
    for path in list(paths)[:_MOST_FILES]:
        text = session.project.text_of(str(path))
        is_symbol = not (target.name[0].isalnum() or target.name[0] == "_")
        own = declared is not None and str(path) == declared.source.name
        if text is None or path.suffix != ".tla":
            continue
        if own or is_symbol or target.name in text.text:
            found.append(await session.snapshot(path))
    return found


async def configs_with(session: Session, target: Target, buffer: Buffer) -> list[ConfigSnapshot]:
    """The configurations of the folder that mention a name."""
    if is_local(target):
        return []
    found: list[ConfigSnapshot] = []
    for path in session.project.beside(buffer.path, ".cfg")[:_MOST_FILES]:
        text = session.project.text_of(str(path))
        if text is not None and target.name in text.text:
            found.append(await session.config(path))
    return found


def config_uses(config: ConfigSnapshot, target: Target) -> list[Span]:
    """The places of a configuration that mean a target."""
    spans = []
    for name in config.names():
        found = navigation.configured_target(config, name.span.start)
        if found is not None and navigation.is_same(found[1], target):
            spans.append(name.span)
    return spans


async def highlight(
    session: Session, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """The places of a name in the same file; a primed variable is written."""
    at = await position_of(session, params)
    if at is None:
        return None
    if at.snapshot.spec is None:
        return None
    found = name_at(session, at)
    if found is None:
        return _highlighted_jumps(at)
    text = at.buffer.text
    kinds = types.DocumentHighlightKind
    rows = [
        types.DocumentHighlight(
            text.of(o.span), kinds.Write if o.declares or o.primed else kinds.Read
        )
        for o in navigation.uses_of(at.snapshot, found.target)
        if o.span.source.name == at.file
    ]
    jumps = navigation.jumps_to(at.snapshot, at.file, found.target.name)
    return [*rows, *(types.DocumentHighlight(text.of(span), kinds.Read) for span in jumps)]


def _highlighted_jumps(at: At) -> list[types.DocumentHighlight] | None:
    jump = navigation.jump_at(at.snapshot, at.file, at.offset)
    if jump is None:
        return None
    spans = navigation.jumps_to(at.snapshot, at.file, jump.name)
    spans += [part.span for part in navigation.jump_targets(at.snapshot, at.file, jump)]
    kind = types.DocumentHighlightKind.Read
    return [types.DocumentHighlight(at.buffer.text.of(span), kind) for span in spans]
